import type { Context } from '../context.ts';
import type { Job } from './job.ts';
import { SINGLE_JOB } from './jobs.ts';

/**
 * Work that is there at two looks in a row was left behind: a request that begins it finishes or enqueues it
 * earlier.
 */
const LOOK_EVERY_MS = 4_000;
/** How often the job of work that stays is enqueued, which each run may leave for a reason. */
const AGAIN_AFTER_MS = 30_000;

/**
 * Enqueues jobs for work that was begun and left: the process that stored it ended before it enqueued the
 * job, or the process that ran the job ended. The stored work is the outbox: it is committed with the change
 * that begins it.
 */
export function startTakingUp(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  list: readonly Job<object, never>[],
  intervalMs = LOOK_EVERY_MS,
): { look: () => Promise<void>; stop: () => Promise<void> } {
  const lookedFor = list.filter(({ hasWork }) => hasWork !== undefined);
  const since = new Map<string, number>();
  const look = async () => {
    for (const job of lookedFor) {
      const { name } = job.kind;
      if (!(await job.hasWork?.(db))) {
        since.delete(name);
        continue;
      }
      const due = since.get(name);
      if (due === undefined) since.set(name, performance.now());
      if (due === undefined || performance.now() < due) continue;
      await jobs.enqueue(job, {}, { singletonKey: SINGLE_JOB });
      since.set(name, performance.now() + AGAIN_AFTER_MS);
    }
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    // While the database does not respond, requests and syncs say so.
    looking ??= look()
      .catch(() => {})
      .finally(() => (looking = undefined));
  }, intervalMs).unref();
  return {
    look,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
