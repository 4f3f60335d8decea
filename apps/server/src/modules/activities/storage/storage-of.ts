import { storageBy } from '#platform/database/distribution/storage.ts';
import type { ActivityStorage } from './activity-storage.ts';
import { onCluster } from './on-cluster.ts';
import { onOneNode } from './on-one-node.ts';

/** The storage of activities in a database, also for its transactions. */
export const storageOf = storageBy<ActivityStorage>({ oneNode: onOneNode, cluster: onCluster });
