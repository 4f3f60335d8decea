import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { requestRefresh } from '#modules/activities/refresh-step.ts';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import { noteEntries, notePeopleOfAccount } from '../../listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '../../listed-accounts/note-workspace-changes.ts';
import { writeListedAccounts } from '../../listed-accounts/write-listed-accounts.ts';

/** Accounts of a workspace that are remembered. Here and not in `limits`, which the browser loads. */
export const maxMergedAccounts = 10_000;

interface Merge {
  workspaceId: string;
  accountId: string;
  intoId: string;
  /** The workspace as the audit log names it. */
  scope: string;
}

/**
 * Records that an account was merged into another one: its links lead there, that one is
 * counted and listed again, members are notified, and the audit log has an entry.
 */
export async function recordMerge(
  tx: Connection,
  { id, name }: Actor,
  { workspaceId, accountId, intoId, scope }: Merge,
): Promise<void> {
  await rememberMerge(tx, { workspaceId, accountId, intoId });
  await requestRefresh(tx, { workspaceId, accountId: intoId });
  await writeListedAccounts(tx, workspaceId, [intoId]);
  await noteEntries(tx, workspaceId, 'account', [accountId, intoId]);
  await notePeopleOfAccount(tx, { workspaceId, accountId });
  await noteWorkspaceChanges(tx, [workspaceId]);
  await recordChange(tx, {
    actor: { id, name },
    action: 'account.merged',
    scope,
    before: { accountId },
    after: { accountId: intoId },
  });
}

/**
 * Records a merge, so that links to the account, and to accounts merged into it before, lead to the remaining
 * one. The oldest records are deleted.
 */
async function rememberMerge(
  tx: Connection,
  { workspaceId, accountId, intoId }: Omit<Merge, 'scope'>,
): Promise<void> {
  await sql`
    update merged_accounts set into_account_id = ${intoId}
    where workspace_id = ${workspaceId} and into_account_id = ${accountId}`.execute(tx);
  await sql`
    insert into merged_accounts (workspace_id, account_id, into_account_id)
    values (${workspaceId}, ${accountId}, ${intoId})`.execute(tx);
  await sql`
    delete from merged_accounts where workspace_id = ${workspaceId} and account_id in (
      select account_id from merged_accounts where workspace_id = ${workspaceId}
      order by merged_at desc, account_id offset ${maxMergedAccounts})`.execute(tx);
}
