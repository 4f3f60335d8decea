import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import type { SourceProvider } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';

/**
 * The part of a day's requests that regular syncs leave to people: Sync Now, transcripts, imports.
 */
const reservedShare = 0.2;
const daySeconds = 24 * 60 * 60;

/**
 * Requests are counted by the hour; one that was made in an hour counts until a day after its end.
 */
const counts = sql`hour > now() - interval '25 hours'`;

/**
 * Counts one request to a provider before it is made. No span of 24 hours sees more of them than
 * the vendor allows, at whatever time of day the vendor's own count begins.
 *
 * @throws ProviderError `rate-limited` when there is none left, with when there is one again.
 */
export async function spendRequest(
  db: Database,
  integration: IntegrationKey,
  { name, requestsPerDay: limit }: Pick<SourceProvider, 'name' | 'requestsPerDay'>,
): Promise<void> {
  if (limit === undefined) return;
  const retryAfterSeconds = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${integration.integrationId}, 0))`.execute(
      tx,
    );
    const wait = await secondsUntil(tx, integration, limit, 1);
    if (wait > 0) return wait;
    await countRequest(tx, integration);
    return 0;
  });
  if (retryAfterSeconds === 0) return;
  throw new ProviderError(
    'rate-limited',
    `${name} allows ${limit} requests in 24 hours, and they are used up. Syncing resumes automatically.`,
    { retryAfterSeconds },
  );
}

/** Counts a request that was made already. */
export async function countRequest(
  tx: Connection,
  { ownerId, integrationId }: IntegrationKey,
): Promise<void> {
  await sql`
    with outdated as (
      delete from provider_requests
      where owner_id = ${ownerId} and integration_id = ${integrationId} and not (${counts})
    )
    insert into provider_requests as counted (owner_id, integration_id, hour, requests)
    values (${ownerId}, ${integrationId}, date_trunc('hour', now()), 1)
    on conflict (owner_id, integration_id, hour) do update set requests = counted.requests + 1`.execute(
    tx,
  );
}

/**
 * Seconds until the next regular sync, so that a day of syncs stays within the vendor's limit and leaves some
 * requests for users.
 */
export async function regularWait(
  db: Connection,
  integration: IntegrationKey,
  limit: number | undefined,
): Promise<number> {
  if (limit === undefined) return 0;
  const reserved = Math.floor(limit * reservedShare);
  const even = daySeconds / Math.max(1, limit - reserved);
  return Math.ceil(Math.max(even, await secondsUntil(db, integration, limit, reserved + 1)));
}

/** The time until so many requests may be made; 0 when they may be made now. */
async function secondsUntil(
  db: Connection,
  { ownerId, integrationId }: IntegrationKey,
  limit: number,
  wanted: number,
): Promise<number> {
  const { rows } = await sql<{ requests: number; returnsIn: number }>`
    select requests,
      ceil(extract(epoch from hour + interval '25 hours' - now()))::integer as "returnsIn"
    from provider_requests
    where owner_id = ${ownerId} and integration_id = ${integrationId} and ${counts}
    order by hour`.execute(db);
  let left = limit - rows.reduce((sum, { requests }) => sum + requests, 0);
  for (const { requests, returnsIn } of [{ requests: 0, returnsIn: 0 }, ...rows]) {
    left += requests;
    if (left >= wanted) return returnsIn;
  }
  return daySeconds;
}

/** The number of requests that an integration of an owner made and that still count; a column of a query. */
export const requestsMade = (ownerId: string) => sql<number>`
  (select coalesce(sum(requests), 0)::integer from provider_requests
  where owner_id = ${ownerId} and integration_id = integrations.id and ${counts})`;
