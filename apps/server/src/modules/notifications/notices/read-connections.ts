import type { Connection } from '#platform/database/create-database.ts';
import { connectionName, type NamedProvider } from '../digest/list-failed-syncs.ts';
import type { FoundNotice } from './found-notice.ts';

/** Finds the connections that have to be connected again; the time is that of the last sync that worked. */
export async function readBrokenConnections(
  db: Connection,
  userId: string,
  providers: readonly NamedProvider[],
): Promise<FoundNotice[]> {
  const rows = await db
    .selectFrom('integrations')
    .select(['id', 'provider', 'source', 'last_synced_at', 'connected_at'])
    .where('owner_id', '=', userId)
    .where('needs_reauth', '=', true)
    .where('credentials', 'is not', null)
    .execute();
  return rows.map((row) => ({
    id: `connection ${row.id} ${row.connected_at.getTime()}`,
    kind: 'connection',
    at: row.last_synced_at ?? row.connected_at,
    workspace: null,
    by: null,
    accounts: [],
    total: 0,
    connection: connectionName(providers, row),
  }));
}
