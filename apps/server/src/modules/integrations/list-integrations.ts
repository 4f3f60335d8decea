import type { Integration } from '@repo/contract/integrations';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/create-database.ts';
import type { Provider } from './provider.ts';

/** What a person has connected, in the order of the providers. */
export async function listIntegrations(
  db: Database,
  providers: readonly Provider[],
  ownerId: string,
): Promise<Integration[]> {
  const rows = await selectConnected(db, ownerId).execute();
  return providers.flatMap((provider) => {
    const row = rows.find((one) => one.provider === provider.id);
    return row === undefined ? [] : [describe(row, provider)];
  });
}

type Row = Awaited<ReturnType<ReturnType<typeof selectConnected>['execute']>>[number];

function selectConnected(db: Database, ownerId: string) {
  return db
    .selectFrom('integrations')
    .select(['id', 'provider', 'needs_reauth', 'last_synced_at', 'last_error', 'cursor'])
    .select([
      sql<boolean>`lease_until > now()`.as('isSyncing'),
      sql<boolean>`due_at <= now()`.as('isDue'),
      sql<number>`(select count(*) from captured_activities
        where owner_id = integrations.owner_id and provider = integrations.provider)`.as('stored'),
      sql<TaskSum | null>`(select json_build_object(
          'discovering', bool_or(kind = 'discover'),
          'processed', sum(processed),
          'total', case when bool_and(total is not null) then sum(total) end)
        from sync_tasks where integration_id = integrations.id having count(*) > 0)`.as('tasks'),
    ])
    .where('owner_id', '=', ownerId)
    .where('credentials', 'is not', null);
}

interface TaskSum {
  discovering: boolean;
  processed: number;
  total: number | null;
}

function describe(row: Row, provider: Provider): Integration {
  const phase = phaseOf(row);
  return {
    id: row.id,
    provider: provider.id,
    name: provider.name,
    isConnected: true,
    needsReauth: row.needs_reauth,
    lastSyncedAt: row.last_synced_at?.toISOString() ?? null,
    ...(phase !== undefined && {
      progress: { phase, processed: row.tasks?.processed ?? 0, total: row.tasks?.total ?? null },
    }),
    storedActivities: row.stored,
    ...(row.last_error !== null && { lastError: row.last_error }),
  };
}

/** What it does now; undefined when it rests. */
function phaseOf(row: Row): NonNullable<Integration['progress']>['phase'] | undefined {
  if (row.needs_reauth) return undefined;
  if (!row.isSyncing) {
    return row.isDue || row.tasks !== null || row.cursor === null ? 'waiting' : undefined;
  }
  if (row.tasks === null) return 'updating';
  return row.tasks.discovering ? 'discovering' : 'backfilling';
}
