import type { BusinessDay } from '@repo/domain/time/business-day';
import {
  defaultTimeZone,
  isTimeZone,
  type LocalTime,
  localTime,
} from '@repo/domain/time/time-zone';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Job } from '#platform/jobs/job.ts';

const batchSize = 500;
/** Maximum of new jobs per run, which the workers complete before the next one. */
const MAX_JOBS = 4_000;

/** The columns of `users` for an email that is sent at most once a day, or once a week. */
export interface DueMailColumns {
  /** Whether a user wants it. */
  wanted: 'weekly_digest' | 'morning_mail';
  /** The day of the last one that was sent. */
  sentOn: 'digest_week' | 'morning_mail_day';
}

/** An email that each user who wants it gets at a time of their day. */
interface DueMails<Data extends object> extends DueMailColumns {
  /** The day of the email, once it is time for it. */
  dueOn: (local: LocalTime) => BusinessDay | undefined;
  // The job's other fields do not matter here.
  job: Pick<Job<Data>, 'kind'>;
  dataOf: (userId: string, day: BusinessDay) => Data;
}

/**
 * Enqueues an email for each user who has not received it yet and in whose time zone it is time for it; not
 * for users who joined within a day. Runs several times an hour; a job that is already waiting is not
 * duplicated.
 *
 * @returns how many jobs were created.
 */
export async function enqueueDueMails<Data extends object>(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  { job, dataOf, dueOn, ...columns }: DueMails<Data>,
  now: Date,
): Promise<number> {
  const { rows: zones } = await sql<{ zone: string | null }>`
    select distinct time_zone as zone from users
    where ${sql.ref(columns.wanted)} and is_active`.execute(db);
  let made = 0;
  for (const { zone } of zones) {
    // A zone that another version of Node supported.
    const known = zone !== null && isTimeZone(zone) ? zone : defaultTimeZone;
    const day = dueOn(localTime(now, known));
    if (day === undefined) continue;
    for (let after = ''; made < MAX_JOBS;) {
      const ids = await listDue({ db }, columns, { zone, day, after });
      for (const userId of ids) {
        const isNew = await jobs.enqueue(job, dataOf(userId, day), { singletonKey: userId });
        if (isNew) made += 1;
      }
      after = ids.at(-1) ?? '';
      if (ids.length < batchSize) break;
    }
  }
  return made;
}

async function listDue(
  { db }: Pick<Context, 'db'>,
  { wanted, sentOn }: DueMailColumns,
  { zone, day, after }: { zone: string | null; day: BusinessDay; after: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where ${sql.ref(wanted)} and is_active and time_zone is not distinct from ${zone}
      and coalesce(${sql.ref(sentOn)} < ${day}, true) and created_at < now() - interval '1 day'
      and (${after} = '' or id > nullif(${after}, '')::uuid)
    order by id limit ${batchSize}`.execute(db);
  return rows.map(({ id }) => id);
}
