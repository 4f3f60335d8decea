import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { removeRepeatedRequests } from '#platform/http/run-once.ts';
import { removeEndedAttempts } from '#platform/rate-limit/rate-limit-counter.ts';
import { sessionDays } from './authenticate.ts';
import { removeOldFailures } from './guess-budget.ts';

/**
 * Days for which an ended or expired invitation is kept, so that its link can still explain that.
 */
const endedInvitationDays = 30;

/** Removes expired sessions, links, invitations, answers to repeated requests and counted attempts. */
export async function removeExpired({ db }: Context): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('last_used_at', '<=', sql<Date>`now() - make_interval(days => ${sessionDays})`)
    .execute();
  for (const table of ['password_resets', 'requested_password_resets'] as const) {
    await db
      .deleteFrom(table)
      .where('expires_at', '<=', sql<Date>`now()`)
      .execute();
  }
  await db
    .deleteFrom('invitations')
    .where(
      sql<Date>`coalesce(ended_at, expires_at)`,
      '<=',
      sql<Date>`now() - make_interval(days => ${endedInvitationDays})`,
    )
    .execute();
  await removeRepeatedRequests(db);
  await removeEndedAttempts(db);
  await removeOldFailures(db);
}
