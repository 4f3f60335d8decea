import { sql } from 'kysely';
import { monthsAgo } from '#modules/activities/cutoffs.ts';
import {
  type AgedPosition,
  findAgedAccounts,
  removeAged,
} from '#modules/activities/remove-aged.ts';
import type { Context } from '#platform/context.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';

/** Published activities in one step. */
export const STEP_SIZE = 200;

/** Accounts that are listed at once. */
const MAX_LISTED = 500;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Options {
  signal?: AbortSignal | undefined;
  stepSize?: number;
}

/** Deletes what workspaces keep no longer. One that fails does not stop the others, and is thrown at the end. */
export async function applyWorkspaceRetentions(
  { db, log }: Pick<Context, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  // The workspaces that have waited longest come first, even after an interrupted run.
  const rows = await db
    .selectFrom('workspace_retentions')
    .select('workspace_id')
    .orderBy(sql`last_run_at nulls first`)
    .orderBy('workspace_id')
    .execute();
  let failure: unknown;
  for (const { workspace_id: workspaceId } of rows) {
    try {
      await applyWorkspaceRetention(db, workspaceId, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      log.error({ workspaceId, err: error }, 'could not delete what a workspace keeps no longer');
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
}

/**
 * Deletes what one workspace keeps no longer. The instant before which nothing is published is committed first: from
 * then on nothing older is published by anyone. What is published already goes in steps of one transaction each.
 * An account that fails does not stop the others.
 */
export async function applyWorkspaceRetention(
  db: Database,
  workspaceId: string,
  { signal, stepSize = STEP_SIZE }: Options = {},
): Promise<void> {
  await advance(db, workspaceId);
  let failure: unknown;
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const accountIds: string[] = await findAgedAccounts(db, workspaceId, {
      after,
      limit: MAX_LISTED,
    });
    for (const accountId of accountIds) {
      try {
        await takeAccount(db, { workspaceId, accountId }, { signal, stepSize });
      } catch (error) {
        signal?.throwIfAborted();
        failure ??= error;
      }
    }
    after = accountIds.length < MAX_LISTED ? undefined : accountIds.at(-1);
  }
  if (failure !== undefined) throw failure;
  await sql`
    update workspace_retentions set last_run_at = now()
    where workspace_id = ${workspaceId}`.execute(db);
}

/** A later choice of more months brings nothing back: an instant never moves back. */
async function advance(db: Connection, workspaceId: string): Promise<void> {
  await sql`
    update workspace_retentions
    set gone_before = greatest(gone_before, ${monthsAgo(sql.ref('months'))}),
      texts_gone_before = greatest(texts_gone_before, ${monthsAgo(sql.ref('text_months'))})
    where workspace_id = ${workspaceId}`.execute(db);
}

async function takeAccount(
  db: Database,
  account: { workspaceId: string; accountId: string },
  { signal, stepSize }: Required<Pick<Options, 'stepSize'>> & Options,
): Promise<void> {
  let after: AgedPosition | undefined;
  do {
    signal?.throwIfAborted();
    after = await db.transaction().execute(async (tx) => {
      const { activities, texts, last } = await removeAged(tx, account, { after, size: stepSize });
      if (activities + texts > 0) {
        await sql`
          update workspace_retentions
          set deleted_activities = deleted_activities + ${activities},
            deleted_texts = deleted_texts + ${texts}
          where workspace_id = ${account.workspaceId}`.execute(tx);
      }
      return last;
    });
  } while (after !== undefined);
}
