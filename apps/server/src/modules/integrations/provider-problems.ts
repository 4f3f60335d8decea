import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { Provider } from './provider.ts';
import { ProviderError } from './provider-error.ts';

/**
 * A problem that has not occurred for this long is resolved, or affects no one: failed syncs are
 * retried within 13 minutes (`reading/lease.ts`).
 */
const FORGOTTEN_AFTER_MINUTES = 60;

/** A provider's problem with this server itself. Only its operators can fix it. */
export interface ProviderProblem {
  /** The company that grants access to its services: 'google'. */
  grantor: string;
  /** The problem, and what to do about it. */
  message: string;
  since: Date;
  seenAt: Date;
}

/**
 * Records that a provider refuses this server, for its operators: in the log, and for `doctor` and
 * the administration. Ignores any other error.
 */
export async function recordProblem(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { id, connect }: Provider,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ProviderError) || error.kind !== 'misconfigured') return;
  if (connect.kind !== 'oauth') return;
  const message = error.operatorMessage ?? error.message;
  log.error({ provider: id }, message);
  const isOld = sql<boolean>`provider_problems.seen_at < now() - make_interval(mins => ${FORGOTTEN_AFTER_MINUTES})`;
  await db
    .insertInto('provider_problems')
    .values({ grantor: connect.grantor, message })
    .onConflict((conflict) =>
      conflict.column('grantor').doUpdateSet({
        message,
        since: sql<Date>`case when ${isOld} then now() else provider_problems.since end`,
        seen_at: sql<Date>`now()`,
      }),
    )
    .execute();
}

/** Deletes the problem of a provider that has just issued tokens. */
export async function clearProblem(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { connect }: Provider,
): Promise<void> {
  if (connect.kind !== 'oauth') return;
  try {
    await db.deleteFrom('provider_problems').where('grantor', '=', connect.grantor).execute();
  } catch (error) {
    log.warn({ err: error }, 'cannot clear a problem with a provider');
  }
}

/** The problems that occurred recently, by grantor. */
export async function listProblems(db: Connection): Promise<ProviderProblem[]> {
  return db
    .selectFrom('provider_problems')
    .select(['grantor', 'message', 'since', 'seen_at as seenAt'])
    .where('seen_at', '>', sql<Date>`now() - make_interval(mins => ${FORGOTTEN_AFTER_MINUTES})`)
    .orderBy('grantor')
    .execute();
}
