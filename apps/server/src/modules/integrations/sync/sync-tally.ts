/** What a sync has done so far, as shown to users. */
export interface SyncTally {
  stored: number;
  removed: number;
  failed: number;
}
