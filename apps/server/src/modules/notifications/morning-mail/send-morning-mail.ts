import type { BusinessDay } from '@repo/domain/time/business-day';
import type { Context } from '#platform/context.ts';
import { type DueMail, sendDueMail } from '../mailing/send-due-mail.ts';
import { composeMorningMail } from './compose-morning-mail.ts';
import { readMorning } from './read-morning.ts';

export interface DueMorningMail {
  userId: string;
  /** In the user's time zone. */
  day: BusinessDay;
}

const MORNING_MAIL: DueMail = {
  kind: 'morning-mail',
  name: 'morning mail',
  idPrefix: 'morning',
  wanted: 'morning_mail',
  sentOn: 'morning_mail_day',
};

/** Sends a user the morning mail of a day (`sendDueMail`). */
export const sendMorningMail = (
  context: Context,
  { userId, day }: DueMorningMail,
  _signal?: AbortSignal,
  now = new Date(),
): Promise<void> =>
  sendDueMail(context, MORNING_MAIL, { userId, day }, async (lastDay, links) => {
    const workspaces = await readMorning(context.db, context.config, { userId, lastDay, now });
    return workspaces.length === 0
      ? undefined
      : composeMorningMail(context.config, { day, workspaces }, links);
  });
