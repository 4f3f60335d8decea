import { apiRequestOrThrow } from '../api/api-request.ts';
import type { BulkAct } from '../bulk/use-bulk.ts';
import { readTakingAccount } from './read-taking-account.ts';

/** The reason where another account has the domain by now. */
const TAKEN = 'another account has the domain now';

/** Restores deleted accounts of a workspace, one by one, a few at a time. */
export function restoreAccounts<Account extends { id: string }>(
  workspaceId: string,
): BulkAct<Account, Account> {
  return {
    partSize: 1,
    parallel: 3,
    act: async (part) => {
      const [item] = part;
      if (item === undefined) return { done: [], failed: [] };
      try {
        await apiRequestOrThrow(
          'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore',
          { params: { workspaceId, accountId: item.id } },
        );
      } catch (error) {
        if (readTakingAccount(error) === undefined) throw error;
        return { done: [], failed: [{ item, reason: TAKEN }] };
      }
      return { done: part, failed: [] };
    },
  };
}
