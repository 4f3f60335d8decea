import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { HOURLY } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { runErasure } from '../run-erasure.ts';

/** Continues erasures of contacts whose process was killed. */
export const continueErasuresJob: Job = {
  kind: {
    name: 'continue-erasures',
    // Not retried: the next run follows.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 3_600,
  },
  schedule: HOURLY,
  hasWork: hasErasuresToContinue,
  documentation: {
    summary: 'Continues the erasure of contacts where the process that began it was killed.',
    bound: '1,000 activities of one user in a transaction, until none is left',
    afterKill:
      'Each step is one transaction, which notes how far it came. The next run continues there. An erasure that fails does not stop the others.',
  },
  run: async ({ db, log }: Pick<Context, 'db' | 'log'>, _data, signal) => {
    const unfinished = await db
      .selectFrom('contact_erasures')
      .select('id')
      .where('finished_at', 'is', null)
      .orderBy('id')
      .execute();
    let failure: unknown;
    for (const { id } of unfinished) {
      try {
        const counts = await runErasure(db, id, { signal });
        log.info({ erasureId: id, counts }, 'erased a contact');
      } catch (error) {
        signal.throwIfAborted();
        // The others are not to wait for it.
        log.error({ erasureId: id, err: error }, 'could not erase a contact');
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
  },
};

/** Whether a contact is not yet erased everywhere: a command does it, or the process of one was killed. */
async function hasErasuresToContinue(db: Database): Promise<boolean> {
  const unfinished = await db
    .selectFrom('contact_erasures')
    .select('id')
    .where('finished_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return unfinished !== undefined;
}
