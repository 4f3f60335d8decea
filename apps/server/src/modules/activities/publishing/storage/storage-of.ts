import { storageBy } from '#platform/database/distribution/storage.ts';
import { onCluster } from './on-cluster.ts';
import { onOneNode } from './on-one-node.ts';
import type { PublishingStorage } from './publishing-storage.ts';

/** The publishing storage of a database, also for its transactions. */
export const storageOf = storageBy<PublishingStorage>({ oneNode: onOneNode, cluster: onCluster });
