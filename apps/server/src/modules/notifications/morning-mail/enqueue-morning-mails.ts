import { isWorkingDay } from '@repo/domain/today/working-days';
import type { Context } from '#platform/context.ts';
import { enqueueDueMails } from '../mailing/enqueue-due-mails.ts';
import { sendMorningMailJob } from './send-morning-mail.job.ts';

/**
 * The local hours for sending the morning mail. One missed until then is skipped, since the morning is over.
 */
const FIRST_HOUR = 7;
const END_HOUR = 12;

/**
 * Enqueues the morning mail of each user who chose it, on the mornings of working days in their time zone.
 *
 * @returns how many jobs were created.
 */
export const enqueueMorningMails = (
  context: Pick<Context, 'db' | 'jobs'>,
  now = new Date(),
): Promise<number> =>
  enqueueDueMails(
    context,
    {
      wanted: 'morning_mail',
      sentOn: 'morning_mail_day',
      dueOn: ({ day, hour }) =>
        isWorkingDay(day) && hour >= FIRST_HOUR && hour < END_HOUR ? day : undefined,
      job: sendMorningMailJob,
      dataOf: (userId, day) => ({ userId, day }),
    },
    now,
  );
