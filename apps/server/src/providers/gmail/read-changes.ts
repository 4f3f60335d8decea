import type { ChangePage, Cursor } from '#modules/integrations/provider/activity-source.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { googleStatus } from '../google-auth/google-failure.ts';
import type { Mailbox } from './connect-mailbox.ts';
import { gmailCosts, historyPageSize } from './gmail-limits.ts';
import { readHistory } from './read-history.ts';

const userId = 'me';

/** The state of a mailbox, from which on changes can be read. */
export async function readPosition({ api, request }: Mailbox): Promise<Cursor> {
  const { historyId } = await request(gmailCosts.getProfile, (options) =>
    api.getProfile({ userId }, options),
  );
  return { historyId: requireHistoryId(historyId) };
}

/**
 * The history since a cursor. While there are more pages, the cursor contains where they began, so
 * that nothing is lost however Gmail orders them. Afterwards it is the state of the mailbox when
 * the first page was requested, since an email that arrived in between may be on none of them.
 */
export async function readChanges({ api, request }: Mailbox, cursor: Cursor): Promise<ChangePage> {
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
    // A page token that Gmail no longer accepts: restarts these pages.
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

function requireHistoryId(historyId: string | null | undefined): string {
  if (historyId) return historyId;
  throw new ProviderError('temporary', 'Gmail did not say where its history stands.');
}
