import type { BusinessDay } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { hexId } from '#platform/ids.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import type { DueMailColumns } from './enqueue-due-mails.ts';
import { oneClickAddress, sealSubscription, unsubscribePage } from './unsubscribe-token.ts';

/** An email that a user gets at most once a day, or once a week. */
export interface DueMail extends DueMailColumns {
  kind: Parameters<typeof sealSubscription>[1]['kind'];
  /** For the log. */
  name: string;
  /** The beginning of its id, which stays the same when it is sent again. */
  idPrefix: string;
}

export interface MailLinks {
  /** URL of the page where users choose which emails they receive. */
  settings: string;
  unsubscribe: string;
}

/**
 * Sends an active user who wants it the email of a day, unless it was already sent or there is nothing to say. The
 * day is marked as sent before the email is handed over, so that a process that is killed in between
 * sends no email instead of two. Rejects when the email could not be handed over.
 *
 * @param compose returns undefined if there is nothing to say; `lastDay` is the day of the email before.
 */
export async function sendDueMail(
  { config, db, log, mailer, secretBox }: Context,
  { kind, name, idPrefix, wanted, sentOn }: DueMail,
  { userId, day }: { userId: string; day: BusinessDay },
  compose: (
    lastDay: BusinessDay | null,
    links: MailLinks,
  ) => Promise<Pick<OutgoingMail, 'subject' | 'text' | 'html'> | undefined>,
): Promise<void> {
  const { rows } = await sql<{ email: string; lastDay: BusinessDay | null }>`
    select email, ${sql.ref(sentOn)} as "lastDay" from users
    where id = ${userId} and is_active and ${sql.ref(wanted)}`.execute(db);
  const [person] = rows;
  if (person === undefined) return;
  const token = sealSubscription(secretBox, { userId, kind });
  const mail = await compose(person.lastDay, {
    settings: `${config.webUrl}/import-preferences/settings`,
    unsubscribe: unsubscribePage(config, token),
  });
  const mark = async (next: BusinessDay | null, condition: RawBuilder<unknown>) => {
    const { numAffectedRows = 0n } = await sql`
      update users set ${sql.ref(sentOn)} = ${next} where id = ${userId} and ${condition}`.execute(
      db,
    );
    return numAffectedRows > 0n;
  };
  const isFirst = sql`${sql.ref(wanted)} and coalesce(${sql.ref(sentOn)} < ${day}, true)`;
  if (!(await mark(day, isFirst)) || mail === undefined) return;
  try {
    await mailer.send({
      to: person.email,
      ...mail,
      unsubscribeUrl: oneClickAddress(config, token),
      id: hexId(`${idPrefix} ${userId} ${day}`),
    });
  } catch (error) {
    await mark(person.lastDay, sql`${sql.ref(sentOn)} = ${day}`);
    log.error({ err: error, userId }, `a ${name} could not be sent; it is tried again`);
    throw error;
  }
}
