import { defaultTimeZone, isTimeZone, localTime } from '@repo/domain/time/time-zone';
import type { BusinessDay } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { sendDigestJob } from './send-digest.job.ts';

/**
 * The local hour on Monday from which digests are sent; those missed until midnight are skipped.
 */
const FIRST_HOUR = 8;
const batchSize = 500;
/** Maximum of new jobs per run, which the workers complete before the next one. */
const MAX_JOBS = 4_000;

/**
 * Enqueues a digest for each user in whose time zone it is Monday after 8 o'clock and who has not
 * received the one of this week; not for users who joined within a day. Runs several times an hour;
 * a job that is already waiting is not duplicated.
 *
 * @returns how many jobs were created.
 */
export async function enqueueDigests(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  now = new Date(),
): Promise<number> {
  const { rows: zones } = await sql<{ zone: string | null }>`
    select distinct time_zone as zone from users where weekly_digest and is_active`.execute(db);
  let made = 0;
  for (const { zone } of zones) {
    const week = dueWeek(zone, now);
    if (week === undefined) continue;
    for (let after = ''; made < MAX_JOBS;) {
      const ids = await listDue({ db }, { zone, week, after });
      for (const userId of ids) {
        const data = { userId, week };
        if (await jobs.enqueue(sendDigestJob, data, { singletonKey: userId })) made += 1;
      }
      after = ids.at(-1) ?? '';
      if (ids.length < batchSize) break;
    }
  }
  return made;
}

/** The current Monday in a time zone, once it is time for the email. */
function dueWeek(zone: string | null, now: Date): BusinessDay | undefined {
  // A zone that another version of Node supported.
  const known = zone !== null && isTimeZone(zone) ? zone : defaultTimeZone;
  const { day, hour } = localTime(now, known);
  const isMonday = new Date(`${day}T00:00Z`).getUTCDay() === 1;
  return isMonday && hour >= FIRST_HOUR ? day : undefined;
}

async function listDue(
  { db }: Pick<Context, 'db'>,
  { zone, week, after }: { zone: string | null; week: string; after: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where weekly_digest and is_active and time_zone is not distinct from ${zone}
      and coalesce(digest_week < ${week}, true) and created_at < now() - interval '1 day'
      and (${after} = '' or id > nullif(${after}, '')::uuid)
    order by id limit ${batchSize}`.execute(db);
  return rows.map(({ id }) => id);
}
