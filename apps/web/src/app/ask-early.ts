import type { Workspace } from '@repo/contract/workspaces';
import { TIMELINE, timelineInput } from '../features/account-detail/timeline-call.ts';
import { firstRequest, today } from '../features/account-detail/timeline-parts.ts';
import { windowIn } from '../features/account-detail/window-in-address.ts';
import { accountsInput, LIST, PAGE_SIZE } from '../features/accounts-grid/data/accounts-call.ts';
import { readView } from '../features/accounts-grid/data/accounts-view.ts';
import { recallWorkspaceAt } from '../features/workspaces/active-workspace.ts';
import { findWorkspace, type WorkspaceAddress } from '../features/workspaces/find-workspace.ts';
import { askEarly, isUntaken } from '../lib/api/early-answers.ts';
import { storedToken } from '../lib/session/stored-token.ts';
import { readGridAddress } from './grid-address.ts';

/**
 * Asks for what the accounts grid or the account at this address is going to ask for, while the
 * browser still loads the application. What fails here is told by the page, which gets the answers.
 */
export function askEarlyFor({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const token = storedToken();
  const address = readGridAddress(pathname);
  if (token === undefined || address === undefined) return;
  const listed = askEarly('GET /api/workspaces', {}, token);
  void askEarly('GET /api/auth/me', {}, token);
  const params = new URLSearchParams(search);
  if (address.accountId !== undefined) return askForAccount(address.accountId, params, token);

  const view = readView(params);
  const askForAccounts = (workspaceId: string) => {
    void askEarly(LIST, accountsInput(workspaceId, view, { offset: 0, limit: PAGE_SIZE }), token);
  };
  const recalled = recallWorkspaceAt(address);
  if (recalled !== undefined) askForAccounts(recalled);
  void askForListed(address);

  async function askForListed(at: WorkspaceAddress): Promise<void> {
    const found = await findListed(listed, at);
    // Where the application has taken the list, it asks for what follows from it.
    if (found !== undefined && found !== recalled && isUntaken(listed)) askForAccounts(found);
  }
}

function askForAccount(accountId: string, params: URLSearchParams, token: string): void {
  void askEarly('GET /api/accounts/{accountId}', { params: { accountId } }, token);
  const { size, end } = windowIn(params, today());
  const request = firstRequest(size, end, undefined);
  void askEarly(TIMELINE, timelineInput(accountId, size, request), token);
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
