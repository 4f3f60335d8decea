import type { IntegrationKey } from '../../../platform/database/integration-key.ts';
import { sql } from 'kysely';
import type { Connection, Database } from '../../../platform/database/create-database.ts';
import type { StoredSyncEnd } from '../../../platform/database/schema/integrations.ts';
import { ProviderError } from '../provider-error.ts';
import { isReadable } from './sync-task.ts';

/**
 * How long a lease is valid without being renewed; seconds. A worker that died is replaced after it.
 */
export const leaseSeconds = 30;
/** Between two regular syncs of an integration; seconds. */
const intervalSeconds = 600;
/** The wait after a failed sync, doubled with each one up to the regular interval; seconds. */
const firstRetrySeconds = 15;

/** The right to sync one integration, which one worker at a time has. */
export interface Lease extends IntegrationKey {
  leaseId: string;
  provider: string;
  /** Whether it is to read earlier activities; the lease of a sync otherwise. */
  readsHistory: boolean;
}

/** Another worker took over, or the user disconnected: what this one read may not be stored. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/**
 * Takes the lease of the integration that has waited longest: one that is due, has tasks to do, or
 * whose worker died. Only the database's clock counts, since those of the workers may differ.
 *
 * @param hasFailed whether its last sync failed; either when absent.
 */
export async function takeLease(
  db: Database,
  providers: string[],
  hasFailed: boolean | null = null,
): Promise<Lease | undefined> {
  const { rows } = await sql<Lease>`
    update integrations set
      lease_id = gen_random_uuid(),
      reads_history = false,
      lease_until = now() + make_interval(secs => ${leaseSeconds}),
      due_at = now() + make_interval(secs => ${intervalSeconds})
    where (owner_id, id) = (
      select integrations.owner_id, integrations.id from integrations join users on users.id = owner_id
      where provider = any(${providers}) and credentials is not null and not needs_reauth
        and users.is_active
        and (${hasFailed}::boolean is null or (failures > 0) = ${hasFailed})
        and (lease_until is null or lease_until < now())
        and (paused_until is null or paused_until <= now())
        and (due_at <= now() or lease_id is not null or (failures = 0 and exists (
          select from sync_tasks
          where owner_id = integrations.owner_id and integration_id = integrations.id
            and ${isReadable})))
      order by due_at limit 1
      for no key update of integrations skip locked
    )
    returning owner_id as "ownerId", id as "integrationId", lease_id as "leaseId", provider,
      reads_history as "readsHistory"`.execute(db);
  return rows[0];
}

/** @returns whether the lease is still valid and the user still active. */
export async function renewLease(db: Database, lease: Lease): Promise<boolean> {
  const { rows } = await sql`
    update integrations set lease_until = now() + make_interval(secs => ${leaseSeconds})
    where owner_id = ${lease.ownerId} and id = ${lease.integrationId}
      and lease_id = ${lease.leaseId}
      and exists (select from users where users.id = owner_id and is_active)
    returning id`.execute(db);
  return rows.length > 0;
}

/**
 * Does something in a transaction that only the holder of the lease may do. Until it ends no one
 * can take the lease or disconnect.
 *
 * @throws LeaseLostError
 */
export async function underLease<Result>(
  db: Database,
  lease: Lease,
  work: (tx: Connection) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom('integrations')
      .select('id')
      .where('owner_id', '=', lease.ownerId)
      .where('id', '=', lease.integrationId)
      .where('lease_id', '=', lease.leaseId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (held === undefined) throw new LeaseLostError('The sync was taken over.');
    return work(tx);
  });
}

/** The counts of a sync so far, as shown to users. */
export interface SyncTally {
  stored: number;
  removed: number;
  failed: number;
}

/** The outcome of a sync. */
export type SyncOutcome =
  | { state: 'done' }
  /** The process stops: another one goes on where this one was. */
  | { state: 'interrupted' }
  /** The message is for people. */
  | { state: 'failed'; message: string; cause: unknown };

/**
 * Gives the lease back and settles when the next sync is due.
 *
 * @param wait seconds in which the provider is to be asked only if a user wants it.
 */
export async function endLease(
  db: Database,
  lease: Lease,
  outcome: SyncOutcome,
  { tally, wait }: { tally: SyncTally; wait: number },
): Promise<void> {
  await db
    .updateTable('integrations')
    .set({
      lease_id: null,
      lease_until: null,
      ...consequences(outcome, wait),
      ...(outcome.state !== 'interrupted' && { last_sync: describeEnd(outcome, tally) }),
    })
    .where('owner_id', '=', lease.ownerId)
    .where('id', '=', lease.integrationId)
    .where('lease_id', '=', lease.leaseId)
    .execute();
}

/**
 * However long a provider asks to be left alone, it is tried again after a day. Our own count of its
 * requests goes by whole hours, so a spent budget may take up to one more.
 */
const MAX_PAUSE_SECONDS = 25 * 60 * 60;

function consequences(outcome: SyncOutcome, wait: number) {
  const waited = sql<Date>`now() + make_interval(secs => ${wait})`;
  if (outcome.state === 'done') {
    // Someone who asked for a sync while this one ran gets another at once.
    const due = sql<Date>`case when due_at <= now() then due_at else greatest(due_at, ${waited}) end`;
    return { failures: 0, last_error: null, paused_until: null, due_at: due };
  }
  if (outcome.state === 'interrupted') return { due_at: sql<Date>`now()` };
  const { message, cause } = outcome;
  const error = cause instanceof ProviderError ? cause : undefined;
  const retry = sql<Date>`now() + make_interval(secs =>
    least(${intervalSeconds}, ${firstRetrySeconds} * 2 ^ least(failures, 10)) * (0.75 + random() / 2))`;
  const seconds = error?.kind === 'rate-limited' ? error.retryAfterSeconds : undefined;
  return {
    last_error: message,
    failures: sql<number>`failures + 1`,
    needs_reauth: error?.kind === 'reauthorize',
    due_at: sql<Date>`greatest(${retry}, ${waited})`,
    ...(seconds !== undefined && {
      paused_until: sql<Date>`now() + make_interval(secs => ${Math.min(seconds, MAX_PAUSE_SECONDS)})`,
    }),
  };
}

function describeEnd(
  outcome: Exclude<SyncOutcome, { state: 'interrupted' }>,
  { stored, removed, failed }: SyncTally,
): string {
  return JSON.stringify({
    endedAt: new Date().toISOString(),
    outcome: outcome.state,
    stored,
    removed,
    failed,
    ...(outcome.state === 'failed' && { message: outcome.message }),
  } satisfies StoredSyncEnd);
}
