import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { readBacklog } from './read-backlog.ts';

/**
 * Reports the integrations that wait to be synced. The same from every worker, since it is read
 * from the database.
 */
export function observeBacklog(db: Database, metrics: Metrics): void {
  metrics.gauge({
    name: 'integrations',
    help: 'Integrations by state; one can be due and failing at once.',
    labels: ['provider', 'state'],
    read: async () =>
      (await readBacklog(db)).flatMap(({ provider, due, running, failing, needsReauth }) =>
        Object.entries({ due, running, failing, needs_reauth: needsReauth }).map(
          ([state, value]) => ({ labels: { provider, state }, value }),
        ),
      ),
  });
  metrics.gauge({
    name: 'sync_oldest_due_seconds',
    help: 'How long the integration that has waited longest has been due.',
    labels: ['provider'],
    read: async () =>
      (await readBacklog(db)).map(({ provider, oldestSeconds }) => ({
        labels: { provider },
        value: oldestSeconds,
      })),
  });
  metrics.gauge({
    name: 'sync_tasks',
    help: 'Backfills, discoveries and checks under way or waiting.',
    labels: ['kind'],
    read: () =>
      readCounts(
        db,
        sql`select kind as label, count(*)::int as value from sync_tasks group by kind`,
        'kind',
      ),
  });
  metrics.gauge({
    name: 'sync_failed_items',
    formerName: 'sync_items_set_aside',
    help: 'Mails, meetings and calls that could not be read and wait for another try.',
    read: () => readCounts(db, sql`select count(*)::int as value from failed_items`),
  });
}

async function readCounts(db: Database, query: ReturnType<typeof sql>, label?: string) {
  const { rows } = (await query.execute(db)) as { rows: { label?: string; value: number }[] };
  return rows.map((row) => ({
    labels: label === undefined ? {} : { [label]: row.label ?? '' },
    value: row.value,
  }));
}
