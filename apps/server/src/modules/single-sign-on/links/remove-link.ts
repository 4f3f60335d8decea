import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { sendFactorChangeJob } from '#modules/sign-in-factors/send-factor-change.job.ts';
import { listLinks } from './list-links.ts';

const perDay = {
  name: 'removals of company sign-ins',
  attempts: limits.factorChangesPerDay,
  windowSeconds: 86_400,
};

/**
 * Disconnects an account at a provider from its user, and ends the sessions that the connection opened, but for the
 * current one.
 *
 * @throws AppError `NOT_FOUND`, `RATE_LIMITED`, `UNAUTHENTICATED`, or `CONFLICT` for the last way in
 */
export async function removeLink(context: Context, person: SignedIn, id: string): Promise<void> {
  const { db, jobs } = context;
  await countAttempt(db, [{ limit: perDay, of: person.id }], perDay.name);
  await db.transaction().execute(async (tx) => {
    await lockWaysIn(tx, person.id);
    const links = await listLinks(context, tx, person.id);
    const link = links.find(({ shown }) => shown.id === id);
    if (link === undefined) throw notFound('Company sign-in');
    const { issuer, whyKept } = link.shown;
    if (whyKept !== null) throw new AppError('CONFLICT', whyKept);
    await tx
      .deleteFrom('sso_identities')
      .where('connection_id', '=', link.connectionId)
      .where('issuer', '=', issuer)
      .where('subject', '=', link.subject)
      .execute();
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', person.id)
      .where('sso_connection_id', '=', link.connectionId)
      .where('id', '<>', person.sessionId)
      .execute();
    const self = { id: person.id, name: person.name || person.email };
    await recordChange(tx, {
      actor: self,
      action: 'sso.unlinked',
      person: self,
      scope: link.slug,
      before: { issuer },
    });
    // In the same transaction: the email is the defence against a stolen session, and must not be lost.
    await jobs.enqueue(
      sendFactorChangeJob,
      { userId: person.id, change: 'company-unlinked' },
      { within: tx },
    );
  });
}

/** Two removals at once would leave no way in. A new session waits for this lock too. */
async function lockWaysIn(tx: Connection, userId: string): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new AppError('UNAUTHENTICATED', 'Not authenticated');
}
