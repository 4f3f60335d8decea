import { SINGLE_JOB } from '#platform/jobs/jobs.ts';
import { limits } from '@repo/contract/limits';
import type { WorkspaceTimeZone } from '@repo/contract/workspaces';
import { businessTimeZone } from '@repo/domain/time/business-day';
import { isTimeZone } from '@repo/domain/time/time-zone';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { readRequestedTimeZone, readTimeZone } from '#platform/database/workspace-time.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { changeTimeZonesJob } from '#modules/activities/change-time-zones.job.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { lockManaged, type Manager, scopeOf } from '../manager.ts';

const changes = {
  name: 'time zones of a workspace',
  attempts: limits.timeZoneChangesPerDay,
  windowSeconds: 24 * 3_600,
};

/**
 * Requests another time zone for a workspace; a job moves its days (docs/decisions/workspace-time-zone.md).
 * Requesting that of the stored days ends a change that is not completed.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, `VALIDATION_FAILED` for a time zone that does not exist,
 *   `CONFLICT` while the workspace is archived, or `RATE_LIMITED`
 */
export async function requestTimeZone(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  manager: Manager,
  { workspaceId, ...given }: { workspaceId: string; timeZone: string },
): Promise<WorkspaceTimeZone> {
  // Before the transaction: the database reads all files of time zones.
  const known = await findTimeZone(db, given.timeZone);
  const result = await db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId, 'its time zone');
    const timeZone = requireTimeZone(known, given.timeZone);
    const current = await readTimeZone(tx, workspaceId);
    const before = (await readRequestedTimeZone(tx, workspaceId)) ?? current;
    if (timeZone !== before) {
      await countAttempt(tx, [{ limit: changes, of: workspaceId }], 'changes of the time zone');
      await tx
        .insertInto('time_zone_changes')
        .values({ workspace_id: workspaceId, time_zone: timeZone })
        // The time of the request stays: accounts that were created since are looked at again.
        .onConflict((conflict) =>
          conflict.column('workspace_id').doUpdateSet({ time_zone: timeZone }),
        )
        .execute();
      await recordChange(tx, {
        actor: manager,
        action: 'workspace.time-zone-changed',
        scope: scopeOf(workspace),
        before: { timeZone: before },
        after: { timeZone },
      });
    }
    return describeTimeZone(current, timeZone);
  });
  await jobs.enqueue(changeTimeZonesJob, {}, { singletonKey: SINGLE_JOB });
  return result;
}

/**
 * @param stored that of the stored days; null for the default
 * @param requested that of a change that is not completed
 */
export const describeTimeZone = (
  stored: string | null,
  requested: string | null,
): WorkspaceTimeZone => {
  const timeZone = stored ?? businessTimeZone;
  return { timeZone, nextTimeZone: requested === timeZone ? null : requested };
};

/** The name of a time zone that Node.js and the database both know, as the database writes it. */
async function findTimeZone(db: Database, given: string): Promise<string | undefined> {
  const name = given.trim();
  if (!isTimeZone(name)) return undefined;
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names where lower(name) = lower(${name})`.execute(db);
  return rows[0]?.name;
}

function requireTimeZone(known: string | undefined, given: string): string {
  const name = given.trim();
  requireValid({
    timeZone:
      known === undefined
        ? `There is no time zone "${name}". Use a name such as Europe/Berlin.`
        : undefined,
  });
  return known ?? name;
}
