import type { BusinessDay } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { hexId } from '#platform/ids.ts';
import { oneClickAddress, sealSubscription, unsubscribePage } from '../unsubscribe-token.ts';
import { composeMorningMail } from './compose-morning-mail.ts';
import { readMorning } from './read-morning.ts';

export interface DueMorningMail {
  userId: string;
  /** In the user's time zone. */
  day: BusinessDay;
}

/**
 * Sends an active user who chose it the morning mail of a day, unless it was already sent or there is nothing to say.
 * The day is marked as sent before the email is handed over, so that a process that is killed in between sends no
 * email instead of two. Rejects when the email could not be handed over.
 */
export async function sendMorningMail(
  context: Context,
  { userId, day }: DueMorningMail,
  _signal?: AbortSignal,
  now = new Date(),
): Promise<void> {
  const { config, db, log, mailer, secretBox } = context;
  const person = await db
    .selectFrom('users')
    .select(['email', 'morning_mail_day'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('morning_mail', '=', true)
    .executeTakeFirst();
  if (person === undefined) return;
  const workspaces = await readMorning(db, config, {
    userId,
    lastDay: person.morning_mail_day,
    now,
  });
  if (!(await claimDay(context, userId, day)) || workspaces.length === 0) return;
  const token = sealSubscription(secretBox, { userId, kind: 'morning-mail' });
  const links = {
    settings: `${config.webUrl}/import-preferences/settings`,
    unsubscribe: unsubscribePage(config, token),
  };
  try {
    await mailer.send({
      to: person.email,
      ...composeMorningMail(config, { day, workspaces }, links),
      unsubscribeUrl: oneClickAddress(config, token),
      id: hexId(`morning ${userId} ${day}`),
    });
  } catch (error) {
    await db
      .updateTable('users')
      .set({ morning_mail_day: person.morning_mail_day })
      .where('id', '=', userId)
      .where('morning_mail_day', '=', day)
      .execute();
    log.error({ err: error, userId }, 'a morning mail could not be sent; it is tried again');
    throw error;
  }
}

/** @returns false when the day was already marked as sent, by this or another process. */
async function claimDay({ db }: Context, userId: string, day: BusinessDay): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ morning_mail_day: day })
    .where('id', '=', userId)
    .where('morning_mail', '=', true)
    .where(sql<boolean>`coalesce(morning_mail_day < ${day}, true)`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
