import type { Credentials } from './connect-methods.ts';

/** The connection that a provider watches for changes. */
export interface WatchSession {
  credentials: Credentials;
  /** After so much silence the watch is renewed; milliseconds. */
  renewMs: number;
  /** Ends the watch. */
  signal: AbortSignal;
  /** The vendor will report changes from now on. */
  onLive: () => void;
  /** Something may have changed: the connection is to be synced. It may come late, twice, or not at all. */
  onHint: () => void;
  onRenewed: () => void;
}

/** The reason why a watch ended. In every case the connection is still synced on schedule. */
export interface WatchEnd {
  /**
   * `lost`: the connection ended; `refused`: the vendor accepts none now; `unsupported`: it offers no watch;
   * `stopped`: by the signal.
   */
  reason: 'lost' | 'refused' | 'unsupported' | 'stopped';
  /** For the log; without addresses and passwords. */
  message: string;
}

/** Watches a connection until it ends, in whatever way. Never throws. */
export type Watch = (session: WatchSession) => Promise<WatchEnd>;
