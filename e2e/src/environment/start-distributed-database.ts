import { rm } from 'node:fs/promises';
import { createDistributedDatabase } from '../../../apps/server/test/cluster/create-distributed-database.ts';
import {
  missingCluster,
  startTestCluster,
} from '../../../apps/server/test/cluster/start-test-cluster.ts';
import { makeTemporaryFolder } from '../../../apps/server/test/temporary-folder.ts';

interface RunningDatabase {
  /** On the coordinator. */
  url: string;
  stop: () => Promise<void>;
}

/** Starts a cluster of a coordinator and two workers with a migrated database that is distributed over them. */
export async function startDistributedDatabase(): Promise<RunningDatabase> {
  if (missingCluster !== undefined) throw new Error(`There is no cluster: ${missingCluster}.`);
  const folder = makeTemporaryFolder('cluster');
  const cluster = await startTestCluster(folder);
  const stop = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { url } = await createDistributedDatabase(cluster);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
