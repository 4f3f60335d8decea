import type { gmail_v1 } from '@googleapis/gmail';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { googleStatus } from '../google-auth/google-failure.ts';
import { getMail, type Mailbox } from './connect-mailbox.ts';
import { MAILS_PER_THREAD } from './gmail-limits.ts';
import { headHeaders } from './map-head.ts';
import { isAbsent } from './read-history.ts';

type Mail = gmail_v1.Schema$Message;

const headFields = 'id,labelIds,internalDate,payload/headers';
const format = { format: 'metadata', metadataHeaders: headHeaders } as const;
/** All headers, of an email whose text is not read. */
export const wholeHead = { format: 'metadata' } as const;
type HeadFormat = typeof format | typeof wholeHead;

/** Maximum number of heads cached until they are requested; the oldest are evicted. */
const maxKept = 2_000;
/** Statuses with which reading a single email would fail as well: access, or the quota. */
const refusals = new Set([401, 403, 429]);

/** Undefined when the email no longer exists or is not an activity. */
export type ReadHead = (id: string) => Promise<Mail | undefined>;

export const readHeadOf =
  (mailbox: Mailbox, costOfGet: number, wanted: HeadFormat = format): ReadHead =>
  (id) =>
    getMail(mailbox, costOfGet, { id, ...wanted, fields: headFields });

export interface HeadReader {
  /** Announces the emails of a page before their heads are requested. */
  expect: (listed: readonly Mail[], since: Date) => void;
  read: ReadHead;
}

/**
 * Reads the heads of listed emails. If a page contains several emails of a conversation, one
 * request returns the heads of all its emails, at the price of two. They are cached for the emails
 * of later pages until the mailbox is closed, which is after one sync.
 */
export function createHeadReader(
  mailbox: Mailbox,
  costOfGet: number,
  wanted: HeadFormat = format,
): HeadReader {
  const readOne = readHeadOf(mailbox, costOfGet, wanted);
  const kept = new Map<string, Mail>();
  /** The conversations of emails that share one with others of the page. */
  let threadOf = new Map<string, string>();
  let reading = new Map<string, Promise<void>>();
  let since = 0;

  const readThread = async (id: string) => {
    const cost = MAILS_PER_THREAD * costOfGet;
    const { messages = [] } = await mailbox.request(cost, (options) =>
      mailbox.api.threads.get(
        { userId: 'me', id, ...wanted, fields: `messages(${headFields})` },
        options,
      ),
    );
    for (const mail of messages) {
      if (mail.id && Number(mail.internalDate) >= since) kept.set(mail.id, mail);
    }
    for (const oldest of [...kept.keys()].slice(0, -maxKept)) kept.delete(oldest);
  };

  return {
    expect: (listed, from) => {
      const unknown = listed.filter(({ id }) => id && !kept.has(id));
      const byThread = Map.groupBy(unknown, ({ threadId }) => threadId ?? '');
      threadOf = new Map(
        [...byThread].flatMap(([thread, mails]) =>
          thread === '' || mails.length < MAILS_PER_THREAD
            ? []
            : mails.map(({ id }): [string, string] => [id ?? '', thread]),
        ),
      );
      reading = new Map();
      since = from.getTime();
    },
    read: async (id) => {
      const thread = threadOf.get(id);
      if (thread !== undefined && !kept.has(id)) {
        const request = reading.get(thread) ?? readThread(thread).catch(unlessRefused);
        reading.set(thread, request);
        await request;
      }
      const mail = kept.get(id);
      kept.delete(id);
      if (mail === undefined) return readOne(id);
      return isAbsent(mail.labelIds ?? []) ? undefined : mail;
    },
  };
}

/** A conversation that no longer exists, is too large, or fails at Gmail is read email by email. */
function unlessRefused(error: unknown): void {
  if (error instanceof ProviderError || refusals.has(googleStatus(error) ?? 0)) throw error;
}
