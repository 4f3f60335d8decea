import type { Context } from '../../../platform/context.ts';
import type { ActivitySource, SourceProvider } from '../provider.ts';
import type { Lease } from './lease.ts';
import type { Pace } from './pace.ts';

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
  pace: Pace;
  signal: AbortSignal;
  /** What it has done so far, for people. */
  tally: SyncTally;
}

export interface SyncTally {
  stored: number;
  removed: number;
  setAside: number;
}
