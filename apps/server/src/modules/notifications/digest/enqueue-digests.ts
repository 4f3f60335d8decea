import { defaultTimeZone, isTimeZone, localTime } from '@repo/domain/time/time-zone';
import type { BusinessDay } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { sendDigestJob } from './send-digest.ts';

export const enqueueDigestsJob: JobKind<object> = {
  name: 'enqueue-weekly-digests',
  // The next run tries again.
  retry: { limit: 0, delaySeconds: 0 },
  expireSeconds: 600,
};

/** From this hour of Monday on, by the person's clock; what was missed until midnight is left out. */
const FIRST_HOUR = 8;
const batchSize = 500;
/** New jobs of one run, which the workers do before the next one. */
const MAX_JOBS = 4_000;

/**
 * Enqueues a digest for everyone on whose clock it is Monday from 8 o'clock, and who has not got the
 * one of this week; not for those who joined within a day. Runs several times an hour; a job that waits already is not made again.
 *
 * @returns how many jobs were made.
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

/** The Monday that it is on the clocks of a zone, once it is time for the mail. */
function dueWeek(zone: string | null, now: Date): BusinessDay | undefined {
  // A zone that another version of Node knew.
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
