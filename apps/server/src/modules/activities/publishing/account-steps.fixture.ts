import { continueAccountChanges } from '../../accounts/deletion/continue-account-changes.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { findAccountOfDomain } from '#modules/accounts/accounts-by-domain.ts';
import { addAccountDomain } from '#modules/accounts/add-account-domain.ts';
import { finishDomainChanges } from '#modules/accounts/finish-domain-changes.ts';
import { removeAccountDomain } from '#modules/accounts/remove-account-domain.ts';
import { setPrimaryDomain } from '#modules/accounts/set-primary-domain.ts';
import { finishMerge } from '../../accounts/merging/finish-merge.ts';
import { mergeAccounts } from '../../accounts/merging/merge-accounts.ts';
import { mergeDeletedAccount } from '../../accounts/merging/merge-deleted-account.ts';
import { deleteAccount } from '../../accounts/deletion/delete-account.ts';
import { finishDeletion } from '../../accounts/deletion/finish-deletion.ts';
import { restoreAccount } from '../../accounts/deletion/restore-account.ts';
import { restoreShares } from '../../accounts/deletion/restore-shares.ts';

export const accountStepNames = [
  'delete account',
  'restore account',
  'begin to delete account',
  'begin to restore account',
  'continue account changes',
  'add account domain',
  'remove account domain',
  'begin to add account domain',
  'begin to remove account domain',
  'make domain primary',
  'merge accounts',
  'begin to merge accounts',
  'merge deleted account',
  'begin to merge deleted account',
];

interface AccountStep {
  userId: string;
  workspaceId: string;
  domain?: string;
  /** Another one, to be added to or removed from the account of the first. */
  other?: string;
  /** The number of steps after which the work is interrupted. */
  number?: number;
}

/**
 * Deletes and restores the account of a domain, and changes its domains: to the end, or interrupted, as by a
 * killed process.
 */
export function accountSteps(
  db: Database,
  { userId, workspaceId, ...given }: AccountStep,
): Record<string, () => Promise<unknown>> {
  const member = { id: userId, name: 'Member' };
  const accountId = async (table: 'workspace_accounts' | 'deleted_accounts') => {
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(table === 'deleted_accounts' ? 'account_id' : 'id')} as id
      from ${sql.table(table)}
      where workspace_id = ${workspaceId} and domain = ${given.domain ?? ''}
      order by created_at limit 1`.execute(db);
    return rows[0]?.id ?? '00000000-0000-4000-8000-000000000000';
  };
  const fewSteps = () => {
    let left = given.number ?? 0;
    return () => (left -= 1) < 0;
  };
  const ofAnyDomain = async () =>
    (await findAccountOfDomain(db, workspaceId, given.domain ?? ''))?.id ??
    '00000000-0000-4000-8000-000000000000';
  const other = { domain: given.other ?? '' };
  const changeDomains = async (
    change: typeof addAccountDomain | typeof removeAccountDomain,
    isOver?: () => boolean,
  ): Promise<void> => {
    const id = await ofAnyDomain();
    await change(db, member, { ...other, accountId: id });
    await finishDomainChanges(db, { workspaceId, accountId: id }, isOver, 2);
  };
  const merge = async (isOver?: () => boolean) => {
    const from = await findAccountOfDomain(db, workspaceId, other.domain);
    const [id, intoId] = [from?.id ?? workspaceId, await ofAnyDomain()];
    await mergeAccounts(db, member, { accountId: id, intoId });
    await finishMerge(db, { workspaceId, accountId: id }, isOver);
    await finishDomainChanges(db, { workspaceId, accountId: intoId }, isOver, 2);
  };
  const mergeDeleted = async (isOver?: () => boolean) => {
    const intoId = (await findAccountOfDomain(db, workspaceId, other.domain))?.id ?? workspaceId;
    const deletedId = await accountId('deleted_accounts');
    await mergeDeletedAccount(db, member, { workspaceId, accountId: deletedId, intoId });
    await restoreShares(db, { workspaceId, accountId: intoId }, isOver);
    await finishDomainChanges(db, { workspaceId, accountId: intoId }, isOver, 2);
  };
  const continueMerge = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from workspace_accounts
      where workspace_id = ${workspaceId} and merged_into is not null limit 1`.execute(db);
    for (const { id } of rows) await finishMerge(db, { workspaceId, accountId: id }, fewSteps());
  };
  return {
    'add account domain': () => changeDomains(addAccountDomain),
    'remove account domain': () => changeDomains(removeAccountDomain),
    'begin to add account domain': () => changeDomains(addAccountDomain, fewSteps()),
    'begin to remove account domain': () => changeDomains(removeAccountDomain, fewSteps()),
    'merge accounts': () => merge(),
    'begin to merge accounts': () => merge(fewSteps()),
    'merge deleted account': () => mergeDeleted(),
    'begin to merge deleted account': () => mergeDeleted(fewSteps()),
    'make domain primary': async () =>
      setPrimaryDomain(db, member, { ...other, accountId: await ofAnyDomain() }),
    'delete account': async () => {
      const id = await accountId('workspace_accounts');
      await deleteAccount(db, member, id);
      await finishDeletion(db, { workspaceId, accountId: id });
    },
    'begin to delete account': async () => {
      const id = await accountId('workspace_accounts');
      await deleteAccount(db, member, id);
      await finishDeletion(db, { workspaceId, accountId: id }, fewSteps());
    },
    'restore account': async () => {
      const id = await accountId('deleted_accounts');
      await restoreAccount(db, member, { workspaceId, accountId: id });
      await restoreShares(db, { workspaceId, accountId: id });
    },
    'begin to restore account': async () => {
      const id = await accountId('deleted_accounts');
      await restoreAccount(db, member, { workspaceId, accountId: id });
      await restoreShares(db, { workspaceId, accountId: id }, fewSteps());
    },
    'continue account changes': async () => {
      const deleted = await accountId('workspace_accounts');
      await finishDeletion(db, { workspaceId, accountId: deleted }, fewSteps());
      await continueMerge();
      const changed = await ofAnyDomain();
      await finishDomainChanges(db, { workspaceId, accountId: changed }, fewSteps(), 2);
      const restored = await accountId('deleted_accounts');
      await restoreShares(db, { workspaceId, accountId: restored }, fewSteps());
    },
  };
}

/** Has the job do the rest: of a deleted account nothing is left but what restoring it needs. */
export async function finishAccountChanges(context: Pick<Context, 'db' | 'log'>): Promise<void> {
  await continueAccountChanges(context);
  const { rows } = await sql`
    select id from workspace_accounts where deleted_at is not null
    union all select account_id from deleted_accounts where restored_at is not null
    union all select account_id from account_refreshes`.execute(context.db);
  expect(rows).toEqual([]);
}
