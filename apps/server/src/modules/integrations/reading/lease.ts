import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { transactionOnce } from '#platform/database/repeat-collided.ts';
import type { StoredSyncEnd } from '#platform/database/schema/integrations.ts';
import { finishPublishing } from '../../activities/finish-publishing.ts';
import { ProviderError } from '../provider-error.ts';
import { isReadable } from './sync-task.ts';

/** The validity of a lease that is not renewed; seconds. A worker that died is replaced after it. */
export const leaseSeconds = 30;
/** Between two regular syncs of an integration; seconds. */
export const REGULAR_INTERVAL_SECONDS = 600;
/** The wait after a failed sync, doubled with each one up to the regular interval; seconds. */
const firstRetrySeconds = 15;

/** The right to sync one integration, which one worker at a time has. */
export interface Lease extends IntegrationKey {
  leaseId: string;
  provider: string;
  /** Whether it is to read earlier activities; the lease of a sync otherwise. */
  readsHistory: boolean;
  /** Whether the last sync of the integration failed. */
  hasFailed: boolean;
}

/** Another worker took over, or the user disconnected: what this one read may not be stored. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** More than there are workers that look at the same time. */
export const MAX_CANDIDATES = 20;

/** Selects the integrations that may be synced. */
export interface DueFilter {
  /** Only integrations whose last sync failed or was slow, or only the others; all when absent. */
  isDelayed?: boolean | undefined;
  /** The ids of integrations whose last sync was slow. */
  slow?: readonly string[];
  /** Users whose integrations have to wait. */
  busy?: readonly string[];
}

// Citus refuses the lock unless the owner is named for the tasks as well.
const isDue = (owner: RawBuilder<string>) => sql<boolean>`
  credentials is not null and not needs_reauth
  and (lease_until is null or lease_until < now())
  and (paused_until is null or paused_until <= now())
  and (due_at <= now() or lease_id is not null or (failures = 0 and exists (
    select from sync_tasks
    where owner_id = ${owner} and integration_id = integrations.id
      and ${isReadable})))`;

async function findDue(
  db: Database,
  providers: readonly string[],
  { isDelayed, slow = [], busy = [] }: DueFilter,
  maximum: number,
): Promise<IntegrationKey[]> {
  const { rows } = await sql<IntegrationKey>`
    select owner_id as "ownerId", integrations.id as "integrationId"
    from integrations join users on users.id = owner_id
    where provider = any(${providers}) and users.is_active
      and ${isDue(sql`integrations.owner_id`)}
      and (${isDelayed ?? null}::boolean is null
        or (failures > 0 or integrations.id = any(${slow}::uuid[])) = ${isDelayed ?? null})
      and owner_id <> all(${busy}::uuid[])
    order by due_at limit ${maximum}`.execute(db);
  return rows;
}

/** Whether an integration is due that no one syncs. */
export const isAnyDue = async (
  db: Database,
  providers: readonly string[],
  filter: DueFilter,
): Promise<boolean> => (await findDue(db, providers, filter, 1)).length > 0;

/**
 * Takes the lease of the integration that has waited longest: one that is due, has tasks to do, or whose
 * worker died. Looks without locks. Only the database's clock counts, since the workers' clocks may differ.
 */
export async function takeLease(
  db: Database,
  providers: readonly string[],
  filter: DueFilter = {},
): Promise<Lease | undefined> {
  const candidates = await findDue(db, providers, filter, MAX_CANDIDATES);
  return claimLease(db, candidates, {
    isFree: isDue,
    changes: sql`reads_history = false,
      due_at = now() + make_interval(secs => ${REGULAR_INTERVAL_SECONDS})`,
  });
}

interface Claim {
  /** Whether the lease of an owner's integration can still be taken; checked with the row locked. */
  isFree: (owner: RawBuilder<string>) => RawBuilder<boolean>;
  /** Columns to set besides the lease's own. */
  changes: RawBuilder<unknown>;
}

/**
 * Takes the lease of the first of these integrations that is still free. Claims one at a time by its
 * key, so that only the node with the row has to lock it.
 */
