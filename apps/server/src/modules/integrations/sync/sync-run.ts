import type { Context } from '../../../platform/context.ts';
import type { ActivitySource, ActivityToCapture, ListPage, SourceProvider } from '../provider.ts';
import type { Lease } from './lease.ts';
import type { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { ReadItems } from './read-items-result.ts';
import type { SyncTally } from './sync-tally.ts';

/** One sync of one integration, from taking the lease to giving it back. */
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
  tally: SyncTally;
  /** What this sync wrote down so that its page waits for the next one. */
  held: Set<string>;
  /** Whether a backfill may read its next page already. */
  readsAhead?: boolean;
  /** The page of a backfill that is read while the one before it is stored. */
  ahead?: { taskId: string; pageToken: string; reading: Promise<BackfillPage> } | undefined;
}

export interface BackfillPage {
  page: ListPage;
  items: ReadItems<ActivityToCapture>;
}
