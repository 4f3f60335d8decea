/** An activity of an account whose captured copies, links or shares have changed. */
export interface Touched {
  accountId: string;
  activityKey: string;
}

/** A day of an account on which something came, went or changed. */
export interface ChangedDay {
  accountId: string;
  /** As it is now; null when it is gone or on the same day as before. */
  day: string | null;
  /** As it was; null when it is new or on the same day as before. */
  oldDay: string | null;
}

/** A published activity that came, went or changed, or whose references did. */
export interface Change extends ChangedDay {
  activityId: string;
  isMail: boolean;
  /** The thread that it was in; null when it is new or still where it was. */
  oldThreadId: string | null;
}
