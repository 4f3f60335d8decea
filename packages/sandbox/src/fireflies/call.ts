/** One sentence of a call; times are seconds from its beginning. */
export interface CallSentence {
  index?: number;
  speaker_name: string | null;
  speaker_id?: number;
  text: string;
  raw_text?: string;
  start_time: number;
  end_time: number;
}

export interface CallAttendee {
  displayName?: string | null;
  email: string;
  name?: string | null;
}

export interface CallSummary {
  /** A string with lines, as the API returns it, or a list, as in the vendor's SDK. */
  action_items?: string | string[] | null;
  overview?: string | string[] | null;
  short_summary?: string | null;
  bullet_gist?: string | null;
  gist?: string | null;
  keywords?: string[] | null;
  outline?: string | string[] | null;
  shorthand_bullet?: string | string[] | null;
  topics_discussed?: string[] | null;
  meeting_type?: string | null;
}

/** A recorded call as it is put in: Fireflies' own `Transcript`. What is absent is filled in. */
export interface Call {
  /** Absent: made from the title and the date. */
  id?: string;
  title: string;
  /** Epoch milliseconds. */
  date: number;
  /** Minutes. */
  duration: number;
  /** Absent: the owner of the key. */
  organizer_email?: string;
  /** Addresses. Absent: those of the attendees. */
  participants?: string[];
  meeting_attendees?: CallAttendee[] | null;
  transcript_url?: string;
  meeting_link?: string | null;
  summary?: CallSummary | null;
  /**
   * Fields that cannot be returned: null, with an error that has their path. `*` is one that must
   * not be null, so that the whole call is null wherever more than its id and date are requested.
   */
  failingFields?: string[];
  /** Absent or null: there is no transcript (yet). */
  sentences?: CallSentence[] | null;
}
