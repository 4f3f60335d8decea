import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { treatAsCluster } from '#platform/database/distribution/storage.ts';
import type { TestApp } from './create-test-app.ts';

export interface BothStorages {
  oneNode: Database;
  /** The same database, used as a cluster. */
  cluster: Database;
  close: () => Promise<void>;
}

/** Opens the database of an application twice, so that one suite compares what the two storages of a module do. */
export function openBothStorages({ db, databaseUrl }: TestApp): BothStorages {
  const cluster = createDatabase({ url: databaseUrl, poolSize: 2, onLostConnection: () => {} });
  treatAsCluster(cluster);
  return { oneNode: db, cluster, close: () => cluster.destroy() };
}

export const storages = ['oneNode', 'cluster'] as const;
