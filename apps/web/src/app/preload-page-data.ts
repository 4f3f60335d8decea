import type { Workspace } from '@repo/contract/workspaces';
import { timelineInput } from '#features/account-detail/timeline/timeline-request.ts';
import { firstRequest, today } from '#features/account-detail/timeline/timeline-parts.ts';
import { readWindowParams } from '#features/account-detail/timeline/window-url-params.ts';
import { accountsInput, PAGE_SIZE } from '#features/accounts-grid/data/accounts-request.ts';
import { requestedViewAt } from '#features/accounts-grid/data/relationship-fields.ts';
import { readActiveWorkspaceAt, recallTimeZone } from '#features/workspaces/active-workspace.ts';
import { findWorkspace, type WorkspaceAddress } from '#features/workspaces/find-workspace.ts';
import { preloadResponse, isUnclaimed } from '#lib/api/preloaded-responses.ts';
import { storedToken } from '#lib/session/stored-token.ts';
import { parseAccountsPath } from './parse-accounts-path.ts';

/**
 * Preloads the data of the accounts grid or the account at this address while the browser still
 * loads the application. The page receives the responses and reports failures.
 */
export function preloadPageData({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const token = storedToken();
  const address = parseAccountsPath(pathname);
  if (token === undefined || address === undefined) return;
  const listed = preloadResponse('GET /api/workspaces', {}, token);
  void preloadResponse('GET /api/auth/me', {}, token);
  recallTimeZone(address);
  const params = new URLSearchParams(search);
  if (address.accountId !== undefined) return requestAccount(address.accountId, params, token);

  const requestAccounts = (workspaceId: string) => {
    void preloadResponse(
      'GET /api/workspaces/{workspaceId}/accounts',
      accountsInput(workspaceId, requestedViewAt(params, workspaceId), {
        offset: 0,
        limit: PAGE_SIZE,
      }),
      token,
    );
  };
  const recalled = readActiveWorkspaceAt(address);
  if (recalled !== undefined) requestAccounts(recalled);
  void requestListed(address);

  async function requestListed(at: WorkspaceAddress): Promise<void> {
    const found = await findListed(listed, at);
    // Once the application has taken the list, it makes the next request itself.
    if (found !== undefined && found !== recalled && isUnclaimed(listed)) requestAccounts(found);
  }
}

function requestAccount(accountId: string, params: URLSearchParams, token: string): void {
  void preloadResponse('GET /api/accounts/{accountId}', { params: { accountId } }, token);
  const { size, end } = readWindowParams(params, today());
  const request = firstRequest(size, end, undefined);
  void preloadResponse(
    'GET /api/accounts/{accountId}/timeline',
    timelineInput(accountId, size, request),
    token,
  );
}

async function findListed(
  listed: Promise<Response>,
  address: WorkspaceAddress,
): Promise<string | undefined> {
  try {
    // A clone, since the application reads the response itself.
    const body = (await (await listed).clone().json()) as { data?: { items?: Workspace[] } };
    return findWorkspace(body.data?.items, address)?.id;
  } catch {
    return undefined;
  }
}
