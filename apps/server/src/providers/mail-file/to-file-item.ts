import { createHash } from 'node:crypto';
import type { ActivityToCapture } from '#modules/integrations/provider.ts';
import type { FileItem } from '#modules/integrations/provider/file-reader.ts';
import { JOURNAL_HEADER, withoutJournalReport } from '../mail/journaled-mail.ts';
import { firstUsable } from '../mail/first-usable.ts';
import { addressHeaders, requireSender } from '../mail/mail-addresses.ts';
import type { MailReader } from '../mail/mime/read-mail.ts';
import { fromFirstHeader } from '../mail/mime/start-of-mail.ts';
import { mailTime, receivedTimes } from '../mail/mail-time.ts';
import { parseMailDate } from '../mail/parse-mail-date.ts';
import { toMailActivity } from '../mail/to-mail-activity.ts';
import { isExcluded } from './excluded-mail.ts';
import { headPeople } from './head-people.ts';
import { MAX_MAIL_BYTES } from './mail-file-limits.ts';
import type { Envelope } from './envelope.ts';
import { readHead } from './read-head.ts';

/** An email as it is in a file. */
export interface RawMail {
  name: string;
  /** Only the beginning when `size` is too large. */
  bytes: Buffer;
  size: number;
  envelope: Envelope | undefined;
  /** Whether the file says outside of the email that it is a draft, spam or deleted. */
  isExcluded: boolean;
}

/** An item without its position in the file. */
export type FoundItem =
  Exclude<FileItem, { kind: 'notice' | 'nothing' }> extends infer One
    ? One extends FileItem
      ? Omit<One, 'bytesRead' | 'passed'>
      : never
    : never;

/** Reads the headers of an email; its text only when that is requested. */
export function toFileItem(mail: RawMail, readMail: MailReader): FoundItem {
  const { name, bytes, size } = mail;
  const email = fromFirstHeader(bytes);
  const outer = readHead(email);
  const head = outer.has(JOURNAL_HEADER) ? readHead(withoutJournalReport(email)) : outer;
  if (mail.isExcluded || isExcluded(head)) return { type: 'email', kind: 'excluded', name };
  const problem = (reason: string): FoundItem => ({
    type: 'email',
    kind: 'unreadable',
    name,
    reason,
  });
  if (size > MAX_MAIL_BYTES) return problem(tooLarge('email', size));
  const addresses = addressHeaders((name) => head.get(name) ?? []);
  const participants = headPeople(addresses);
  try {
    requireSender({ participants }, addresses);
  } catch (error) {
    return problem(error instanceof Error ? error.message : String(error));
  }
  const sentAt = firstUsable(head.get('date') ?? [], parseMailDate);
  const time = mailTime({
    sentAt,
    receivedAt: receivedTimes(head.get('received') ?? [], sentAt),
    arrivedAt: mail.envelope,
  });
  if (time === undefined) return problem('The email has no usable date.');
  const occurredAt = new Date(time);
  return {
    type: 'email',
    kind: 'activity',
    name,
    head: { occurredAt, participants },
    size,
    read: async () => withOwnId(toMailActivity(await readMail(bytes), '', occurredAt)),
  };
}

/**
 * The id follows from the activity's identity, so that the same email in two files, or twice in one, is
 * stored once.
 */
export const withOwnId = (activity: ActivityToCapture): ActivityToCapture => {
  const idOf = (key: string) =>
    createHash('sha256').update(`${activity.type}\n${key}`).digest('base64url');
  const { former } = activity;
  return {
    ...activity,
    externalId: idOf(activity.key),
    ...(former && { former: { ...former, externalId: idOf(former.key) } }),
  };
};

export function tooLarge(what: 'email' | 'calendar', size: number): string {
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  return `The ${what} is too large to be read: ${megabytes(size)} MB of at most ${megabytes(MAX_MAIL_BYTES)} MB.`;
}
