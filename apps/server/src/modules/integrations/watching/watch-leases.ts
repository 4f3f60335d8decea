import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type { IntegrationKey } from '#platform/database/integration-key.ts';

/** For how long others leave to a process what it watches; seconds. One that was killed is replaced after it. */
export const ALIVE_SECONDS = 20;
/** Connections that a process begins to watch at once. */
const MAX_CLAIMED = 50;

/** A connection that this process is to watch. */
export interface Claimed extends IntegrationKey {
  provider: string;
  credentials: Buffer | null;
  credentialsKeyId: string | null;
  /** How often it could not be watched since it was last live for a while. */
  failures: number;
}

/** Whether the process that watches a connection is alive. */
const isAlive = sql<boolean>`exists (
  select from watching_processes where id = watched_by and alive_until > now())`;

/** Since when a connection is live; null while it is not. A column of a query. */
export const liveSince = sql<Date | null>`case when watched_by is not null and ${isAlive}
  then watched_since end`;

export async function registerProcess(db: Database): Promise<string> {
  const id = randomUUID();
  await sql`delete from watching_processes where alive_until < now() - interval '1 hour'`.execute(
    db,
  );
  await sql`insert into watching_processes (id, alive_until)
    values (${id}, now() + make_interval(secs => ${ALIVE_SECONDS}))`.execute(db);
  return id;
}

/** Renews the right of a process to all that it watches, by one row. @returns whether it is still registered. */
export async function stayAlive(db: Database, processId: string): Promise<boolean> {
  const { rows } = await sql`
    update watching_processes set alive_until = now() + make_interval(secs => ${ALIVE_SECONDS})
    where id = ${processId} returning id`.execute(db);
  return rows.length > 0;
}

/** Leaves everything to the others at once. */
export async function unregisterProcess(db: Database, processId: string): Promise<void> {
  await sql`delete from watching_processes where id = ${processId}`.execute(db);
  await sql`update integrations set watched_by = null, watched_since = null
    where watched_by = ${processId}`.execute(db);
}

/**
 * Claims connections that no living process watches: those of active users that were synced once. Looks without
 * locks; a connection that another process claimed in between has another `watched_by` and is left to it.
 */
export async function claimWatches(
  db: Database,
  processId: string,
  providers: readonly string[],
  room: number,
): Promise<Claimed[]> {
  const { rows } = await sql<{ ownerId: string; id: string; watchedBy: string | null }>`
    select owner_id as "ownerId", integrations.id, watched_by as "watchedBy"
    from integrations join users on users.id = owner_id and users.is_active
    where provider = any(${providers}) and credentials is not null and not needs_reauth
      and cursor is not null and (paused_until is null or paused_until <= now())
      and (watch_again_at is null or watch_again_at <= now())
      and (watched_by is null or not ${isAlive})
    order by watch_again_at nulls first, integrations.id
    limit ${Math.min(room, MAX_CLAIMED)}`.execute(db);
  if (rows.length === 0) return [];
  const gone = rows.flatMap(({ watchedBy }) => watchedBy ?? []);
  const { rows: claimed } = await sql<Claimed>`
    update integrations set watched_by = ${processId}, watched_since = null
    where owner_id = any(${rows.map(({ ownerId }) => ownerId)}::uuid[])
      and id = any(${rows.map(({ id }) => id)}::uuid[])
      and credentials is not null
      and (watched_by is null or watched_by = any(${gone}::uuid[]))
    returning owner_id as "ownerId", id as "integrationId", provider, credentials,
      credentials_key_id as "credentialsKeyId", watch_failures as failures`.execute(db);
  return claimed;
}

/** A connection that a process may go on to watch. */
export interface OwnWatch extends IntegrationKey {
  /** Whether its server accepts no syncs at the moment, which may be for the watch. */
  isCrowded: boolean;
}

export async function listOwn(db: Database, processId: string): Promise<OwnWatch[]> {
  const { rows } = await sql<OwnWatch>`
    select owner_id as "ownerId", integrations.id as "integrationId",
      coalesce(paused_until > now(), false) as "isCrowded"
    from integrations join users on users.id = owner_id and users.is_active
    where watched_by = ${processId} and credentials is not null and not needs_reauth`.execute(db);
  return rows;
}

const these = (keys: readonly IntegrationKey[], processId: string) => sql<boolean>`
  owner_id = any(${keys.map(({ ownerId }) => ownerId)}::uuid[])
  and id = any(${keys.map(({ integrationId }) => integrationId)}::uuid[])
  and watched_by = ${processId}`;

/** The server has accepted these watches. */
export async function storeLive(
  db: Database,
  processId: string,
  keys: readonly IntegrationKey[],
): Promise<void> {
  await sql`update integrations set watched_since = now() where ${these(keys, processId)}`.execute(
    db,
  );
}

/**
 * Makes connections due whose servers have reported a change. One whose last sync failed keeps its wait, and so does
 * one that is paused.
 */
export async function storeHints(
  db: Database,
  processId: string,
  keys: readonly IntegrationKey[],
): Promise<void> {
  await sql`update integrations set hinted_at = now(),
      due_at = case when failures = 0 then least(due_at, now()) else due_at end
    where ${these(keys, processId)}`.execute(db);
}

/** Leaves connections unwatched for some seconds. Then any process may try again. */
export async function release(
  db: Database,
  processId: string,
  keys: readonly IntegrationKey[],
  { failures, seconds }: { failures: number; seconds: number },
): Promise<void> {
  await sql`update integrations set watched_by = null, watched_since = null,
      watch_failures = ${failures}, watch_again_at = now() + make_interval(secs => ${seconds})
    where ${these(keys, processId)}`.execute(db);
}
