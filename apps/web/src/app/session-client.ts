import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { accountsPageQuery } from '../features/accounts-grid/accounts-query.ts';
import { readView } from '../features/accounts-grid/accounts-view.ts';
import { recallWorkspaceAt } from '../features/workspaces/active-workspace.ts';
import { findWorkspace } from '../features/workspaces/find-workspace.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { currentUserQuery } from '../lib/session/current-user-query.ts';
import { readSession, subscribeToSession } from '../lib/session/session-store.ts';
import { workspacesQuery } from '../lib/workspaces/workspaces-query.ts';

let ahead: { token: string; client: QueryClient } | undefined;

// What was asked for one session goes with it.
subscribeToSession(() => {
  if (readSession().token !== ahead?.token) ahead = undefined;
});

/** The cache of a session: the one that `askAhead` has begun to fill, or an empty one. */
export function sessionClient(token: string): QueryClient {
  return ahead?.token === token ? ahead.client : createQueryClient();
}

/**
 * Asks for what the accounts grid at this address is going to show, before anything is drawn, so
 * that the server works while the browser builds up the page. At any other address, and for the
 * signed-out, it asks for nothing. What fails here is told by the page, which asks for the same.
 */
export function askAhead({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const { token } = readSession();
  const place = matchPath('/:orgSlug/:workspaceSlug/accounts', pathname);
  if (token === undefined || place === null) return;
  const { orgSlug = '', workspaceSlug = '' } = place.params;
  const address = { orgSlug, workspaceSlug };
  const client = createQueryClient();
  ahead = { token, client };

  const view = readView(new URLSearchParams(search));
  const askAccounts = (workspaceId: string) =>
    client.prefetchQuery(accountsPageQuery(client, workspaceId, view, 0));
  // Last time's id needs no list to be found in. Should the address mean another workspace by now,
  // the page asks for that one's accounts and this answer goes unused.
  const recalled = recallWorkspaceAt(address);
  if (recalled !== undefined) void askAccounts(recalled);
  void client.prefetchQuery(currentUserQuery);
  void askListed();

  async function askListed(): Promise<void> {
    await client.prefetchQuery(workspacesQuery);
    const listed = client.getQueryData(workspacesQuery.queryKey);
    const workspace = findWorkspace(listed, address);
    if (workspace !== undefined) await askAccounts(workspace.id);
  }
}
