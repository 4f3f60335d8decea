import { levelNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import { noteEntries } from '#modules/listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '#modules/listed-accounts/note-workspace-changes.ts';
import { deferRelationships } from '#modules/relationships/refresh-relationships.ts';
import { lockOwner } from './lock-owner.ts';
import type { Touched } from './publishing/change.ts';
import { Failures } from './publishing/failures.ts';
import { isLevelChanging, type OwnAccount } from './level-changes.ts';
import { limitStatements, REQUEST_STATEMENT_MS } from './publishing/limit-statements.ts';
import { lockAccounts } from './lock-accounts.ts';
import { keepProtections } from './protect-for-workspace.ts';
import { publishStepSize } from './publish-step.ts';
import { refreshAcceptable } from './publishing/refresh-published.ts';
import { contributions } from './publishing/storage/contributions.ts';
import { summarizeAccounts } from './publishing/summarize-accounts.ts';
import { hideActivities } from './publishing/withdrawing/withdraw-rows.ts';

const firstPosition = '00000000-0000-0000-0000-000000000000';

/**
 * Stores the next activities of a user in an account at their level; with the last ones the change ends.
 *
 * @param statementMs the longest statement; milliseconds.
 */
export async function takeLevelStep(
  db: Database,
  { ownerId, workspaceId, accountId }: OwnAccount,
  stepSize = publishStepSize,
  statementMs?: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await limitStatements(tx, statementMs);
    // Waits until the change of the share is committed on all nodes.
    await lockOwner(tx, ownerId);
    // The same of a workspace's choice, which concerns all of its members.
    await keepProtections(tx, workspaceId);
    await lockAccounts(tx, workspaceId, [accountId]);
    const ofChange = sql`
      workspace_id = ${workspaceId} and account_id = ${accountId} and owner_id = ${ownerId}`;
    const { rows: changes } = await sql<PendingLevel>`
      select position, level from level_changes where ${ofChange}`.execute(tx);
    const [change] = changes;
    if (change === undefined) return;
    const { position } = change;
    const part = { ownerId, workspaceId, accountId, limit: stepSize };
    const { rows } = await sql<Touched & { activityId: string }>`
      select contributor.workspace_id as "workspaceId", contributor.account_id as "accountId",
        published.activity_key as "activityKey", published.id as "activityId"
      from (${contributions(part, sql`${position}`)}) contributor
      join account_activities published
        on published.workspace_id = ${workspaceId} and published.id = contributor.activity_id
      order by published.id`.execute(tx);
    const last = rows.at(-1);
    // Including activities that are stored as before: readers saw them at a lower level meanwhile.
    await noteEntries(
      tx,
      workspaceId,
      'activity',
      rows.map(({ activityId }) => activityId),
    );
    const isDone = last === undefined || rows.length < stepSize;
    const isOnly = isDone && position === firstPosition;
    const now = new Date();
    // Before the refresh, which summarizes the account as it is from then on.
    if (isDone) {
      // Software that followed meanwhile has them at the lower level: they are noted in a second round.
      if (await hidesEarlier(tx, { ownerId, workspaceId, accountId }, change))
        await sql`
          update level_changes set level = ${levelNumber('full')}, position = ${firstPosition}
          where ${ofChange}`.execute(tx);
      else await sql`delete from level_changes where ${ofChange}`.execute(tx);
    }
    const mode = isOnly ? 'refreshed' : 'deferred';
    const { refused } = await refreshAcceptable(tx, rows, now, mode);
    // An activity that the database refuses to store at the new level must not stay visible at the old one.
    await hideActivities(tx, { ownerId, workspaceId, isPart: true }, refused, now);
    if (!isDone) {
      await sql`
        update level_changes set position = ${last.activityId} where ${ofChange}`.execute(tx);
      return;
    }
    if (!isOnly || refused.length > 0) await deferRelationships(tx, workspaceId, [accountId]);
    await summarizeAccounts(tx, workspaceId, [accountId], now);
    await noteWorkspaceChanges(tx, [workspaceId]);
  });
}

interface PendingLevel {
  /** Of the last activity that is stored at its level. */
  position: string;
  level: number;
}

/**
 * Whether activities of earlier steps are stored at a higher level than readers have seen them until now: the level
 * was first lowered and then raised, or another domain of the account is shared at a higher one.
 */
async function hidesEarlier(
  tx: Connection,
  { ownerId, workspaceId, accountId }: OwnAccount,
  { position, level }: PendingLevel,
): Promise<boolean> {
  const { rows } = await sql`
    select from account_activities
    where workspace_id = ${workspaceId} and account_id = ${accountId} and owner_id = ${ownerId}
      and id <= ${position} and level > ${level}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Takes the steps of one change, one at least, until the time of a request is over. The job takes the rest, and
 * reports why one fails.
 */
export async function takeOwnLevelSteps(
  db: Database,
  account: OwnAccount,
  isOver = respondDeadline(),
): Promise<void> {
  try {
    do await takeLevelStep(db, account, publishStepSize, REQUEST_STATEMENT_MS);
    while (!isOver() && (await isLevelChanging(db, account)));
  } catch {
    // No reader sees more than the level meanwhile.
  }
}

/** Whether activities of any user are still to be stored at another level. */
export async function hasLevelChanges(db: Database): Promise<boolean> {
  const { rows } = await sql`select from level_changes limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Takes the steps of pending changes in turn, so that a large one delays no other.
 *
 * @param workspaceId of one workspace; of all if absent.
 * @returns whether nothing is left, and what failed.
 */
export async function takeLevelSteps(
  db: Database,
  isOver: () => boolean,
  stepSize = publishStepSize,
  workspaceId?: string,
): Promise<{ isComplete: boolean; failure?: unknown }> {
  const failed = new Set<string>();
  const failures = new Failures();
  for (;;) {
    const { rows } = await sql<OwnAccount>`
      select owner_id as "ownerId", workspace_id as "workspaceId", account_id as "accountId"
      from level_changes
      where ${workspaceId === undefined ? sql`true` : sql`workspace_id = ${workspaceId}`}
      order by changed_at limit 1000`.execute(db);
    const left = rows.filter((one) => !failed.has(nameOf(one)) && !failed.has(one.workspaceId));
    if (left.length === 0) return { isComplete: rows.length === 0, failure: failures.joined };
    for (const change of left) {
      if (isOver()) return { isComplete: false, failure: failures.joined };
      try {
        await takeLevelStep(db, change, stepSize);
      } catch (error) {
        failures.add(error);
        const isAway = error instanceof DatabaseUnavailableError && error.reason !== 'locked';
        failed.add(isAway ? change.workspaceId : nameOf(change));
      }
    }
  }
}

const nameOf = ({ ownerId, accountId }: OwnAccount): string => `${ownerId} ${accountId}`;
