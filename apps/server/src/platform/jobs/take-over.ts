import type { PgBoss } from 'pg-boss';
import type { Log } from '../log/create-log.ts';

/** The output that pg-boss stores for a job when its process ends, or stops, before the job does. */
const ENDED = ['job heartbeat timeout', 'job timed out', 'pg-boss shut down while active'];

/**
 * Lets jobs of ended processes run at once. pg-boss notices the missing heartbeat, but would first wait as
 * long as after an error.
 */
export function startTakingOver(
  boss: PgBoss,
  { log, intervalMs }: { log: Log; intervalMs: number },
): { stop: () => void } {
  let isRunning = false;
  const take = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      const { rows } = await boss.getDb().executeSql(
        `update pgboss.job set start_after = now()
         where state = 'retry' and start_after > now() and output->'value'->>'message' = any($1)
         returning name`,
        [ENDED],
      );
      for (const { name } of rows) {
        log.warn({ job: name }, 'the process of a job ended: the job runs again');
      }
    } catch {
      // The database does not respond, which others report. The next round tries again.
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void take(), intervalMs).unref();
  return { stop: () => clearInterval(timer) };
}
