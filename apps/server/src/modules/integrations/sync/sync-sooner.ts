import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { visibleWorkspaces } from '../../auth/visible-accounts.ts';
import type { Provider } from '../provider.ts';
import { REGULAR_INTERVAL_SECONDS } from '../reading/lease.ts';

/** Seconds between two syncs of a connection whose data an open page may show. */
const VIEWED_INTERVAL_SECONDS = 90;
/** Connections that become due at once. The others follow with the next calls. */
const MAX_BROUGHT_FORWARD = 20;
/** A connection that has been due for longer shows that the workers are busy; seconds. */
const MAX_WAIT_SECONDS = 10;

/**
 * Makes connections due whose data an open page can show: the users' own and those of the members of their
 * workspaces, the longest waiting first. Connections whose last sync failed keep their wait, and so do
 * connections of providers with a daily limit of requests. Does nothing while other connections wait for a
 * worker.
 *
 * @param viewerIds the users who have the product open.
 */
export async function syncSooner(
  db: Database,
  providers: readonly Provider[],
  viewerIds: readonly string[],
): Promise<void> {
  const often = providers.filter((one) => 'open' in one && one.requestsPerDay === undefined);
  if (viewerIds.length === 0 || often.length === 0) return;
  if (await isAnyLate(db)) return;
  const owners = await listColleagues(db, viewerIds);
  const { rows } = await sql<{ ownerId: string; id: string }>`
    select owner_id as "ownerId", id from integrations
    where ${isAtRest} and provider = any(${often.map(({ id }) => id)})
      and due_at > now()
      and due_at < now() + make_interval(secs => ${REGULAR_INTERVAL_SECONDS - VIEWED_INTERVAL_SECONDS})
      and owner_id = any(${owners}::uuid[])
    order by due_at limit ${MAX_BROUGHT_FORWARD}`.execute(db);
  if (rows.length === 0) return;
  await sql`
    update integrations set due_at = now()
    where owner_id = any(${rows.map(({ ownerId }) => ownerId)}::uuid[])
      and id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isAtRest} and due_at > now()`.execute(
    db,
  );
}

/** The users themselves and the members of their workspaces. */
async function listColleagues(db: Database, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct colleague.user_id as "userId"
    from ${visibleWorkspaces({ userIds: sql`${userIds}` })} visible
    join memberships colleague on colleague.workspace_id = visible.workspace_id`.execute(db);
  return [...userIds, ...rows.map(({ userId }) => userId)];
}

/** Whether its last sync succeeded and nothing keeps the next one from beginning. */
const isAtRest = sql<boolean>`credentials is not null and not needs_reauth and failures = 0
  and lease_id is null and cursor is not null and paused_until is null`;

async function isAnyLate(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isLate: boolean }>`
    select exists (
      select from integrations join users on users.id = owner_id and users.is_active
      where ${isAtRest} and due_at < now() - make_interval(secs => ${MAX_WAIT_SECONDS})
    ) as "isLate"`.execute(db);
  return rows[0]?.isLate === true;
}
