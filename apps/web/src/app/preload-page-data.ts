import type { Workspace } from '@repo/contract/workspaces';
import { TIMELINE, timelineInput } from '../features/account-detail/timeline-request.ts';
import { firstRequest, today } from '../features/account-detail/timeline-parts.ts';
import { readWindowParams } from '../features/account-detail/window-url-params.ts';
import { accountsInput, LIST, PAGE_SIZE } from '../features/accounts-grid/data/accounts-request.ts';
import { readView } from '../features/accounts-grid/data/accounts-view.ts';
import { readActiveWorkspaceAt } from '../features/workspaces/active-workspace.ts';
import { findWorkspace, type WorkspaceAddress } from '../features/workspaces/find-workspace.ts';
import { preloadResponse, isUnclaimed } from '../lib/api/preloaded-responses.ts';
import { storedToken } from '../lib/session/stored-token.ts';
import { parseAccountsPath } from './parse-accounts-path.ts';

/**
 * Asks for what the accounts grid or the account at this address is going to ask for, while the
 * browser still loads the application. What fails here is told by the page, which gets the answers.
 */
export function preloadPageData({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const token = storedToken();
  const address = parseAccountsPath(pathname);
  if (token === undefined || address === undefined) return;
  const listed = preloadResponse('GET /api/workspaces', {}, token);
  void preloadResponse('GET /api/auth/me', {}, token);
  const params = new URLSearchParams(search);
  if (address.accountId !== undefined) return askForAccount(address.accountId, params, token);

  const view = readView(params);
  const requestAccounts = (workspaceId: string) => {
    void preloadResponse(
      LIST,
      accountsInput(workspaceId, view, { offset: 0, limit: PAGE_SIZE }),
      token,
    );
  };
  const recalled = readActiveWorkspaceAt(address);
  if (recalled !== undefined) requestAccounts(recalled);
  void requestListed(address);

  async function requestListed(at: WorkspaceAddress): Promise<void> {
    const found = await findListed(listed, at);
    // Where the application has taken the list, it asks for what follows from it.
    if (found !== undefined && found !== recalled && isUnclaimed(listed)) requestAccounts(found);
  }
}

function askForAccount(accountId: string, params: URLSearchParams, token: string): void {
  void preloadResponse('GET /api/accounts/{accountId}', { params: { accountId } }, token);
  const { size, end } = readWindowParams(params, today());
  const request = firstRequest(size, end, undefined);
  void preloadResponse(TIMELINE, timelineInput(accountId, size, request), token);
}

async function findListed(
  listed: Promise<Response>,
  address: WorkspaceAddress,
): Promise<string | undefined> {
  try {
    // A copy: the application reads the answer itself.
    const answer = (await (await listed).clone().json()) as { data?: { items?: Workspace[] } };
    return findWorkspace(answer.data?.items, address)?.id;
  } catch {
    return undefined;
  }
}
