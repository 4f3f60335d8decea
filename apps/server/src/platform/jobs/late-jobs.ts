import { plural } from '@repo/domain/text/plural';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Connection } from '../database/create-database.ts';
import type { QueuedJob } from './jobs.ts';

export interface LateJob {
  name: string;
  /** Since the last one ended. */
  lateSeconds: number;
  /** Of the last one that failed since then. */
  lastError: string | null;
}

/** A job without a schedule is late when it waits so long while none of its kind ends. */
const MAX_WAIT_SECONDS = 300;
const REPORT_INTERVAL_MS = 60_000;

/**
 * Lists the jobs that do not end although they should: no worker runs, their process ended and no one
 * took them over, or each attempt fails. A job that takes long is not late while its process reports.
 */
export async function listLateJobs(
  db: Connection,
  list: readonly QueuedJob<object>[],
): Promise<LateJob[]> {
  const { rows: queues } = await sql<{ isThere: boolean }>`
    select to_regclass('pgboss.job') is not null as "isThere"`.execute(db);
  if (!queues[0]?.isThere) return [];
  const { rows } = await sql<LateJob>`
    select name, idle_seconds::float8 as "lateSeconds", last_error as "lastError"
    from (
      select known.*, extract(epoch from now() - ended_on) as idle_seconds, (
        select coalesce(output->>'message', output->'value'->>'message') from pgboss.job
        where name = known.name and state = 'failed' and completed_on > ended_on
        order by completed_on desc limit 1
      ) as last_error
      from (
        select kind.*, coalesce((
          select max(completed_on) from pgboss.job
          where name = kind.name and state = 'completed'
        ), queue.created_on) as ended_on
        from unnest(
          ${list.map(({ kind }) => kind.name)}::text[],
          ${list.map(({ schedule }) => schedule?.lateAfterSeconds ?? null)}::int[]
        ) as kind(name, late_after)
        join pgboss.queue using (name)
      ) known
    ) measured
    where idle_seconds > coalesce(late_after, ${MAX_WAIT_SECONDS})
      and (late_after is not null or exists (
        select from pgboss.job
        where job.name = measured.name and state in ('created', 'retry')
          and start_after < now() - make_interval(secs => ${MAX_WAIT_SECONDS})))
      and not exists (
        select from pgboss.job
        where job.name = measured.name and state = 'active'
          and heartbeat_on > now() - interval '1 minute'
          and started_on < now() - make_interval(secs => coalesce(late_after, 0)))
    order by name`.execute(db);
  return rows;
}

export const describeLate = ({ name, lateSeconds, lastError }: LateJob): string =>
  `the background job ${name} has not ended for ${plural(Math.round(lateSeconds / 60), 'minute')}. ${
    lastError === null ? 'Is a worker running?' : `Its last attempt failed: ${lastError}`
  }`;

/** Logs each job when it becomes late, and when it is no longer. */
export function startLateJobReport(
  { db, log }: Pick<Context, 'db' | 'log'>,
  list: readonly QueuedJob<object>[],
): { report: () => Promise<void>; stop: () => void } {
  let known = new Set<string>();
  const report = async () => {
    const late = await listLateJobs(db, list);
    for (const job of late) {
      if (!known.has(job.name)) log.warn({ job: job.name }, describeLate(job));
    }
    const names = new Set(late.map(({ name }) => name));
    for (const name of known.difference(names)) log.info({ job: name }, 'a late job has ended');
    known = names;
  };
  const timer = setInterval(() => {
    // While the database does not respond, requests and syncs say so.
    report().catch(() => {});
  }, REPORT_INTERVAL_MS).unref();
  return { report, stop: () => clearInterval(timer) };
}
