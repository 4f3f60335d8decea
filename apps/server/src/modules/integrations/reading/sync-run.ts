import type { Context } from '#platform/context.ts';
import type { SourceProvider } from '../provider.ts';
import type { ActivitySource } from '../provider/activity-source.ts';
import type { Lease, SyncTally } from './lease.ts';
import type { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { ReadAhead } from './read-ahead.ts';

/** One sync of one integration, from acquiring the lease to releasing it. */
export interface SyncRun {
  context: Context;
  lease: Lease;
  integrationId: string;
  ownerId: string;
  provider: SourceProvider;
  /** The mailbox, calendar or account at the provider. */
  sourceName: string;
  /** Whether no text is captured. */
  withoutText?: boolean;
  source: ActivitySource;
  concurrency: AdaptiveConcurrency;
  signal: AbortSignal;
  /** The time at which this sync yields to another one, between two pages; epoch milliseconds. */
  turnEnds: number;
  /** Whether this sync has had its place for a short turn and others wait for one. */
  isAwaited?: () => boolean;
  tally: SyncTally;
  /** Ids that this sync recorded as failed, so that their page is retried by the next sync. */
  held: Set<string>;
  /** Whether a backfill may already read its next page. */
  readsAhead?: boolean;
  /** The backfill's pages that are read while the previous ones are stored. */
  ahead?: ReadAhead | undefined;
}

/** Whether this sync has to yield to others. The rest is done when it runs again. */
export const isTurnOver = ({ source, turnEnds, isAwaited }: SyncRun): boolean =>
  Date.now() > turnEnds || source.isWanted?.() === true || isAwaited?.() === true;
