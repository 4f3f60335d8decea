import { limits } from '@repo/contract/page-limits';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Failed } from '#lib/bulk/run-in-parts.ts';
import { TAG_OUTCOME_TEXTS } from '#lib/tags/tag-outcome-texts.ts';
import type { BulkAct } from '#lib/bulk/use-bulk.ts';

export type NamedAccount = { id: string; name: string };

export type OwnerChange = NamedAccount & {
  userId: string | null;
  /** The owner that it replaces; undefined for any. */
  replaces?: string | null;
};

/**
 * Where the server has no request for several accounts, they are changed one by one, a few at a time.
 */
const ONE_BY_ONE = { partSize: 1, parallel: 3 };

/** The reason where an account is not there any more. */
export const GONE = TAG_OUTCOME_TEXTS.gone;

const REASONS = {
  gone: GONE,
  replaced: 'someone else has changed the owner',
  'not-a-member': 'the owner is not an active member of the workspace',
};

/** Changes the owners of accounts. Returns the changed ones, each with its earlier owner. */
export function changeOwners(
  workspaceId: string,
): BulkAct<OwnerChange, OwnerChange & { before: string | null }> {
  return {
    partSize: limits.accountsPerChange,
    parallel: 1,
    act: async (part) => {
      const { outcomes } = await apiRequestOrThrow(
        'PUT /api/workspaces/{workspaceId}/accounts/owners',
        {
          params: { workspaceId },
          body: {
            changes: part.map(({ id: accountId, userId, replaces }) => ({
              accountId,
              userId,
              ...(replaces !== undefined && { replaces }),
            })),
          },
        },
      );
      const byId = new Map(outcomes.map((one) => [one.accountId, one]));
      const done: (OwnerChange & { before: string | null })[] = [];
      const failed: Failed<OwnerChange>[] = [];
      for (const item of part) {
        const { outcome, before } = byId.get(item.id) ?? { outcome: 'gone' as const, before: null };
        if (outcome === 'changed') done.push({ ...item, before });
        else failed.push({ item, reason: REASONS[outcome] });
      }
      return { done, failed };
    },
  };
}

export type TagChange = NamedAccount & { add: readonly string[]; remove: readonly string[] };

/** Puts tags on accounts and takes them off. Returns the accounts with what changed of them. */
export function changeTags(workspaceId: string): BulkAct<TagChange, TagChange> {
  return {
    partSize: limits.accountsPerChange,
    parallel: 1,
    act: async (part) => {
      const { outcomes } = await apiRequestOrThrow(
        'PUT /api/workspaces/{workspaceId}/accounts/tags',
        {
          params: { workspaceId },
          body: {
            changes: part.map(({ id: accountId, add, remove }) => ({
              accountId,
              add: [...add],
              remove: [...remove],
            })),
          },
        },
      );
      const byId = new Map(outcomes.map((one) => [one.accountId, one]));
      const done: TagChange[] = [];
      const failed: Failed<TagChange>[] = [];
      for (const item of part) {
        const { outcome = 'gone', added = [], removed = [] } = byId.get(item.id) ?? {};
        if (outcome === 'changed') done.push({ ...item, add: added, remove: removed });
        else failed.push({ item, reason: TAG_OUTCOME_TEXTS[outcome] });
      }
      return { done, failed };
    },
  };
}

/** Deletes accounts. One that is gone already counts as neither done nor failed. */
export function deleteAccounts<Account extends NamedAccount>(): BulkAct<Account, Account> {
  return {
    ...ONE_BY_ONE,
    act: async (part) => {
      const [item] = part;
      if (item === undefined) return { done: [], failed: [] };
      try {
        await apiRequestOrThrow('DELETE /api/accounts/{accountId}', {
          params: { accountId: item.id },
        });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { done: [], failed: [] };
        throw error;
      }
      return { done: part, failed: [] };
    },
  };
}
