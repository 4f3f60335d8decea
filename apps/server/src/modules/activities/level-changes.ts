import { levelNumber, levelOfNumber, type ShareLevel } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { noteWorkspaceChanges } from '#modules/listed-accounts/note-workspace-changes.ts';
import {
  deferRelationships,
  withdrawRelationships,
} from '#modules/relationships/refresh-relationships.ts';
import { summarizeAccounts } from './publishing/summarize-accounts.ts';

/*
 * Storing a user's activities of an account at another level may concern a hundred thousand of them. The
 * transaction that changes the level of a share stores a row in `level_changes`. From its commit on, no
 * reader sees more than the level in this row (`readLevel`), and steps store the activities at their levels,
 * at the pace of a first share. The row goes with the last step (docs/decisions/share-levels.md).
 */

/** A user's part in an account. */
export interface OwnAccount extends AccountKey {
  ownerId: string;
}

/**
 * Stores that the activities of a user in an account have another level. While an earlier change is pending,
 * readers see no more than the lower one of both: rows that it has not reached yet may have more. The caller
 * has locked the owner.
 */
export async function requestLevelChange(
  tx: Connection,
  { ownerId, workspaceId, accountId }: OwnAccount,
  level: ShareLevel,
): Promise<void> {
  await sql`
    insert into level_changes as pending (workspace_id, account_id, owner_id, level)
    values (${workspaceId}, ${accountId}, ${ownerId}, ${levelNumber(level)})
    on conflict (workspace_id, account_id, owner_id) do update
      set (level, position, changed_at) = (
        least(pending.level, excluded.level), excluded.position, excluded.changed_at)
  `.execute(tx);
}

/**
 * Applies a user's pending levels to the stored facts about whole accounts: the last touch point, the next
 * meeting, and the relationships. The caller has locked the accounts.
 */
export async function applyPendingLevels(
  tx: Connection,
  { ownerId, workspaceId, accountId }: OwnAccount,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ level: number }>`
    select level from level_changes
    where workspace_id = ${workspaceId} and account_id = ${accountId}
      and owner_id = ${ownerId}`.execute(tx);
  const [change] = rows;
  if (change === undefined) return;
  if (change.level < levelNumber('subject')) {
    await withdrawRelationships(tx, workspaceId, { userId: ownerId, accountIds: [accountId] }, now);
    // The days count again without naming anyone.
    await deferRelationships(tx, workspaceId, [accountId]);
  }
  await summarizeAccounts(tx, workspaceId, [accountId], now);
  await noteWorkspaceChanges(tx, [workspaceId]);
}

/** Whether activities of a user in an account are still to be stored at another level. */
export async function isLevelChanging(
  tx: Connection,
  { ownerId, workspaceId, accountId }: OwnAccount,
): Promise<boolean> {
  const { rows } = await sql`
    select from level_changes
    where workspace_id = ${workspaceId} and account_id = ${accountId}
      and owner_id = ${ownerId}`.execute(tx);
  return rows.length > 0;
}

/** The lowest level at which a user shares a domain with an account; undefined if there is none. */
export async function lowestLevel(
  tx: Connection,
  { ownerId, accountId }: OwnAccount,
): Promise<ShareLevel | undefined> {
  const { rows } = await sql<{ level: number }>`
    select level from domain_shares
    where owner_id = ${ownerId} and account_id = ${accountId}
    order by level limit 1`.execute(tx);
  return rows[0] && levelOfNumber(rows[0].level);
}

/**
 * After shares have ended, stores the activities that other shares of the user with the same accounts still show
 * at their own levels. The caller has locked the user and deleted the ended shares.
 */
export async function lowerToRest(
  tx: Connection,
  ownerId: string,
  accounts: readonly AccountKey[],
): Promise<void> {
  // In one query: a user may share ten thousand domains, and hardly ever two of them with one account.
  const { rows } = await sql<{ accountId: string; level: number }>`
    select account_id as "accountId", min(level) as level from domain_shares
    where owner_id = ${ownerId}
      and account_id = any(${accounts.map(({ accountId }) => accountId)}::uuid[])
    group by account_id having min(level) < ${levelNumber('full')}`.execute(tx);
  const workspaceOf = new Map(accounts.map((one) => [one.accountId, one.workspaceId]));
  for (const { accountId, level } of rows) {
    const workspaceId = workspaceOf.get(accountId) ?? '';
    await requestLevelChange(tx, { ownerId, workspaceId, accountId }, levelOfNumber(level));
  }
}
