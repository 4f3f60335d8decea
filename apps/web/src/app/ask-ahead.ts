import type { QueryClient } from '@tanstack/react-query';
import { matchPath, type Params } from 'react-router';
import { askForAccount } from '../features/account-detail/ask-for-account.ts';
import { accountsPageQuery } from '../features/accounts-grid/accounts-query.ts';
import { readView } from '../features/accounts-grid/accounts-view.ts';
import { recallWorkspaceAt } from '../features/workspaces/active-workspace.ts';
import { findWorkspace } from '../features/workspaces/find-workspace.ts';
import { currentUserQuery } from '../lib/session/current-user-query.ts';
import { readSession } from '../lib/session/session-store.ts';
import { workspacesQuery } from '../lib/workspaces/workspaces-query.ts';
import { clientAhead } from './session-client.ts';

const ACCOUNTS = '/:orgSlug/:workspaceSlug/accounts';
const ACCOUNT = `${ACCOUNTS}/:accountId`;

/**
 * Asks for what the accounts grid or the account at this address is going to show, before anything
 * is drawn, so that the server works while the browser builds up the page. At any other address, and
 * for the signed-out, it asks for nothing. What fails here is told by the page, which asks for the
 * same.
 */
export function askAhead({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const { token } = readSession();
  const grid = matchPath(ACCOUNTS, pathname)?.params;
  const account = matchPath(ACCOUNT, pathname)?.params;
  if (token === undefined || (grid ?? account) === undefined) return;
  const client = clientAhead(token);
  const params = new URLSearchParams(search);
  if (grid !== undefined) askForAccounts(client, grid, params);
  if (account?.accountId !== undefined) askForAccount(client, account.accountId, params);
  void client.prefetchQuery(currentUserQuery);
  void client.prefetchQuery(workspacesQuery);
}

function askForAccounts(
  client: QueryClient,
  { orgSlug = '', workspaceSlug = '' }: Params<'orgSlug' | 'workspaceSlug'>,
  params: URLSearchParams,
): void {
  const address = { orgSlug, workspaceSlug };
  const view = readView(params);
  const ask = (workspaceId: string) =>
    client.prefetchQuery(accountsPageQuery(client, workspaceId, view, 0));
  // Last time's id needs no list to be found in. Should the address mean another workspace by now,
  // the page asks for that one's accounts and this answer goes unused.
  const recalled = recallWorkspaceAt(address);
  if (recalled !== undefined) void ask(recalled);
  void askListed();

  async function askListed(): Promise<void> {
    await client.prefetchQuery(workspacesQuery);
    const workspace = findWorkspace(client.getQueryData(workspacesQuery.queryKey), address);
    if (workspace !== undefined) await ask(workspace.id);
  }
}
