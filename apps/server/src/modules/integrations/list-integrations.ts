import type { Integration } from '@repo/contract/integrations';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { requestsMade } from './budget/request-budget.ts';
import { openCredentials } from './connect/credentials.ts';
import type { Provider } from './provider.ts';
import { liveSince } from './watching/watch-leases.ts';

/** Everything that a person has connected, in the order of the providers and of first connections. */
export async function listConnections(
  context: Pick<Context, 'db' | 'secretBox'>,
  providers: readonly Provider[],
  ownerId: string,
): Promise<Integration[]> {
  const rows = await selectConnected(context.db, ownerId).execute();
  return providers.flatMap((provider) =>
    rows
      .filter((row) => row.provider === provider.id)
      .map((row) => describe(context, row, provider)),
  );
}

/** One connection of each provider, for clients that know no more: the first one. */
export const firstOfEach = (connections: readonly Integration[]): Integration[] =>
  connections.filter(
    ({ provider }, index) =>
      connections.findIndex((other) => other.provider === provider) === index,
  );

type Row = Awaited<ReturnType<ReturnType<typeof selectConnected>['execute']>>[number];

/** The subqueries name the owner themselves: on a cluster their node is found by it. */
function selectConnected(db: Database, ownerId: string) {
  return (
    db
      .selectFrom('integrations')
      .select(['id', 'provider', 'source', 'needs_reauth', 'last_synced_at', 'last_error'])
      .select(['credentials', 'credentials_key_id', 'last_sync', 'due_at', 'failures', 'hinted_at'])
      .select('captures_text')
      .select([
        // Of a large mailbox it has many megabytes.
        sql<boolean>`cursor is not null`.as('hasCursor'),
        sql<boolean>`lease_until > now() and not reads_history`.as('isSyncing'),
        sql<boolean>`due_at <= now()`.as('isDue'),
        sql<Date | null>`case when paused_until > now() then paused_until end`.as('paused'),
        liveSince.as('liveSince'),
        requestsMade(ownerId).as('requestsMade'),
        sql<number>`(select count(*) from captured_activities
        where owner_id = ${ownerId} and provider = integrations.provider
          and source = integrations.source)`.as('stored'),
        sql<number>`(select count(*) from failed_items
        where owner_id = ${ownerId} and integration_id = integrations.id)`.as('failedItems'),
        sql<number>`case when needs_reauth then (select count(*) from captured_activities
        where owner_id = ${ownerId} and provider = integrations.provider
          and source = integrations.source and type = 'calendar' and is_private is null)
        else 0 end`.as('withheldMeetings'),
        sql<TaskSum | null>`(select json_build_object(
          'discovering', bool_or(kind = 'discover'),
          'reconciling', bool_and(kind = 'reconcile'),
          'processed', sum(processed),
          'total', case when bool_and(total is not null) then sum(total) end)
        from sync_tasks
        where owner_id = ${ownerId} and integration_id = integrations.id
          and kind <> 'preview'
        having count(*) > 0)`.as('tasks'),
      ])
      .where('owner_id', '=', ownerId)
      .where('credentials', 'is not', null)
      // In the order of first connections, whatever was connected again.
      .orderBy('id')
  );
}

interface TaskSum {
  discovering: boolean;
  reconciling: boolean;
  processed: number;
  total: number | null;
}

function describe(context: Pick<Context, 'secretBox'>, row: Row, provider: Provider): Integration {
  const isWebhook = provider.connect.kind === 'webhook';
  const phase = isWebhook ? undefined : phaseOf(row);
  const next = isWebhook || row.needs_reauth || row.isSyncing ? undefined : nextSync(row);
  return {
    id: row.id,
    provider: provider.id,
    name: provider.name,
    isConnected: true,
    needsReauth: row.needs_reauth,
    lastSyncedAt: row.last_synced_at?.toISOString() ?? null,
    ...(!isWebhook && row.source !== null && { source: row.source }),
    ...(isWebhook && { connectionData: webhookData(context, row) }),
    ...(phase !== undefined && {
      progress: { phase, processed: row.tasks?.processed ?? 0, total: row.tasks?.total ?? null },
    }),
    storedActivities: row.stored,
    failedItems: row.failedItems,
    ...('open' in provider &&
      provider.worksWithoutText === true && { capturesText: row.captures_text }),
    ...(row.withheldMeetings > 0 && { withheldMeetings: row.withheldMeetings }),
    ...(row.last_error !== null && { lastError: row.last_error }),
    ...(row.last_sync !== null && { lastSync: row.last_sync }),
    ...(next !== undefined && { nextSyncAt: next.toISOString() }),
    ...(row.paused !== null && { pausedUntil: row.paused.toISOString() }),
    ...liveOf(row),
    ...budgetOf(row, provider),
  };
}

/** The values that the user pastes into the Zap; they are shown again whenever needed. */
function webhookData(
  context: Pick<Context, 'secretBox'>,
  row: Row,
): NonNullable<Integration['connectionData']> {
  const { webhookToken } = openCredentials(context, row.id, row);
  return typeof webhookToken === 'string'
    ? { webhook_token: webhookToken, webhook_api_version: 'v1' }
    : { webhook_api_version: 'v1' };
}

const nextSync = ({ due_at: due, paused }: Row): Date =>
  paused !== null && paused > due ? paused : due;

const liveOf = ({ liveSince: since, hinted_at: hinted }: Row): Pick<Integration, 'live'> =>
  since === null
    ? {}
    : { live: { since: since.toISOString(), ...(hinted && { hintedAt: hinted.toISOString() }) } };

function budgetOf(row: Row, provider: Provider): Pick<Integration, 'requestBudget'> {
  const limit = 'open' in provider ? provider.requestsPerDay : undefined;
  if (limit === undefined) return {};
  return { requestBudget: { limit, left: Math.max(0, limit - row.requestsMade) } };
}

/** The progress of its sync; undefined while none runs. */
function phaseOf(row: Row): NonNullable<Integration['progress']>['phase'] | undefined {
  if (row.needs_reauth) return undefined;
  if (!row.isSyncing) {
    if (row.paused !== null) return undefined;
    // After a failure it rests until it is due, whatever there is to do.
    const isWanted = row.failures === 0 && (row.tasks !== null || !row.hasCursor);
    return row.isDue || isWanted ? 'waiting' : undefined;
  }
  if (row.tasks === null) return 'updating';
  if (row.tasks.discovering) return 'discovering';
  return row.tasks.reconciling ? 'checking' : 'backfilling';
}
