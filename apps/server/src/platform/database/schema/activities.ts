import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CreatedAt } from './created-at.ts';

/** Captured activities, and what of them is published (docs/ARCHITECTURE.md). */
export interface ActivitiesTables {
  captured_activities: CapturedActivityTable;
  captured_activity_domains: CapturedActivityDomainTable;
  call_transcripts: CallTranscriptTable;
  account_activities: AccountActivityTable;
  account_activity_contributors: AccountActivityContributorTable;
  account_message_refs: AccountMessageRefTable;
  account_activity_words: AccountActivityWordsTable;
  publish_requests: PublishRequestTable;
  level_changes: LevelChangeTable;
  private_refs: PrivateRefTable;
  shared_meetings: SharedMeetingTable;
  protected_addresses: ProtectedAddressTable;
  protected_refs: ProtectedRefTable;
  workspace_protected_addresses: WorkspaceProtectedAddressTable;
  protection_updates: ProtectionUpdateTable;
  access_requests: AccessRequestTable;
}

export interface StoredParticipant {
  name: string;
  email: string;
  role: 'from' | 'to' | 'cc' | 'other';
}

export type StoredActivityType = 'email' | 'calendar' | 'call';

export type StoredSide = 'internal' | 'external' | 'both';

interface CapturedActivityTable {
  id: Generated<string>;
  owner_id: string;
  provider: string;
  source: string;
  external_id: string;
  activity_key: string;
  type: StoredActivityType;
  occurred_at: Date;
  day: GeneratedAlways<string>;
  title: string;
  summary: string;
  participants: JSONColumnType<StoredParticipant[]>;
  /** Hidden recipients of an email; never published. */
  bcc: JSONColumnType<StoredParticipant[], string | undefined, string>;
  /**
   * Whether its calendar marks a meeting as private; null if it was stored before the mark was read: it counts as
   * private until its calendar or file is read again. True for an email that its sender marks as private, which
   * makes its conversation private when it is captured. Null for others.
   */
  is_private: Generated<boolean | null>;
  /** The conversation that its owner keeps private, with this activity in it. */
  private_conversation_id: Generated<string | null>;
  /** Whether no person wrote an email; null if that is not known. */
  is_automatic: Generated<boolean | null>;
  location: string | null;
  start_time: Date | null;
  end_time: Date | null;
  is_all_day: Generated<boolean>;
  html_body: string | null;
  text_body: string | null;
  metadata: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  thread_refs: Generated<string[]>;
  /** The words that are searched, with blanks between them; null until they are computed. */
  search_words: string | null;
  /** The search words of the hidden recipients. */
  hidden_words: Generated<string>;
  captured_at: CreatedAt;
}

interface CapturedActivityDomainTable {
  owner_id: string;
  domain_id: string;
  activity_key: string;
  captured_id: string;
  side: StoredSide;
  /**
   * For the owner alone (`isForOwnerAlone`), and published nowhere: a private meeting or conversation, or only hidden
   * recipients (Bcc) are at the domain. Named after the first of these reasons; the code calls it `isForOwnerAlone`.
   */
  by_bcc_only: Generated<boolean>;
}

interface CallTranscriptTable {
  owner_id: string;
  captured_id: string;
  sentences: JSONColumnType<{ speaker_name: string; start_time: number; text: string }[]>;
  search_words: string | null;
  fetched_at: CreatedAt;
}

interface AccountActivityTable {
  workspace_id: string;
  account_id: string;
  id: string;
  activity_key: string;
  captured_id: string;
  owner_id: string;
  type: StoredActivityType;
  occurred_at: Date;
  day: string;
  side: StoredSide;
  title: string;
  summary: string;
  participants: JSONColumnType<StoredParticipant[]>;
  location: string | null;
  start_time: Date | null;
  end_time: Date | null;
  /** A day by itself: the times are midnight in the time zone of the workspace. */
  is_all_day: Generated<boolean>;
  thread_id: string | null;
  /** The number of the share level at which the row is stored (`@repo/domain/sharing/share-level`). */
  level: Generated<number>;
  /** Whether those who took part read the text, which the level withholds (docs/decisions/participants-only.md). */
  is_for_participants: Generated<boolean>;
}

interface AccountActivityContributorTable {
  workspace_id: string;
  account_id: string;
  activity_id: string;
  user_id: string;
  captured_id: string;
}

interface AccountMessageRefTable {
  workspace_id: string;
  account_id: string;
  ref: string;
  activity_id: string;
}

/** The words by which the search in a workspace finds activities (docs/decisions/activity-search.md). */
interface AccountActivityWordsTable {
  workspace_id: string;
  activity_id: string;
  account_id: string;
  occurred_at: Date;
  /** A `tsvector`. */
  words: string;
}

interface PublishRequestTable {
  owner_id: string;
  id: Generated<string>;
  workspace_id: string;
  account_id: string;
  /** 'activities' for captured activities that are published after the commit. */
  kind: 'share' | 'withdrawal' | 'activities';
  /** For a share: the published activities, and the last one that is published already. */
  domain_id: string | null;
  activity_key: Generated<string>;
  /** For captured activities: those whose copies, links or words have changed. */
  activity_keys: Generated<string[]>;
}

/** Activities of a user in an account that are being stored at another level (docs/decisions/share-levels.md). */
interface LevelChangeTable {
  workspace_id: string;
  account_id: string;
  owner_id: string;
  /** The number of the level that readers see at most until then. */
  level: number;
  /** The last activity that is stored at its level. */
  position: Generated<string>;
  changed_at: CreatedAt;
}

/** By which activities of a conversation that its owner keeps private are recognized. */
interface PrivateRefTable {
  owner_id: string;
  /** A reference of an email, or the key of an activity. */
  ref: string;
  conversation_id: string;
  marked_at: CreatedAt;
}

/** A meeting that its calendar marks as private, and that its owner shares all the same. */
interface SharedMeetingTable {
  owner_id: string;
  activity_key: string;
  shared_at: CreatedAt;
}

/** An address or a domain that a user protects (docs/decisions/protected-addresses.md). */
interface ProtectedAddressTable {
  owner_id: string;
  address: string;
  /** The level at which colleagues see its conversations: 0 is activity, -1 nothing. */
  level: number;
  added_at: CreatedAt;
}

/** By which activities of a conversation are recognized in which a protected address takes part. */
interface ProtectedRefTable {
  owner_id: string;
  /** A reference of an email, or the key of an activity. */
  ref: string;
  /** The workspace that protects the address; the nil UUID where the user does. */
  workspace_id: string;
  address: string;
  /** That of the protection. */
  level: number;
}

/** An address that a workspace protects for everyone who shares with it. */
interface WorkspaceProtectedAddressTable extends Omit<ProtectedAddressTable, 'owner_id'> {
  workspace_id: string;
}

/** A member whose conversations are still to be compared with what their workspace protects. */
interface ProtectionUpdateTable {
  owner_id: string;
  workspace_id: string;
  requested_at: CreatedAt;
}

/** A colleague's request to read a conversation in full (docs/decisions/access-requests.md). */
interface AccessRequestTable {
  /** The user who was asked. */
  owner_id: string;
  id: Generated<string>;
  asker_id: string;
  workspace_id: string;
  domain_id: string;
  /** Keys of activities; once it is granted also the references of the conversation. */
  refs: string[];
  asked_at: CreatedAt;
  /** Null until it is answered. */
  is_granted: boolean | null;
  answered_at: Date | null;
  ends_at: Date | null;
  /** The day before that, in the workspace. */
  last_day: string | null;
}
