import type { gmail_v1 } from '@googleapis/gmail';
import type { ActivityToCapture } from '../../modules/integrations/provider.ts';
import { htmlToText } from '@repo/domain/activities/html-to-text';
import { mailParticipants, requireSender } from './mail-addresses.ts';
import { mailIdentity, messageIdsIn, usableMessageId } from './mail-identity.ts';
import { mailTime } from './mail-time.ts';
import { type MailReader, type ReadMail, readMail } from './mime/read-mail.ts';

/** Characters of a mail's text that stand for it in lists. */
const summaryLength = 200;
/** How much of a text is looked at for that. */
const summarySource = 20_000;
/** Names of attachments that are kept of one mail. */
const maxAttachments = 100;

/**
 * Maps a mail in the format `raw` to an activity. Of attachments only the names are stored.
 *
 * @param read reads the mail itself; in this thread when absent.
 * @throws Error when it cannot be read as a mail or names no sender.
 */
export async function mapMail(
  mail: gmail_v1.Schema$Message,
  read: MailReader = readMail,
): Promise<ActivityToCapture> {
  const { id, raw } = mail;
  if (!id || !raw) throw new Error(`Gmail gave no text for the mail ${id ?? 'without an id'}.`);
  const email = await read(raw);
  const people = mailParticipants(email.addresses);
  requireSender(people, email.addresses);
  const { participants, bcc } = people;
  const occurredAt = mailTime(mail);
  const messageId = usableMessageId(email.messageId);
  const { attachments } = email;
  return {
    externalId: id,
    key: mailIdentity(email, participants[0]?.email ?? '', occurredAt),
    type: 'email',
    occurredAt,
    title: collapse(email.subject ?? ''),
    summary: summarize(email),
    participants,
    ...(bcc.length > 0 && { bcc }),
    ...(email.html !== undefined && { htmlBody: email.html }),
    ...(email.text !== undefined && { textBody: email.text }),
    ...(attachments.length > 0 && {
      metadata: { attachments: attachments.slice(0, maxAttachments) },
    }),
    messageIds: [
      ...(messageId === undefined ? [] : [messageId]),
      ...messageIdsIn(email.references),
      ...messageIdsIn(email.inReplyTo),
    ],
  };
}

function summarize({ text, html }: ReadMail): string {
  const source = text?.trim()
    ? text.slice(0, summarySource)
    : htmlToText((html ?? '').slice(0, summarySource * 5));
  // Not ended in the middle of a character.
  return collapse(source)
    .slice(0, summaryLength)
    .replace(/[\uD800-\uDBFF]$/, '');
}

const collapse = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
