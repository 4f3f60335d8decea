import type { RawBuilder } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type {
  StoredActivityType,
  StoredParticipant,
} from '#platform/database/schema/activities.ts';
import type { PublishedActivity } from '../published-activity.ts';

/**
 * The operations on activities that differ between one database node and a cluster: captured copies are
 * stored with their users, on other nodes than the published activities. `storageOf` returns a connection's
 * storage.
 */
export interface ActivityStorage {
  /**
   * Locks a user, so that only one transaction at a time changes the user's captured activities, tracked
   * domains and shares; the others wait until it ends (docs/ARCHITECTURE.md, "Lock order").
   */
  lockOwner(tx: Connection, ownerId: string): Promise<void>;
  /** Keeps others from locking users on a cluster, where a lock of rows elsewhere does not. */
  shareOwners(tx: Connection, ownerIds: readonly string[]): Promise<void>;
  /**
   * Reads published activities with the text of the shown copy, oldest first. The newest ones have it, until
   * these texts together exceed the page's bytes.
   */
  readWhole(db: Connection, page: WholePage): Promise<WholeActivity[]>;
  /** Reads the activities that the user may see, in the order of their ids. */
  readFound(db: Connection, page: FoundPage): Promise<Found[]>;
}

export interface WholePage {
  userId: string;
  workspaceId: string;
  /** A condition on rows of `account_activities` named `published`. */
  which: RawBuilder<unknown>;
  /** The first one has its text whatever its size. */
  textBytes: number;
}

/** The text of the shown copy. */
export interface WholeText {
  htmlBody: string | null;
  textBody: string | null;
  metadata: unknown;
}

export interface WholeActivity extends PublishedActivity, WholeText {
  /** Of the reader's own copy. */
  bcc: StoredParticipant[] | null;
  /** Whether its text is left out, and its participants beyond the first. */
  isShortened: boolean;
}

export interface FoundPage {
  userId: string;
  workspaceId: string;
  ids: readonly string[];
}

export interface FoundActivity {
  id: string;
  type: StoredActivityType;
  title: string;
  summary: string;
  location: string | null;
  occurredAt: Date;
  participants: StoredParticipant[];
  account: { id: string; name: string; domain: string };
  contributors: { name: string; email: string }[];
  ownerId: string;
  /** The number of the level at which it is shared. */
  level: number;
}

/** Of the shown copy. */
export interface FoundText {
  text_body: string | null;
  html_body: string | null;
  /** The captured call with a stored transcript. */
  transcriptOf: string | null;
}

export interface Found extends FoundActivity, FoundText {
  /** The hidden recipients of the reader's own copies. */
  hidden: StoredParticipant[] | null;
}
