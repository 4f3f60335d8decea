import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import type { FolderContents, ItemLocation } from './item-location.ts';

/**
 * A user's connected source, as the engine reads it. Ids are the vendor's, unique in the source.
 */
export interface ActivitySource {
  /**
   * The cursor from which changes are read from now on. Requested before a listing, so that no
   * change is missed.
   */
  position: () => Promise<Cursor>;

  /**
   * Returns one page of the changes since a cursor. The caller stores `next` together with the page, so that
   * a crash repeats work and never loses any.
   *
   * @param progress `next` of the page before if that was progress. A process of the previous version
   *   moves the cursor and leaves the progress, so the source ignores progress of another cursor.
   * @throws ProviderError `cursor-expired` when the vendor has no changes that far back; the caller
   *   then lists the window again.
   */
  changes: (cursor: Cursor, progress?: Cursor) => Promise<ChangePage>;

  /**
   * One page of the window, newest first. It may include more than was requested, and a page token
   * that the vendor no longer accepts restarts the listing: listing an item twice does no harm.
   */
  list: (window: Window, pageToken: string | undefined) => Promise<ListPage>;

  /**
   * When an item took place and with whom, without its text. Undefined when it is not, or no
   * longer, an activity.
   */
  head: (id: string) => Promise<ItemHead | undefined>;

  /**
   * Reads and maps a whole item. Undefined when it is not, or no longer, an activity: deleted,
   * cancelled, a draft, in the trash, spam. Any other error than a `ProviderError` means that it
   * cannot be mapped.
   */
  read: (id: string) => Promise<ActivityToCapture | undefined>;

  /**
   * Whether other users wait for a resource that this source occupies, so that it should be closed between
   * two pages.
   */
  isWanted?: () => boolean;

  /**
   * How many items to request at a time, where the source reads several with one command. Absent where each
   * item takes a request; the engine then sends as many at once as the vendor can take.
   */
  readsAtOnce?: number;

  /**
   * Whether a listing for domains has to read the heads of everything in the window. A caller with several domains
   * then lists once for all of them.
   */
  listsByHeads?: boolean;

  /** Closes open connections. To be called once, when the source is no longer used. */
  close?: () => void;
}

/** The position to continue at; defined by the provider, stored as JSON. */
export type Cursor = Record<string, unknown>;

export interface Window {
  since: Date;
  /** Only what took place before this; everything up to now when absent. */
  until?: Date;
  /** Only what concerns these domains, normalised; undefined for everything. */
  domains: readonly string[] | undefined;
}

export interface ListPage {
  ids: string[];
  nextPageToken: string | undefined;
  /** The number of items in the window, if the vendor reports it. */
  total: number | undefined;
  locations?: ItemLocation[];
  unreadable?: UnreadableItem[];
}

export interface ChangePage {
  /** New or changed; to be read again. */
  changed: string[];
  /** Permanently deleted. */
  removed: string[];
  next: Cursor;
  /**
   * Whether `next` only contains the progress since the cursor, for sources whose cursors are too large to be
   * stored with each page. It is stored beside the cursor, which does not change. Never on the last page.
   */
  isProgress?: boolean;
  isLast: boolean;
  locations?: ItemLocation[];
  /** Listed again in each round of changes for as long as they cannot be read. */
  unreadable?: UnreadableItem[];
  /** Removes the items that have no location any more. */
  contents?: FolderContents;
  /**
   * Whether items may be gone that the page does not name, because the vendor lost track of a part of the source.
   * The stored items are then compared with the vendor's, as every night.
   */
  needsComparison?: boolean;
}

export interface ItemHead {
  occurredAt: Date;
  /** Addresses lower-cased. */
  participants: ActivityToCapture['participants'];
  /** Addresses of mailing lists that it went through, which are not the user's own. */
  listAddresses: string[];
  /** The Message-ID of an email, by which its copies in several mailboxes count once. */
  messageId?: string | undefined;
}

/**
 * An item that the source lists but does not return, so that nothing but its location is known. The
 * page's `locations` include it under a placeholder id. `read` accepts that id, and once the item
 * can be read, the result has the item's own id.
 */
export interface UnreadableItem {
  id: string;
  /** A message for users. */
  reason: string;
}
