import { limits } from '@repo/contract/limits';
import type {
  WorkspaceRetentionPreview,
  WorkspaceRetentionState,
} from '@repo/contract/workspace-retention';
import { levelNumber } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import { monthsAgo } from '#modules/activities/cutoffs.ts';
import { findMembership } from '#modules/users/find-membership.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { nextNightlyRun } from '#platform/jobs/next-nightly-run.ts';
import { canManage, type Manager, requireManager } from '../manager.ts';

/**
 * For how many months a workspace keeps what its members share, and what was deleted for it.
 *
 * @throws AppError NOT_FOUND for a user who may not see the workspace.
 */
export async function showWorkspaceRetention(
  db: Connection,
  reader: Manager,
  workspaceId: string,
): Promise<WorkspaceRetentionState> {
  const isMember =
    reader.id !== null && (await findMembership(db, reader.id, workspaceId)) !== undefined;
  if (!isMember && !(await canManage(db, reader, workspaceId))) throw notFound('Workspace');
  return readWorkspaceRetention(db, workspaceId);
}

/** The same, for a caller who has checked who asks. */
export async function readWorkspaceRetention(
  db: Connection,
  workspaceId: string,
): Promise<WorkspaceRetentionState> {
  const row = await db
    .selectFrom('workspace_retentions')
    .select(['months', 'text_months', 'gone_before', 'texts_gone_before', 'last_run_at'])
    .select([
      sql<number>`deleted_activities::float8`.as('activities'),
      sql<number>`deleted_texts::float8`.as('texts'),
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  const { months = null, text_months: textMonths = null } = row ?? {};
  const isAnything = months !== null || textMonths !== null;
  return {
    months,
    textMonths,
    lastRunAt: row?.last_run_at?.toISOString() ?? null,
    nextRunAt: isAnything ? nextNightlyRun(new Date()).toISOString() : null,
    deletedActivities: row?.activities ?? 0,
    deletedTexts: row?.texts ?? 0,
    activitiesBefore: row?.gone_before?.toISOString() ?? null,
    textsBefore: row?.texts_gone_before?.toISOString() ?? null,
  };
}

interface Chosen {
  workspaceId: string;
  months?: number | undefined;
  textMonths?: number | undefined;
}

/**
 * Counts what the workspace shows that a retention of some months would delete.
 *
 * @throws AppError `NOT_FOUND`, or `FORBIDDEN` for a member
 */
export async function previewWorkspaceRetention(
  db: Connection,
  manager: Manager,
  { workspaceId, months: chosen, textMonths: chosenForTexts }: Chosen,
): Promise<WorkspaceRetentionPreview> {
  await requireManager(db, manager, workspaceId, 'for how long it keeps activities');
  const [months, textMonths] = [chosen ?? null, chosenForTexts ?? null];
  const { rows } = await sql<{ activities: Date | null; texts: Date | null }>`
    select ${monthsAgo(months)} as activities, ${monthsAgo(textMonths)} as texts`.execute(db);
  const { activities = null, texts = null } = rows[0] ?? {};
  const older = (before: Date | null) => sql`published.occurred_at < ${before}::timestamptz`;
  const losesText = sql`${older(texts)} and (published.level = ${sql.lit(levelNumber('full'))} or published.is_for_participants)
    and published.occurred_at >= coalesce(${activities}::timestamptz, '-infinity')`;
  return {
    activities: activities === null ? 0 : await countShown(db, workspaceId, older(activities)),
    accounts: activities === null ? 0 : await countAccounts(db, workspaceId, older(activities)),
    heldAccounts:
      activities === null ? 0 : await countAccounts(db, workspaceId, older(activities), 'held'),
    texts: texts === null ? 0 : await countShown(db, workspaceId, losesText),
    activitiesBefore: activities?.toISOString() ?? null,
    textsBefore: texts?.toISOString() ?? null,
  };
}

/** By account, so that the index by time of each account is read and not the whole table. */
async function countShown(
  db: Connection,
  workspaceId: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::integer as number from (
      select from workspace_accounts account
      cross join lateral (
        select from account_activities published
        where published.workspace_id = ${workspaceId} and published.account_id = account.id
          and ${condition} limit ${limits.retentionCounted}
      ) found
      where account.workspace_id = ${workspaceId} and not ${isHeld}
      limit ${limits.retentionCounted}) counted`.execute(db);
  return rows[0]?.number ?? 0;
}

const isHeld = sql`exists (
  select from account_holds hold
  where hold.workspace_id = account.workspace_id and hold.account_id = account.id)`;

/** Counts the accounts that lose some of their activities, or would without a legal hold. */
async function countAccounts(
  db: Connection,
  workspaceId: string,
  condition: RawBuilder<unknown>,
  which: 'free' | 'held' = 'free',
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::integer as number from workspace_accounts account
    where account.workspace_id = ${workspaceId} and ${which === 'held' ? isHeld : sql`not ${isHeld}`} and exists (
      select from account_activities published
      where published.workspace_id = ${workspaceId} and published.account_id = account.id
        and ${condition})`.execute(db);
  return rows[0]?.number ?? 0;
}
