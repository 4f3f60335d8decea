import { limits } from '@repo/contract/page-limits';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import type { Account } from '../data/account.ts';
import { readAccounts } from '../data/account.ts';
import { accountsInput } from '../data/accounts-request.ts';
import type { AccountsView } from '../data/accounts-view.ts';

/** The fields of a selected account: enough to name it, even after it is gone. */
export type SelectedAccount = Pick<Account, 'id' | 'name' | 'domain'>;

/**
 * Reads the names of the accounts of a view from an offset on, without their bubbles, in the order of the
 * view. Fewer than `count` where the view ends before.
 */
export async function readSelectable(
  workspaceId: string,
  { search, sort, filters }: AccountsView,
  { offset, count }: { offset: number; count: number },
): Promise<SelectedAccount[]> {
  const view = { search, filters, ...(sort && { sort }) };
  const found: SelectedAccount[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(limits.pageSize, count - found.length);
    const start = cursor === undefined ? { offset } : { cursor };
    const { params, query } = accountsInput(workspaceId, view, { ...start, limit });
    const { accounts, page } = await apiRequestOrThrow(
      'GET /api/workspaces/{workspaceId}/accounts',
      { params, query: { ...query, includeTimeline: 'false' } },
    );
    const rows = readAccounts(accounts);
    found.push(...rows.map(({ id, name, domain }) => ({ id, name, domain })));
    cursor = rows.length === 0 ? undefined : page?.nextCursor;
  } while (cursor !== undefined && found.length < count);
  return found;
}
