import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type { IntegrationKey } from '#platform/database/integration-key.ts';
import type { StoredSyncEnd } from '#platform/database/schema/integrations.ts';
import { ProviderError } from '../provider-error.ts';
import { claimLease, type Lease, MAX_CANDIDATES, type SyncOutcome } from '../reading/lease.ts';

/** The first wait after a failure, and the longest one; seconds. */
const firstRetrySeconds = 60;
const MAX_RETRY_SECONDS = 6 * 60 * 60;
/** However long a provider requests to wait, it is tried again after a day; seconds. */
const MAX_PAUSE_SECONDS = 25 * 60 * 60;

/**
 * Takes the lease of an integration to read earlier activities. The integration has nothing to sync now, may
 * send its next request, and its user has not paused the import.
 *
 * @param busy users whose integrations have to wait.
 */
export async function takeHistoryLease(
  db: Database,
  providers: readonly string[],
  busy: readonly string[] = [],
): Promise<Lease | undefined> {
  const { rows: candidates } = await sql<IntegrationKey>`
    select integrations.owner_id as "ownerId", integrations.id as "integrationId"
    from history_imports history
      join histories chosen on chosen.owner_id = history.owner_id
      join integrations on integrations.owner_id = history.owner_id
        and integrations.id = history.integration_id
      join users on users.id = history.owner_id
    where history.finished_at is null and history.not_before <= now() and not chosen.is_paused
      and provider = any(${providers}) and users.is_active
      and history.owner_id <> all(${busy}::uuid[])
      and ${isFree(sql`integrations.owner_id`)}
    order by history.not_before limit ${MAX_CANDIDATES}`.execute(db);
  return claimLease(db, candidates, { isFree, changes: sql`reads_history = true` });
}

/** Nothing of the regular sync is due or waiting. */
const isAtRest = (owner: RawBuilder<string>) => sql<boolean>`(cursor is not null and due_at > now()
  and (paused_until is null or paused_until <= now())
  and not exists (select from sync_tasks
    where owner_id = ${owner} and integration_id = integrations.id))`;

const isFree = (owner: RawBuilder<string>) =>
  sql<boolean>`(credentials is not null and not needs_reauth and lease_id is null
  and ${isAtRest(owner)})`;

/** Whether an import of earlier activities may go on: the regular sync goes first. */
export async function mayGoOn(
  db: Database,
  { ownerId, integrationId }: IntegrationKey,
): Promise<boolean> {
  const row = await db
    .selectFrom('integrations')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', integrationId)
    .where(isAtRest(sql`${ownerId}`))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives the lease back. A failure delays the import alone, not the regular sync, unless the user
 * has to connect again.
 */
export async function endHistoryLease(
  db: Database,
  lease: Lease,
  outcome: SyncOutcome,
): Promise<void> {
  const cause = outcome.state === 'failed' ? outcome.cause : undefined;
  const error = cause instanceof ProviderError ? cause : undefined;
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('integrations')
      .set({
        lease_id: null,
        lease_until: null,
        reads_history: false,
        ...(error?.kind === 'reauthorize' && {
          needs_reauth: true,
          last_error: error.message,
          last_sync: describeRefusal(error.message),
        }),
      })
      .where('owner_id', '=', lease.ownerId)
      .where('id', '=', lease.integrationId)
      .where('lease_id', '=', lease.leaseId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n || outcome.state === 'interrupted') return;
    const { failures = 0 } =
      (await tx
        .selectFrom('history_imports')
        .select('failures')
        .where('owner_id', '=', lease.ownerId)
        .where('integration_id', '=', lease.integrationId)
        .executeTakeFirst()) ?? {};
    const requested = Math.min(error?.retryAfterSeconds ?? 0, MAX_PAUSE_SECONDS);
    const seconds = Math.max(
      requested,
      Math.min(MAX_RETRY_SECONDS, firstRetrySeconds * 2 ** Math.min(failures, 10)),
    );
    await tx
      .updateTable('history_imports')
      .set(
        outcome.state === 'done'
          ? { failures: 0, message: null }
          : {
              failures: failures + 1,
              message: outcome.message,
              not_before: sql<Date>`now() + make_interval(secs => ${seconds})`,
            },
      )
      .where('owner_id', '=', lease.ownerId)
      .where('integration_id', '=', lease.integrationId)
      .execute();
  });
}

/** No sync follows: this is the end of the last one, by which is known since when the connection is refused. */
const describeRefusal = (message: string): string =>
  JSON.stringify({
    endedAt: new Date().toISOString(),
    outcome: 'failed',
    stored: 0,
    removed: 0,
    failed: 0,
    message,
  } satisfies StoredSyncEnd);
