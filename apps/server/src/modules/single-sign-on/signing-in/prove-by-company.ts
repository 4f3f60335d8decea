import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { AppError } from '#platform/http/app-error.ts';
import { hasFactor } from '#modules/auth/second-factor-rule.ts';
import { takeLinked } from './find-linked.ts';
import { takeHandOver } from './hand-over.ts';

/**
 * Stores that the session is used by its user, who has just signed in at their company again.
 *
 * @throws AppError `CONFLICT` for a code that is not theirs, has expired or was used, and for a user with a second
 *   factor, which is the proof then
 */
export async function proveByCompany(
  { db, log, secretBox }: Context,
  person: SignedIn,
  given: { code: string; verifier: string },
): Promise<void> {
  const handOver = await takeHandOver(db, secretBox, 'proof', given);
  const isOwn =
    handOver !== undefined &&
    handOver.userId === person.id &&
    (await takeLinked(db, handOver)) !== undefined &&
    (await noteProof(db, sql`session.id = ${person.sessionId}`));
  if (isOwn) return;
  log.warn({ userId: person.id }, 'a proof by single sign-on was refused');
  throw new AppError('CONFLICT', 'This did not confirm that it is you. Try again.');
}

/**
 * Counts a sign-in at the provider as a fresh proof of a user who has no second factor here. Of another user it proves
 * nothing: the provider could remove the factor otherwise.
 *
 * @param isSession the condition for the row `session`.
 * @returns whether it did.
 */
export async function noteProof(db: Connection, isSession: RawBuilder<unknown>): Promise<boolean> {
  // A cluster calls no function of a column in an update. A first factor that comes in between ends the session.
  const { rows } = await sql<{ id: string }>`
    select session.id from sessions session join users person on person.id = session.user_id
    where ${isSession} and not ${hasFactor}`.execute(db);
  const [session] = rows;
  if (session === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ proven_at: sql`now()` })
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
