import { gmail, type gmail_v1 } from '@googleapis/gmail';
import type {
  ActivitySource,
  ChangePage,
  Cursor,
  ListPage,
  ProviderSession,
  Window,
} from '../../modules/integrations/provider.ts';
import { ProviderError } from '../../modules/integrations/provider-error.ts';
import type { TokenBucket } from '../../platform/throttle/token-bucket.ts';
import { googleStatus, wordedFor } from '../google-auth/google-failure.ts';
import { openGoogleSession } from '../google-auth/google-session.ts';
import {
  type GoogleSettings,
  googleAddresses,
  googleRequestTimeout,
  maxGoogleResponseBytes,
  maxMailResponseBytes,
} from '../google-auth/google-settings.ts';
import { gmailCosts, historyPageSize, listPageSize } from './gmail-limits.ts';
import { gmailSearches, readPageToken, writePageToken } from './gmail-search.ts';
import { mapHead, headHeaders } from './map-head.ts';
import { mapMail } from './map-mail.ts';
import type { MailReader } from './mime/read-mail.ts';
import { isAbsent, readHistory } from './read-history.ts';

/** Makes one request: waits for the quota, sends it, words its failure. */
type Request = <T>(
  cost: number,
  send: (options: {
    signal: AbortSignal;
    timeout: number;
    maxContentLength: number;
  }) => Promise<{ data: T }>,
) => Promise<T>;

const userId = 'me';

const worded = wordedFor('Gmail');

export interface GmailQuota {
  bucket: TokenBucket;
  costOfGet: number;
}

export interface Mailbox {
  api: gmail_v1.Resource$Users;
  request: Request;
}

/** Google's own client for a mailbox, and the way in which each of its requests is made. */
export function connectMailbox(
  settings: GoogleSettings,
  session: ProviderSession,
  bucket: TokenBucket,
): Mailbox {
  const { signal } = session;
  const { auth, authorized } = openGoogleSession(settings, session);
  const { api: rootUrl } = googleAddresses(settings);
  const api = gmail({
    version: 'v1',
    auth,
    // When to try again is the engine's business.
    retry: false,
    ...(rootUrl !== undefined && { rootUrl }),
  }).users;
  const request: Request = async (cost, send) => {
    await bucket.take(cost, signal);
    const options = {
      signal,
      timeout: googleRequestTimeout,
      maxContentLength: maxGoogleResponseBytes,
    };
    return (await authorized(() => send(options))).data;
  };
  return { api, request };
}

/** Opens a person's mailbox with the grant at hand. */
export function openMailbox(
  settings: GoogleSettings,
  session: ProviderSession,
  { bucket, costOfGet }: GmailQuota,
  read: MailReader,
): ActivitySource {
  const mailbox = connectMailbox(settings, session, bucket);
  const { api, request } = mailbox;
  return {
    position: () => worded(() => readPosition(api, request)),
    changes: (cursor) => worded(() => readChanges(api, request, cursor)),
    list: (window, pageToken) => worded(() => listMails(api, request, window, pageToken)),
    head: (id) =>
      worded(async () => {
        const mail = await getMail(mailbox, costOfGet, {
          id,
          format: 'metadata',
          metadataHeaders: headHeaders,
          fields: 'id,labelIds,internalDate,payload/headers',
        });
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

async function readPosition(api: gmail_v1.Resource$Users, request: Request): Promise<Cursor> {
  const { historyId } = await request(gmailCosts.getProfile, (options) =>
    api.getProfile({ userId }, options),
  );
  return { historyId: requireHistoryId(historyId) };
}

/**
 * The history since a cursor. While there are more pages the cursor keeps where they began, so that
 * nothing is lost however Gmail orders them; afterwards it is what the mailbox was at when the
 * first page was asked for, since a mail that came meanwhile may be on none of them.
 */
async function readChanges(
  api: gmail_v1.Resource$Users,
  request: Request,
  cursor: Cursor,
): Promise<ChangePage> {
  const { historyId, pageToken, upTo } = cursor as {
    historyId: string;
    pageToken?: string;
    upTo?: string;
  };
  const send = (token: string | undefined) =>
    request(gmailCosts.history, (options) =>
      api.history.list(
        {
          userId,
          startHistoryId: historyId,
          maxResults: historyPageSize,
          historyTypes: ['messageAdded', 'messageDeleted', 'labelAdded', 'labelRemoved'],
          ...(token !== undefined && { pageToken: token }),
        },
        options,
      ),
    );
  const page = await send(pageToken).catch((error: unknown) => {
    if (googleStatus(error) === 404) {
      throw new ProviderError('cursor-expired', 'Gmail no longer knows what changed since.', {
        cause: error,
      });
    }
    // A page token that Gmail no longer takes: from the beginning of these pages again.
    if (googleStatus(error) === 400 && pageToken !== undefined) return send(undefined);
    throw error;
  });
  const end = upTo ?? requireHistoryId(page.historyId);
  const next = page.nextPageToken;
  return {
    ...readHistory(page.history ?? []),
    next: next ? { historyId, pageToken: next, upTo: end } : { historyId: end },
    isLast: !next,
  };
}

async function listMails(
  api: gmail_v1.Resource$Users,
  request: Request,
  { since, domains }: Window,
  pageToken: string | undefined,
): Promise<ListPage> {
  const searches = gmailSearches(since, domains);
  const place = readPageToken(pageToken);
  const q = searches[place.search];
  if (q === undefined) return { ids: [], nextPageToken: undefined, total: undefined };
  const send = (token: string | undefined) =>
    request(gmailCosts.list, (options) =>
      api.messages.list(
        { userId, q, maxResults: listPageSize, ...(token !== undefined && { pageToken: token }) },
        options,
      ),
    );
  const page = await send(place.token).catch((error: unknown) => {
    if (googleStatus(error) === 400 && place.token !== undefined) return send(undefined);
    throw error;
  });
  const { nextPageToken: token, resultSizeEstimate } = page;
  const next = token ? { ...place, token } : { search: place.search + 1, token: undefined };
  return {
    ids: (page.messages ?? []).flatMap(({ id }) => id ?? []),
    nextPageToken: searches[next.search] === undefined ? undefined : writePageToken(next),
    total: searches.length === 1 ? (resultSizeEstimate ?? undefined) : undefined,
  };
}

/** @returns undefined when the mail is gone or is none that took place. */
async function getMail(
  { api, request }: Mailbox,
  costOfGet: number,
  parameters: Omit<gmail_v1.Params$Resource$Users$Messages$Get, 'userId'>,
): Promise<gmail_v1.Schema$Message | undefined> {
  const maxContentLength =
    parameters.format === 'raw' ? maxMailResponseBytes : maxGoogleResponseBytes;
  try {
    const mail = await request(costOfGet, (options) =>
      api.messages.get({ userId, ...parameters }, { ...options, maxContentLength }),
    );
    return isAbsent(mail.labelIds ?? []) ? undefined : mail;
  } catch (error) {
    if (googleStatus(error) === 404) return undefined;
    throw error;
  }
}

function requireHistoryId(historyId: string | null | undefined): string {
  if (historyId) return historyId;
  throw new ProviderError('temporary', 'Gmail did not say where its history stands.');
}
