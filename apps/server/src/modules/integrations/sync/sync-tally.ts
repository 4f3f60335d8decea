/** What a sync has done so far, for people. */
export interface SyncTally {
  stored: number;
  removed: number;
  failed: number;
}
