import type { Context } from '#platform/context.ts';
import { enqueueDueMails } from '../mailing/enqueue-due-mails.ts';
import { sendDigestJob } from './send-digest.job.ts';

/**
 * The local hour on Monday from which digests are sent; those missed until midnight are skipped.
 */
const FIRST_HOUR = 8;

/**
 * Enqueues a digest for each user in a time zone where it is Monday after 8 o'clock and who has not received
 * this week's.
 *
 * @returns how many jobs were created.
 */
export const enqueueDigests = (
  context: Pick<Context, 'db' | 'jobs'>,
  now = new Date(),
): Promise<number> =>
  enqueueDueMails(
    context,
    {
      wanted: 'weekly_digest',
      sentOn: 'digest_week',
      dueOn: ({ day, hour }) => (isMonday(day) && hour >= FIRST_HOUR ? day : undefined),
      job: sendDigestJob,
      dataOf: (userId, week) => ({ userId, week }),
    },
    now,
  );

const isMonday = (day: string) => new Date(`${day}T00:00Z`).getUTCDay() === 1;
