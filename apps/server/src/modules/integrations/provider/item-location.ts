/**
 * The location of an item, for providers whose ids do not contain it. An item may have several
 * locations. They are stored for items that are stored or have failed, together with the page that
 * contained them.
 */
export interface ItemLocation {
  id: string;
  folder: string;
  /** The UIDVALIDITY of the folder; UIDs are meaningless when it has changed. */
  validity: number;
  uid: number;
}

/**
 * What changed in the folders of a source. Locations in them that it does not include no longer
 * exist. A folder is what contains items together: a mail folder, or a series of meetings.
 */
export interface FolderContents {
  /** Folders that no longer exist. */
  gone?: string[];
  /** Folders whose contents changed, with their UIDs as ranges (from, to), ascending. */
  changed: { folder: string; validity: number; uids: UidRange[] }[];
}

export type UidRange = readonly [from: number, to: number];
