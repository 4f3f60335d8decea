/**
 * The location of an item, for providers whose ids do not contain it. An item may have several. Locations are
 * stored for items that are stored or have failed, in the same transaction as their page.
 */
export interface ItemLocation {
  id: string;
  folder: string;
  /** The UIDVALIDITY of the folder; UIDs are meaningless when it has changed. */
  validity: number;
  uid: number;
}

/**
 * The changed folders of a source. Locations in them that it does not include no longer exist. A folder
 * contains items that belong together: a mail folder, or a series of meetings.
 */
export interface FolderContents {
  /** Folders that no longer exist. */
  gone?: string[];
  /** Folders with changed contents, with their UIDs as ranges (from, to), ascending. */
  changed: { folder: string; validity: number; uids: UidRange[] }[];
}

export type UidRange = readonly [from: number, to: number];
