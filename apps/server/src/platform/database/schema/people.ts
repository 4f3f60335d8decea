import type { AssistantReaders } from '@repo/domain/sharing/assistant-readers';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CreatedAt } from './created-at.ts';

/** Users, organizations and workspaces, and the audit log. */
export interface PeopleTables {
  organizations: OrganizationTable;
  workspaces: WorkspaceTable;
  workspace_time_zones: WorkspaceTimeZoneTable;
  time_zone_changes: TimeZoneChangeTable;
  users: UserTable;
  read_notices: ReadNoticeTable;
  retentions: RetentionTable;
  workspace_retentions: WorkspaceRetentionTable;
  memberships: MembershipTable;
  former_memberships: FormerMembershipTable;
  hand_overs: HandOverTable;
  left_shares: LeftShareTable;
  invitations: InvitationTable;
  audit_entries: AuditEntryTable;
  contact_erasures: ContactErasureTable;
  erased_contacts: ErasedContactTable;
  erasure_keys: ErasureKeyTable;
}

/** The time zone of a workspace that chose another one than America/New_York. */
interface WorkspaceTimeZoneTable {
  workspace_id: string;
  time_zone: string;
}

/** For how many months a user keeps what they captured. */
interface RetentionTable {
  owner_id: string;
  /** Null where activities are kept as long as they are tracked. */
  months: number | null;
  /** Null where texts are kept as long as their activities. */
  text_months: number | null;
  /** All texts of earlier activities are deleted. */
  texts_gone_before: Date | null;
  last_run_at: Date | null;
  deleted_activities: Generated<number>;
  deleted_texts: Generated<number>;
}

/** For how long a workspace keeps what its members share. */
interface WorkspaceRetentionTable {
  workspace_id: string;
  /** Null where activities are kept as long as they are shared. */
  months: number | null;
  /** Null where texts are kept as long as their activities. */
  text_months: number | null;
  /** Nothing earlier is published. */
  gone_before: Date | null;
  /** No text of earlier activities is published. */
  texts_gone_before: Date | null;
  last_run_at: Date | null;
  deleted_activities: Generated<number>;
  deleted_texts: Generated<number>;
}

/** A change of the time zone that is not completed. */
interface TimeZoneChangeTable {
  workspace_id: string;
  time_zone: string;
  requested_at: CreatedAt;
}

interface UserTable {
  id: Generated<string>;
  email: string;
  name: string;
  password_hash: string | null;
  is_admin: Generated<boolean>;
  is_test: Generated<boolean>;
  is_active: Generated<boolean>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  search: GeneratedAlways<string>;
  /** An IANA time zone name; null until it is known. */
  time_zone: Generated<string | null>;
  weekly_digest: Generated<boolean>;
  connection_mail: Generated<boolean>;
  /** The Monday of the last week with a sent or empty digest. */
  digest_week: Generated<string | null>;
  share_notices: Generated<boolean>;
  answer_notices: Generated<boolean>;
  quiet_notices: Generated<boolean>;
  connection_notices: Generated<boolean>;
  morning_mail: Generated<boolean>;
  /** The day of the last morning mail that was sent, or was empty. */
  morning_mail_day: Generated<string | null>;
}

/** Until when a user has read a notice (docs/decisions/notices.md). */
interface ReadNoticeTable {
  owner_id: string;
  notice: string;
  at: Date;
}

interface OrganizationTable {
  id: Generated<string>;
  name: string;
  slug: string;
  created_at: CreatedAt;
  /** Null while it is in use. */
  archived_at: Generated<Date | null>;
  search: GeneratedAlways<string>;
}

interface WorkspaceTable {
  id: Generated<string>;
  organization_id: string;
  name: string;
  slug: string;
  created_at: CreatedAt;
  /** Null while it is in use. */
  archived_at: Generated<Date | null>;
  archived_with_organization: Generated<boolean>;
  /** The number of the level of a new share that names none. */
  default_share_level: Generated<number>;
  /** The number of the least level that the workspace asks its members for. */
  least_share_level: Generated<number>;
  /** Whether texts are for those who took part (docs/decisions/participants-only.md). */
  participants_only: Generated<boolean>;
  /** The assistants that can read it, by the role of their user. */
  assistants: Generated<AssistantReaders>;
  search: GeneratedAlways<string>;
  /** Counted by `createAccount`. */
  account_count: GeneratedAlways<number>;
}

interface MembershipTable {
  workspace_id: string;
  user_id: string;
  role: 'owner' | 'member';
  joined_at: CreatedAt;
  /** When the user dismissed the first steps. */
  getting_started_dismissed_at: Generated<Date | null>;
}

/** A membership that a hand-over ended, while something of the user stays in the workspace. */
interface FormerMembershipTable {
  workspace_id: string;
  user_id: string;
  role: 'owner' | 'member';
  joined_at: Date;
  getting_started_dismissed_at: Date | null;
  hand_over_id: string;
}

/** A user who leaves one workspace, or all of them (docs/decisions/leaving.md). */
interface HandOverTable {
  id: Generated<string>;
  user_id: string;
  /** Null if the user leaves all workspaces. */
  workspace_id: string | null;
  choice: 'keep' | 'reassign' | 'redact' | 'erase';
  successor_id: string | null;
  begun_by: string;
  begun_at: CreatedAt;
  ends_at: Date;
  state: Generated<'lowering' | 'leaving' | 'returning' | 'ending'>;
  position: Generated<string | null>;
  /** Whether the user was active before. */
  was_active: Generated<boolean>;
  /** Of the link by which a user who deleted their own account comes back. */
  return_token_hash: Buffer | null;
}

/** A share as it was before a hand-over lowered or ended it. */
interface LeftShareTable {
  hand_over_id: string;
  owner_id: string;
  domain_id: string;
  workspace_id: string;
  account_id: string;
  level: number;
  shared_at: Date;
}

interface InvitationTable {
  id: Generated<string>;
  workspace_id: string;
  email: string;
  role: 'owner' | 'member';
  state: Generated<'pending' | 'accepted' | 'declined' | 'withdrawn'>;
  token_hash: Buffer;
  inviter_name: string;
  by_administrator: boolean;
  created_at: CreatedAt;
  expires_at: Date;
  ended_at: Date | null;
}

export type AuditedFields = Record<string, string | number | boolean>;

interface AuditEntryTable {
  id: Generated<string>;
  at: CreatedAt;
  action: string;
  actor_id: string | null;
  actor_name: string;
  person_id: string | null;
  person_name: string | null;
  scope: string | null;
  before: JSONColumnType<AuditedFields | null, string | null, never>;
  after: JSONColumnType<AuditedFields | null, string | null, never>;
  search: GeneratedAlways<string>;
}

/** An erasure of an outside contact (docs/decisions/erasure.md). */
interface ContactErasureTable {
  id: Generated<string>;
  requested_at: CreatedAt;
  finished_at: Generated<Date | null>;
  /** The encrypted addresses; null when it is finished. */
  sealed: Generated<Buffer | null>;
  key_id: Generated<string | null>;
  /** The user whose activities were looked through last. */
  user_position: Generated<string | null>;
  /** The last activity of them; null when all of the user were. */
  captured_position: Generated<string | null>;
  counts: JSONColumnType<Record<string, number>, string | undefined, string>;
}

interface ErasedContactTable {
  /** A keyed hash of the address. */
  hash: Buffer;
  erased_at: CreatedAt;
}

/** The key of these hashes. */
interface ErasureKeyTable {
  id: number;
  sealed: Buffer;
  key_id: string;
}
