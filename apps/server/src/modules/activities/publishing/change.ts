import type { AccountKey } from '#platform/database/account-key.ts';
import type { StoredSide } from '#platform/database/schema/activities.ts';

/** An activity of an account with changed captured copies, links or shares. */
export interface Touched extends AccountKey {
  activityKey: string;
}

/** A published activity that came, went or changed, or changed its references. */
export interface Change {
  accountId: string;
  activityId: string;
  /** Whether it is an email whose thread may change: it came, went, moved in time, or its references changed. */
  isRethreaded: boolean;
  /** The day and side as they are now; null when it is gone or only its references changed. */
  day: string | null;
  side: StoredSide | null;
  /** The day and side as they were; null when it is new or only its references changed. */
  oldDay: string | null;
  oldSide: StoredSide | null;
  /** The thread that it was in; null when it is new or still where it was. */
  oldThreadId: string | null;
}
