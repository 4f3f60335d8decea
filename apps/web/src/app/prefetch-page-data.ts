import type { QueryClient } from '@tanstack/react-query';
import { accountsPageQuery } from '#features/accounts-grid/data/accounts-query.ts';
import { requestedViewAt } from '#features/accounts-grid/data/relationship-fields.ts';
import { readActiveWorkspaceAt, recallTimeZone } from '#features/workspaces/active-workspace.ts';
import { findWorkspace, type WorkspaceAddress } from '#features/workspaces/find-workspace.ts';
import { clearPreloadedResponses } from '#lib/api/preloaded-responses.ts';
import { currentUserQuery } from '#lib/session/current-user-query.ts';
import { readSession } from '#lib/session/session-store.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { parseAccountsPath } from './parse-accounts-path.ts';
import { createPrefetchClient } from './session-client.ts';

/**
 * Prefetches the data of the accounts grid or the account at this address before anything is
 * rendered, so that the server works while the browser builds the page. Does nothing at other
 * addresses or without a session. The page reports failures, since it requests the same data.
 *
 * @returns settles when all responses have arrived.
 */
export async function prefetchPageData({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const { token } = readSession();
  const address = parseAccountsPath(pathname);
  if (token === undefined || address === undefined) return;
  recallTimeZone(address);
  const client = createPrefetchClient(token);
  const params = new URLSearchParams(search);
  // None of these throws: the pages report failures.
  await Promise.all([
    address.accountId === undefined
      ? prefetchAccounts(client, address, params)
      : prefetchAccount(client, address.accountId, params),
    client.prefetchQuery(currentUserQuery),
    client.prefetchQuery(workspacesQuery),
  ]);
  clearPreloadedResponses();
}

async function prefetchAccounts(
  client: QueryClient,
  address: WorkspaceAddress,
  params: URLSearchParams,
): Promise<void> {
  const prefetch = (workspaceId: string) =>
    client.prefetchQuery(
      accountsPageQuery(client, workspaceId, requestedViewAt(params, workspaceId), 0),
    );
  // The stored id needs no workspace list. If the address now leads to another workspace, the page
  // requests the accounts of that one, and this response is not used.
  const recalled = readActiveWorkspaceAt(address);
  await Promise.all([recalled === undefined ? undefined : prefetch(recalled), prefetchListed()]);

  async function prefetchListed(): Promise<void> {
    await client.prefetchQuery(workspacesQuery);
    const workspace = findWorkspace(client.getQueryData(workspacesQuery.queryKey), address);
    if (workspace !== undefined) await prefetch(workspace.id);
  }
}

/** The code is that of the account page, which the grid does without. The page loads it again if that fails. */
async function prefetchAccount(
  client: QueryClient,
  accountId: string,
  params: URLSearchParams,
): Promise<void> {
  const code = await import('./prefetch-account.ts').catch(() => undefined);
  await code?.prefetchAccount(client, accountId, params);
}
