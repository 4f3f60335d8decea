import type { QueryClient } from '@tanstack/react-query';
import { prefetchAccount } from '../features/account-detail/prefetch-account.ts';
import { accountsPageQuery } from '../features/accounts-grid/data/accounts-query.ts';
import { readView } from '../features/accounts-grid/data/accounts-view.ts';
import { readActiveWorkspaceAt } from '../features/workspaces/active-workspace.ts';
import { findWorkspace, type WorkspaceAddress } from '../features/workspaces/find-workspace.ts';
import { clearPreloadedResponses } from '../lib/api/preloaded-responses.ts';
import { currentUserQuery } from '../lib/session/current-user-query.ts';
import { readSession } from '../lib/session/session-store.ts';
import { workspacesQuery } from '../lib/workspaces/workspaces-query.ts';
import { parseAccountsPath } from './parse-accounts-path.ts';
import { createPrefetchClient } from './session-client.ts';

/**
 * Asks for what the accounts grid or the account at this address is going to show, before anything
 * is drawn, so that the server works while the browser builds up the page. At any other address,
 * and for the signed-out, it asks for nothing. What fails here is told by the page, which asks for
 * the same.
 *
 * @returns settles when all of it has been answered.
 */
export async function prefetchPageData({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const { token } = readSession();
  const address = parseAccountsPath(pathname);
  if (token === undefined || address === undefined) return;
  const client = createPrefetchClient(token);
  const params = new URLSearchParams(search);
  // None of these fails: their pages tell of failures.
  await Promise.all([
    address.accountId === undefined
      ? requestAccounts(client, address, params)
      : prefetchAccount(client, address.accountId, params),
    client.prefetchQuery(currentUserQuery),
    client.prefetchQuery(workspacesQuery),
  ]);
  clearPreloadedResponses();
}

async function requestAccounts(
  client: QueryClient,
  address: WorkspaceAddress,
  params: URLSearchParams,
): Promise<void> {
  const view = readView(params);
  const ask = (workspaceId: string) =>
    client.prefetchQuery(accountsPageQuery(client, workspaceId, view, 0));
  // Last time's id needs no list to be found in. Should the address mean another workspace by now,
  // the page asks for that one's accounts and this answer goes unused.
  const recalled = readActiveWorkspaceAt(address);
  await Promise.all([recalled === undefined ? undefined : ask(recalled), prefetchListed()]);

  async function prefetchListed(): Promise<void> {
    await client.prefetchQuery(workspacesQuery);
    const workspace = findWorkspace(client.getQueryData(workspacesQuery.queryKey), address);
    if (workspace !== undefined) await ask(workspace.id);
  }
}
