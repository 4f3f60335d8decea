import { limits } from '@repo/contract/limits';
import type { LegalHold } from '@repo/contract/legal-holds';
import { levelNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import { recordChange } from '#modules/audit/record-change.ts';
import { noteWorkspaceChanges } from '#modules/listed-accounts/note-workspace-changes.ts';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { limitReached, notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { lockManaged, type Manager, requireManager, scopeOf } from '../manager.ts';

const SUBJECT = 'its legal holds';

/**
 * Puts an account under a legal hold, or changes the reason of its hold: retention and deletion leave its activities
 * alone until the hold is lifted.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, `VALIDATION_FAILED` without a reason, `CONFLICT` while the workspace is
 *   archived, `LIMIT_REACHED`, or `RATE_LIMITED`
 */
export async function placeHold(
  db: Database,
  manager: Manager,
  { reason: typed, ...account }: AccountKey & { reason: string },
): Promise<LegalHold> {
  const reason = typed.trim();
  const { workspaceId, accountId } = account;
  return db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId, SUBJECT);
    requireValid({ reason: reason === '' ? 'Please enter a reason' : undefined });
    await lockAccount(tx, account);
    const before = await readHold(tx, account);
    if (before?.reason === reason) return before;
    if (before === null) await requireCapacity(tx, workspaceId);
    await sql`
      insert into account_holds
        (workspace_id, account_id, reason, held_by, gone_before, texts_gone_before)
      select ${workspaceId}::uuid, ${accountId}::uuid, ${reason}, ${manager.id}::uuid,
        case when aging.gone_before is not null then least(aging.gone_before, oldest.shown_at) end,
        case when aging.texts_gone_before is not null
          then least(aging.texts_gone_before, oldest.text_at) end
      from (
        -- A run of the retention that was interrupted has not come to these yet.
        select min(occurred_at) as shown_at,
          min(occurred_at) filter (
            where level = ${levelNumber('full')} or is_for_participants) as text_at
        from account_activities
        where workspace_id = ${workspaceId} and account_id = ${accountId}
      ) oldest
      -- Without an instant, everything stays, also what is captured later and is older.
      left join workspace_retentions aging on aging.workspace_id = ${workspaceId}
      on conflict (workspace_id, account_id) do update set reason = excluded.reason`.execute(tx);
    await noteWorkspaceChanges(tx, [workspaceId]);
    await recordChange(tx, {
      actor: manager,
      action: 'account.held',
      scope: scopeOf(workspace),
      ...(before !== null && { before: { accountId, reason: before.reason } }),
      after: { accountId, reason },
    });
    const legalHold = await readHold(tx, account);
    if (legalHold === null) throw notFound('Legal hold');
    return legalHold;
  });
}

/**
 * Ends a legal hold: in the following night, retention deletes what it left alone.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` while the workspace is archived, or `RATE_LIMITED`
 */
export async function liftHold(
  db: Database,
  manager: Manager,
  { workspaceId, accountId }: AccountKey,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId, SUBJECT);
    const { rows } = await sql<{ reason: string }>`
      delete from account_holds
      where workspace_id = ${workspaceId} and account_id = ${accountId} returning reason`.execute(
      tx,
    );
    const [lifted] = rows;
    if (lifted === undefined) throw notFound('Legal hold');
    // Their texts are looked at again: a run has passed them by.
    await sql`
      update retentions set texts_gone_before = null
      where owner_id in (
        select owner_id from domain_shares
        where workspace_id = ${workspaceId} and account_id = ${accountId})`.execute(tx);
    await noteWorkspaceChanges(tx, [workspaceId]);
    await recordChange(tx, {
      actor: manager,
      action: 'account.hold-lifted',
      scope: scopeOf(workspace),
      before: { accountId, reason: lifted.reason },
    });
  });
}

/**
 * Returns the legal hold of an account; null if it has none.
 *
 * @throws AppError `NOT_FOUND`, or `FORBIDDEN` for a member: a reason can name people and proceedings
 */
export async function showHold(
  db: Connection,
  manager: Manager,
  account: AccountKey,
): Promise<LegalHold | null> {
  await requireManager(db, manager, account.workspaceId, SUBJECT);
  return readHold(db, account);
}

async function readHold(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
): Promise<LegalHold | null> {
  const { rows } = await sql<{ reason: string; heldAt: Date; heldBy: string | null }>`
    select hold.reason, hold.held_at as "heldAt", coalesce(nullif(users.name, ''), users.email) as "heldBy"
    from account_holds hold
    left join users on users.id = hold.held_by
    where hold.workspace_id = ${workspaceId} and hold.account_id = ${accountId}`.execute(db);
  const [stored] = rows;
  return stored === undefined ? null : { ...stored, heldAt: stored.heldAt.toISOString() };
}

async function lockAccount(tx: Connection, { workspaceId, accountId }: AccountKey): Promise<void> {
  const { rows } = await sql`
    select from workspace_accounts
    where workspace_id = ${workspaceId} and id = ${accountId} and deleted_at is null
    for update`.execute(tx);
  if (rows.length === 0) throw notFound('Account');
}

async function requireCapacity(tx: Connection, workspaceId: string): Promise<void> {
  const { current } = await tx
    .selectFrom('account_holds')
    .select((count) => count.fn.countAll<number>().as('current'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (current < limits.accountHolds) return;
  throw limitReached({
    message: `A workspace can have at most ${limits.accountHolds.toLocaleString('en')} accounts under a legal hold. Lift some first.`,
    limit: limits.accountHolds,
    current,
  });
}
