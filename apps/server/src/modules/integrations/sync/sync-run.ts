import type { Context } from '../../../platform/context.ts';
import type { ActivitySource, ActivityToCapture, ListPage, SourceProvider } from '../provider.ts';
import type { Lease, SyncTally } from './lease.ts';
import type { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { ReadItems } from './read-items-result.ts';

/** One sync of one integration, from acquiring the lease to releasing it. */
export interface SyncRun {
  context: Context;
  lease: Lease;
  integrationId: string;
  ownerId: string;
  provider: SourceProvider;
  /** The mailbox, calendar or account at the provider. */
  sourceName: string;
  source: ActivitySource;
  concurrency: AdaptiveConcurrency;
  signal: AbortSignal;
  /** The time at which this sync yields to another one, between two pages; epoch milliseconds. */
  turnEnds: number;
  tally: SyncTally;
  /** Ids that this sync recorded as failed, so that their page is retried by the next sync. */
  held: Set<string>;
  /** Whether a backfill may already read its next page. */
  readsAhead?: boolean;
  /** The page of a backfill that is being read while the previous one is stored. */
  ahead?: { taskId: string; pageToken: string; reading: Promise<BackfillPage> } | undefined;
}

/** Whether this sync has to yield to others. The rest is done when it runs again. */
export const isTurnOver = ({ turnEnds }: SyncRun): boolean => Date.now() > turnEnds;

export interface BackfillPage {
  page: ListPage;
  items: ReadItems<ActivityToCapture>;
}
