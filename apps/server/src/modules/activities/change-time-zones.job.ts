import { setTimeout } from 'node:timers/promises';
import { businessTimeZone } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { readRequestedTimeZone, readTimeZone } from '#platform/database/workspace-time.ts';
import { EVERY_MINUTE } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { noteWorkspaceChanges } from '#modules/listed-accounts/note-workspace-changes.ts';
import { tryLockDays } from './lock-accounts.ts';
import { moveDays } from './time-zone/move-days.ts';

export const changeTimeZonesJob: Job = {
  kind: {
    name: 'change-time-zones',
    // Not retried: the next run follows within a minute.
    retry: { limit: 0, delaySeconds: 0 },
    // A workspace with ten million activities; two at the same time would wait for each other.
    expireSeconds: 6 * 3_600,
    // A change that is requested while a job is ending has to be processed by the next one.
    queuesWhileRunning: true,
  },
  schedule: EVERY_MINUTE,
  runsAtStart: true,
  documentation: {
    summary: 'Moves the days of workspaces whose time zone was changed.',
    enqueuedBy: 'a change of the time zone',
    bound: 'all workspaces with a change; one transaction each, for which it waits 30 s',
    afterKill: 'A workspace keeps its former days; the next run starts it again.',
  },
  hasWork: async (db) => {
    const found = await db
      .selectFrom('time_zone_changes')
      .select('workspace_id')
      .executeTakeFirst();
    return found !== undefined;
  },
  run: (context, _data, signal) => changeTimeZones(context, signal),
};

/** Accounts that are read at once. */
const BATCH_SIZE = 200;

/** Accounts that were created this long before the change began may have been stored after it. */
const MAX_TRANSACTION_AGE = '1 hour';

/** The time that a run has to find a moment at which no one publishes into a workspace. */
const LOCK_WITHIN_MS = 30_000;
const LOCK_EVERY_MS = 200;

interface Change {
  workspaceId: string;
  timeZone: string;
  requestedAt: Date;
}

/**
 * Moves the days of workspaces with a changed time zone, one workspace after the other
 * (docs/decisions/workspace-time-zone.md). Runs every minute and after each change. A workspace that fails,
 * or that others publish into all the time, is left to the next run.
 *
 * @param onBatch called after each batch of accounts, for tests.
 */
export async function changeTimeZones(
  { db, log }: Pick<Context, 'db' | 'log'>,
  signal?: AbortSignal,
  onBatch?: () => Promise<void>,
): Promise<void> {
  const left: string[] = [];
  for (;;) {
    const { rows } = await sql<Change>`
      select workspace_id as "workspaceId", time_zone as "timeZone", requested_at as "requestedAt"
      from time_zone_changes where workspace_id <> all(${left}::uuid[])
      order by requested_at, workspace_id limit 1`.execute(db);
    const [change] = rows;
    if (change === undefined || signal?.aborted) return;
    const { workspaceId } = change;
    try {
      if (change.timeZone === (await readTimeZone(db, workspaceId))) {
        await complete(db, change);
      } else if (!(await moveWhenUnused(db, change, signal, onBatch))) {
        left.push(workspaceId);
        log.info({ workspaceId }, 'others publish all the time: days are moved by the next run');
      }
    } catch (error) {
      left.push(workspaceId);
      log.error({ err: error, workspaceId }, 'the days of a workspace could not be moved');
    }
  }
}

/** @returns whether there was a moment at which no one published into the workspace. */
async function moveWhenUnused(
  db: Database,
  change: Change,
  signal: AbortSignal | undefined,
  onBatch: (() => Promise<void>) | undefined,
): Promise<boolean> {
  const end = performance.now() + LOCK_WITHIN_MS;
  while (!(await moveWorkspace(db, change, signal, onBatch))) {
    if (signal?.aborted || performance.now() > end) return false;
    await setTimeout(LOCK_EVERY_MS);
  }
  return true;
}

/** Thrown to roll back: the process is stopped, or another time zone was chosen meanwhile. */
class Interrupted extends Error {
  override name = 'Interrupted';
}

/**
 * Moves all accounts of a workspace in one transaction, so that readers see the former days until it ends,
 * and then the new ones everywhere. No one publishes into the workspace meanwhile (`tryLockDays`).
 *
 * @returns whether it could lock the workspace.
 */
async function moveWorkspace(
  db: Database,
  { workspaceId, timeZone }: Change,
  signal: AbortSignal | undefined,
  onBatch: (() => Promise<void>) | undefined,
): Promise<boolean> {
  const move = async (tx: Connection) => {
    if (!(await tryLockDays(tx, workspaceId))) return false;
    // First, so that the transaction computes by the new zone; others read it after the commit.
    await storeTimeZone(tx, workspaceId, timeZone);
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await sql<{ id: string }>`
        select id from workspace_accounts
        where workspace_id = ${workspaceId} and id > ${last} order by id limit ${BATCH_SIZE}`.execute(
        tx,
      );
      const ids = rows.map(({ id }) => id);
      await moveDays(tx, workspaceId, ids, timeZone, new Date());
      await onBatch?.();
      if (signal?.aborted || (await readRequestedTimeZone(tx, workspaceId)) !== timeZone) {
        throw new Interrupted('The days are not moved to this time zone now.');
      }
      if (ids.length < BATCH_SIZE) break;
      last = ids.at(-1) ?? last;
    }
    await noteWorkspaceChanges(tx, [workspaceId]);
    return true;
  };
  return db
    .transaction()
    .execute(move)
    .catch((error: unknown) => {
      if (!(error instanceof Interrupted)) throw error;
      return true;
    });
}

async function storeTimeZone(tx: Connection, workspaceId: string, timeZone: string): Promise<void> {
  if (timeZone === businessTimeZone) {
    await tx.deleteFrom('workspace_time_zones').where('workspace_id', '=', workspaceId).execute();
    return;
  }
  await tx
    .insertInto('workspace_time_zones')
    .values({ workspace_id: workspaceId, time_zone: timeZone })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ time_zone: timeZone }))
    .execute();
}

/**
 * Moves the accounts that were created while the others were moved, which go by the former time zone
 * if something was published into them at once, and ends the change.
 */
async function complete(
  db: Database,
  { workspaceId, timeZone, requestedAt }: Change,
): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from workspace_accounts
      where workspace_id = ${workspaceId} and id > ${last}
        and created_at > ${requestedAt}::timestamptz - ${MAX_TRANSACTION_AGE}::interval
      order by id limit ${BATCH_SIZE}`.execute(db);
    const ids = rows.map(({ id }) => id);
    await db.transaction().execute((tx) => moveDays(tx, workspaceId, ids, timeZone, new Date()));
    if (ids.length < BATCH_SIZE) break;
    last = ids.at(-1) ?? last;
  }
  await db
    .deleteFrom('time_zone_changes')
    .where('workspace_id', '=', workspaceId)
    .where('time_zone', '=', timeZone)
    .execute();
}