export async function claimLease(
  db: Database,
  candidates: readonly IntegrationKey[],
  { isFree, changes }: Claim,
): Promise<Lease | undefined> {
  for (const { ownerId, integrationId } of candidates) {
    const { rows } = await sql<Lease>`
      update integrations set
        lease_id = ${randomUUID()},
        lease_until = now() + make_interval(secs => ${leaseSeconds}),
        ${changes}
      where owner_id = ${ownerId} and id = (
        select id from integrations
        where owner_id = ${ownerId} and id = ${integrationId}
          and ${isFree(sql`${ownerId}`)}
        for no key update skip locked)
      returning owner_id as "ownerId", id as "integrationId", lease_id as "leaseId", provider,
        reads_history as "readsHistory", failures > 0 as "hasFailed"`.execute(db);
    if (rows[0] !== undefined) return rows[0];
  }
  return undefined;
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
 * Runs a function in a transaction of the lease's holder. Until the transaction ends, no other process can
 * take the lease and no user can disconnect. Captured activities are published at its end.
 *
 * @throws LeaseLostError
 */
export async function underLease<Result>(
  db: Database,
  lease: Lease,
  work: (tx: Connection) => Promise<Result>,
): Promise<Result> {
  // Not repeated: the sync counts the activities that it stores.
  const result = await transactionOnce(db, async (tx) => {
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
  await finishPublishing(db, lease.ownerId);
  return result;
}

/** The counts of a sync so far, as shown to users. */
export interface SyncTally {
  stored: number;
  removed: number;
  failed: number;
}

export type SyncOutcome =
  | {
      state: 'done';
      /**
       * The turn ended before all changes were read: the rest is due at once, behind the integrations that
       * wait.
       */
      isCut?: boolean;
    }
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
  await db.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom('integrations')
      .select(['failures', 'due_at as dueAt', sql<Date>`now()`.as('now')])
      .where('owner_id', '=', lease.ownerId)
      .where('id', '=', lease.integrationId)
      .where('lease_id', '=', lease.leaseId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (held === undefined) return;
    await tx
      .updateTable('integrations')
      .set({
        lease_id: null,
        lease_until: null,
        ...consequences(outcome, wait, held),
        ...(outcome.state !== 'interrupted' && { last_sync: describeEnd(outcome, tally) }),
      })
      .where('owner_id', '=', lease.ownerId)
      .where('id', '=', lease.integrationId)
      .execute();
  });
}

/** An integration under this process's lease, and the time of the database. */
interface Held {
  failures: number;
  dueAt: Date;
  now: Date;
}

/**
 * However long a pause a provider requests, it is tried again after a day. Our own count of its
 * requests is by whole hours, so a spent budget may take up to one more.
 */
const MAX_PAUSE_SECONDS = 25 * 60 * 60;

/** Returns the columns to store when a sync ends; failures are retried with exponential backoff. */
function consequences(outcome: SyncOutcome, wait: number, { failures, dueAt, now }: Held) {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  const latest = (one: Date, other: Date) => (one > other ? one : other);
  if (outcome.state === 'done') {
    // A sync that was triggered while this one ran follows at once.
    const next = latest(outcome.isCut === true ? now : dueAt, after(wait));
    const due = dueAt <= now ? dueAt : next;
    return { failures: 0, last_error: null, paused_until: null, due_at: due };
  }
  if (outcome.state === 'interrupted') return { due_at: now };
  const { message, cause } = outcome;
  const error = cause instanceof ProviderError ? cause : undefined;
  const retrySeconds =
    Math.min(REGULAR_INTERVAL_SECONDS, firstRetrySeconds * 2 ** Math.min(failures, 10)) *
    (0.75 + Math.random() / 2);
  const seconds = error?.kind === 'rate-limited' ? error.retryAfterSeconds : undefined;
  return {
    last_error: message,
    failures: failures + 1,
    needs_reauth: error?.kind === 'reauthorize',
    due_at: after(Math.max(retrySeconds, wait)),
    ...(seconds !== undefined && { paused_until: after(Math.min(seconds, MAX_PAUSE_SECONDS)) }),
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
