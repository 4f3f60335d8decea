import type { gmail_v1 } from '@googleapis/gmail';
import { createDomainMatcher } from '@repo/domain/domains/match-domains';
import type {
  ActivitySource,
  ListPage,
  Window,
} from '#modules/integrations/provider/activity-source.ts';
import { googleStatus, wordedFor } from '../google-auth/google-failure.ts';
import type { MailReader } from '../mail/mime/read-mail.ts';
import type { Mailbox } from './connect-mailbox.ts';
import { gmailCosts, listPageSize } from './gmail-limits.ts';
import { headParticipants, mapHead } from './map-head.ts';
import { mapHeadOnly } from './map-head-only.ts';
import { mailTime } from './mail-time.ts';
import { readChanges, readPosition } from './read-changes.ts';
import { createHeadReader, type HeadReader, wholeHead } from './read-heads.ts';

type Mail = gmail_v1.Schema$Message;

const worded = wordedFor('Gmail');

/** Emails that were listed and are still to be read; the oldest are evicted. */
const MAX_LISTED = 2_000;

/**
 * Opens a mailbox of which no text is captured. Its scope (`gmail.metadata`) refuses a search, so that a listing goes
 * through the mailbox from the newest email on and compares heads: a request for each email of the window.
 */
export function openHeads(mailbox: Mailbox, costOfGet: number, read: MailReader): ActivitySource {
  const heads = createHeadReader(mailbox, costOfGet, wholeHead);
  const listed = new Map<string, Mail>();
  const remember = (mail: Mail) => {
    if (mail.id) listed.set(mail.id, mail);
    for (const oldest of [...listed.keys()].slice(0, -MAX_LISTED)) listed.delete(oldest);
  };
  const take = async (id: string): Promise<Mail | undefined> => {
    const known = listed.get(id);
    listed.delete(id);
    return known ?? heads.read(id);
  };
  return {
    listsByHeads: true,
    position: () => worded(() => readPosition(mailbox)),
    changes: (cursor) => worded(() => readChanges(mailbox, cursor)),
    list: (window, pageToken) =>
      worded(() => listByHeads(mailbox, heads, { window, pageToken, remember })),
    head: (id) =>
      worded(async () => {
        const mail = await take(id);
        return mail && mapHead(mail);
      }),
    read: async (id) => {
      const mail = await worded(() => take(id));
      return mail && mapHeadOnly(mail, read);
    },
  };
}

interface Listing {
  window: Window;
  pageToken: string | undefined;
  remember: (mail: Mail) => void;
}

async function listByHeads(
  mailbox: Mailbox,
  heads: HeadReader,
  { window, pageToken, remember }: Listing,
): Promise<ListPage> {
  const { since, until, domains } = window;
  const { messages, nextPageToken } = await requestPage(mailbox, pageToken);
  const ids = messages.flatMap(({ id }) => id ?? []);
  const last = await lastOf(heads, ids);
  // Gmail lists by time, the newest first.
  if (last !== undefined && until !== undefined && mailTime(last) >= until) {
    return { ids: [], nextPageToken, total: undefined };
  }
  if (last !== undefined) remember(last);
  heads.expect(messages, since);
  const matches = domains && createDomainMatcher(domains);
  const found: string[] = [];
  for (const id of ids) {
    const mail = id === last?.id ? last : await heads.read(id);
    if (mail === undefined) continue;
    const at = mailTime(mail);
    if (at < since) break;
    if (until !== undefined && at >= until) continue;
    const { participants, bcc } = headParticipants(mail);
    const isConcerned =
      matches === undefined ||
      [...participants, ...bcc].some(({ email }) => matches(email).length > 0);
    if (!isConcerned) continue;
    remember(mail);
    found.push(id);
  }
  const isOver = last !== undefined && mailTime(last) < since;
  return { ids: found, nextPageToken: isOver ? undefined : nextPageToken, total: undefined };
}

async function requestPage(
  { api, request }: Mailbox,
  pageToken: string | undefined,
): Promise<{ messages: Mail[]; nextPageToken: string | undefined }> {
  const send = (token: string | undefined) =>
    request(gmailCosts.list, (options) =>
      api.messages.list(
        {
          userId: 'me',
          maxResults: listPageSize,
          ...(token !== undefined && { pageToken: token }),
        },
        options,
      ),
    );
  const page = await send(pageToken).catch((error: unknown) => {
    if (googleStatus(error) === 400 && pageToken !== undefined) return send(undefined);
    throw error;
  });
  return { messages: page.messages ?? [], nextPageToken: page.nextPageToken ?? undefined };
}

/** The last email of a page that still exists. */
async function lastOf(heads: HeadReader, ids: readonly string[]): Promise<Mail | undefined> {
  for (const id of ids.toReversed()) {
    const mail = await heads.read(id);
    if (mail !== undefined) return mail;
  }
  return undefined;
}
