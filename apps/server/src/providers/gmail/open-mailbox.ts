import type { ProviderSession } from '#modules/integrations/provider.ts';
import type {
  ActivitySource,
  ListPage,
  Window,
} from '#modules/integrations/provider/activity-source.ts';
import { googleStatus, wordedFor } from '../google-auth/google-failure.ts';
import type { GoogleSettings } from '../google-auth/google-settings.ts';
import { connectMailbox, getMail, type GmailQuota, type Mailbox } from './connect-mailbox.ts';
import { gmailCosts, listPageSize } from './gmail-limits.ts';
import { gmailSearches, readPageToken, writePageToken } from './gmail-search.ts';
import { mapHead } from './map-head.ts';
import { openHeads } from './open-heads.ts';
import { mapMail } from './map-mail.ts';
import type { MailReader } from '../mail/mime/read-mail.ts';
import { recentMails } from './recent-mails.ts';
import { createHeadReader, type HeadReader } from './read-heads.ts';
import { readChanges, readPosition } from './read-changes.ts';

const userId = 'me';

const worded = wordedFor('Gmail');

/** Opens a user's mailbox with the given grant. */
export function openMailbox(
  settings: GoogleSettings,
  session: ProviderSession,
  { bucket, costOfGet }: GmailQuota,
  read: MailReader,
): ActivitySource {
  const mailbox = connectMailbox(settings, session, bucket);
  if (session.withoutText === true) return openHeads(mailbox, costOfGet, read);
  const heads = createHeadReader(mailbox, costOfGet);
  return {
    position: () => worded(() => readPosition(mailbox)),
    changes: (cursor) => worded(() => readChanges(mailbox, cursor)),
    list: (window, pageToken) => worded(() => listMails(mailbox, heads, window, pageToken)),
    head: (id) =>
      worded(async () => {
        const mail = await heads.read(id);
        return mail && mapHead(mail);
      }),
    read: async (id) => {
      const mail = await worded(() =>
        getMail(mailbox, costOfGet, { id, format: 'raw', fields: 'id,labelIds,internalDate,raw' }),
      );
      return mail && mapMail(mail, read);
    },
  };
}

async function listMails(
  mailbox: Mailbox,
  heads: HeadReader,
  window: Window,
  pageToken: string | undefined,
): Promise<ListPage> {
  const { api, request } = mailbox;
  const { since, domains } = window;
  const searches = gmailSearches(window);
  const position = readPageToken(pageToken);
  const q = searches[position.search];
  if (q === undefined) return { ids: [], nextPageToken: undefined, total: undefined };
  const send = (token: string | undefined) =>
    request(gmailCosts.list, (options) =>
      api.messages.list(
        { userId, q, maxResults: listPageSize, ...(token !== undefined && { pageToken: token }) },
        options,
      ),
    );
  const page = await send(position.token).catch((error: unknown) => {
    if (googleStatus(error) === 400 && position.token !== undefined) return send(undefined);
    throw error;
  });
  const { nextPageToken: token, resultSizeEstimate } = page;
  const next = token ? { ...position, token } : { search: position.search + 1, token: undefined };
  // Heads are only requested when everything is listed: emails that concern domains are read whole.
  if (domains === undefined) heads.expect(page.messages ?? [], since);
  const ids = (page.messages ?? []).flatMap(({ id }) => id ?? []);
  const isFirst = position.search === 0 && position.token === undefined;
  const isRecent = isFirst && window.until === undefined;
  const recent = isRecent ? await recentMails(mailbox, heads.read, window, ids) : [];
  return {
    ids: [...recent, ...ids],
    nextPageToken: searches[next.search] === undefined ? undefined : writePageToken(next),
    total: searches.length === 1 ? (resultSizeEstimate ?? undefined) : undefined,
  };
}
