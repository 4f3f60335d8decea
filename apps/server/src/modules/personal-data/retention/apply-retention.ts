import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import { finishPublishing } from '../../activities/finish-publishing.ts';
import { readCutoffs } from '#modules/activities/cutoffs.ts';
import { readHeldShares } from '#modules/activities/held-accounts.ts';
import { removePast, removePastTexts } from '#modules/activities/remove-past.ts';

/** Activities in one step, each of which may be published in several accounts. */
export const STEP_SIZE = 200;

interface Options {
  signal?: AbortSignal | undefined;
  stepSize?: number;
}

/** Deletes what users keep no longer. One who fails does not stop the others, and is thrown at the end. */
export async function applyRetentions(
  { db, log }: Pick<Context, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  // The users who have waited longest come first, even after an interrupted run.
  const rows = await db
    .selectFrom('retentions')
    .select('owner_id')
    .orderBy(sql`last_run_at nulls first`)
    .orderBy('owner_id')
    .execute();
  let failure: unknown;
  for (const { owner_id: ownerId } of rows) {
    try {
      await applyRetention(db, ownerId, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      log.error({ userId: ownerId, err: error }, 'could not delete what a user keeps no longer');
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
}

/** Deletes what one user keeps no longer, in steps of one transaction each: activities, then the texts of others. */
export async function applyRetention(
  db: Database,
  ownerId: string,
  { signal, stepSize = STEP_SIZE }: Options = {},
): Promise<void> {
  for (const take of [takeActivities, takeTexts]) {
    for (let isDone = false; !isDone;) {
      signal?.throwIfAborted();
      isDone = await db.transaction().execute(async (tx) => {
        await lockOwner(tx, ownerId);
        return take(tx, ownerId, stepSize);
      });
      await finishPublishing(db, ownerId);
    }
  }
  await sql`
    update retentions set last_run_at = now() where owner_id = ${ownerId}`.execute(db);
}

async function takeActivities(tx: Connection, ownerId: string, size: number): Promise<boolean> {
  const { activities: before } = await readCutoffs(tx, ownerId);
  if (before === null) return true;
  const { removed, isDone } = await removePast(tx, { ownerId, before, size });
  await sql`
    update retentions set deleted_activities = deleted_activities + ${removed}
    where owner_id = ${ownerId}`.execute(tx);
  return isDone;
}

async function takeTexts(tx: Connection, ownerId: string, size: number): Promise<boolean> {
  const { texts: before } = await readCutoffs(tx, ownerId);
  if (before === null) return true;
  const { rows } = await sql<{ after: string | null }>`
    select texts_gone_before::text as after from retentions
    where owner_id = ${ownerId}`.execute(tx);
  const after = rows[0]?.after ?? null;
  const { removed, last } = await removePastTexts(tx, { ownerId, before, size, after });
  if (last === undefined) {
    await lookAgainAtHeld(tx, ownerId);
    return true;
  }
  await sql`
    update retentions set texts_gone_before = ${last}::timestamptz,
      deleted_texts = deleted_texts + ${removed}
    where owner_id = ${ownerId}`.execute(tx);
  return false;
}

/** Has the next night look again at texts that a legal hold kept, since it can end with the hold or with the share. */
async function lookAgainAtHeld(tx: Connection, ownerId: string): Promise<void> {
  if ((await readHeldShares(tx, ownerId)).length === 0) return;
  await sql`
    update retentions set texts_gone_before = null where owner_id = ${ownerId}`.execute(tx);
}
