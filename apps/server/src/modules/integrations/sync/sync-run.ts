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
  /** When this sync gives its place to another one, between two pages; epoch milliseconds. */
  turnEnds: number;
  tally: SyncTally;
  /** What this sync wrote down so that its page waits for the next one. */
  held: Set<string>;
  /** Whether a backfill may read its next page already. */
  readsAhead?: boolean;
  /** The page of a backfill that is read while the one before it is stored. */
  ahead?: { taskId: string; pageToken: string; reading: Promise<BackfillPage> } | undefined;
}

/** Whether others have their turn now. What is left is done in the next one. */
export const isTurnOver = ({ turnEnds }: SyncRun): boolean => Date.now() > turnEnds;

export interface BackfillPage {
  page: ListPage;
  items: ReadItems<ActivityToCapture>;
}
