import { type Database, poolStateOf } from '../database/create-database.ts';
import { readReadiness } from '../database/read-readiness.ts';
import type { Metrics } from './metrics.ts';

/** Metrics of this process's database connections, and whether the database is available. */
export function observeDatabase(db: Database, metrics: Metrics): void {
  metrics.gauge({
    name: 'database_connections',
    help: 'Connections of this process: busy and idle; waiting are requests for one.',
    labels: ['state'],
    read: () => {
      const { busy, idle, waiting } = poolStateOf(db);
      return Object.entries({ busy, idle, waiting }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    },
  });
  metrics.gauge({
    name: 'database_connections_max',
    formerName: 'database_connections_most',
    help: 'Connections that this process may open (DATABASE_POOL_SIZE).',
    read: () => [{ labels: {}, value: poolStateOf(db).maximum }],
  });
  metrics.gauge({
    name: 'ready',
    help: '1 while the database answers and has the schema of this version (/readyz).',
    read: async () => [{ labels: {}, value: (await readReadiness(db)).isReady ? 1 : 0 }],
  });
}
