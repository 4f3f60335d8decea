/** The counts of a sync so far, as shown to users. */
export interface SyncTally {
  stored: number;
  removed: number;
  failed: number;
}
