import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { oneClickAddress, sealSubscription, unsubscribePage } from '../unsubscribe-token.ts';
import { composeDigest } from './compose-digest.ts';
import { hasContent } from './digest.ts';
import { type DigestSources, readDigest } from './read-digest.ts';
import { hexId } from '#platform/ids.ts';

export interface DueDigest {
  userId: string;
  /** The Monday on which it is sent, in the user's time zone. */
  week: string;
}

/**
 * Sends an active user the digest of a week, unless they turned it off, there is nothing to report,
 * or it was already sent. The week is marked as sent before the email is handed over, so that a
 * process that is killed in between sends no email instead of two. Rejects when the email could not
 * be handed over.
 */
export async function sendDigest(
  context: Context,
  { providers, cache }: Omit<DigestSources, 'config'>,
  { userId, week }: DueDigest,
  now = new Date(),
): Promise<void> {
  const { config, db, log, mailer, secretBox } = context;
  const person = await db
    .selectFrom('users')
    .select(['email', 'digest_week'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('weekly_digest', '=', true)
    .executeTakeFirst();
  if (person === undefined) return;
  const digest = await readDigest(db, userId, { config, providers, cache }, now);
  if (!(await claimWeek(context, userId, week)) || !hasContent(digest)) return;
  const token = sealSubscription(secretBox, { userId, kind: 'weekly-digest' });
  const links = {
    settings: `${config.webUrl}/import-preferences/settings`,
    integrations: `${config.webUrl}/integrations`,
    unsubscribe: unsubscribePage(config, token),
  };
  try {
    await mailer.send({
      to: person.email,
      ...composeDigest(config, digest, links),
      unsubscribeUrl: oneClickAddress(config, token),
      id: hexId(`digest ${userId} ${week}`),
    });
  } catch (error) {
    await db
      .updateTable('users')
      .set({ digest_week: person.digest_week })
      .where('id', '=', userId)
      .where('digest_week', '=', week)
      .execute();
    log.error({ err: error, userId }, 'a weekly digest could not be sent; it is tried again');
    throw error;
  }
}

/** @returns false when the week was already marked as sent, by this or another process. */
async function claimWeek({ db }: Context, userId: string, week: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ digest_week: week })
    .where('id', '=', userId)
    .where('weekly_digest', '=', true)
    .where(sql<boolean>`coalesce(digest_week < ${week}, true)`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
