import type { LeftOutReason } from '@repo/contract/domains';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** The tables as the migrations leave them. Instants are `Date`, days are 'YYYY-MM-DD'. */
export interface Schema {
  organizations: OrganizationTable;
  workspaces: WorkspaceTable;
  users: UserTable;
  memberships: MembershipTable;
  sessions: SessionTable;
  password_resets: PasswordResetTable;
  attempts: AttemptTable;
  domains: DomainTable;
  workspace_accounts: WorkspaceAccountTable;
  listed_accounts: ListedAccountTable;
  domain_shares: DomainShareTable;
  captured_activities: CapturedActivityTable;
  captured_activity_domains: CapturedActivityDomainTable;
  call_transcripts: CallTranscriptTable;
  account_activities: AccountActivityTable;
  account_activity_contributors: AccountActivityContributorTable;
  account_message_refs: AccountMessageRefTable;
  account_contributors: AccountContributorTable;
  account_days: AccountDayTable;
  integrations: IntegrationTable;
  sync_tasks: SyncTaskTable;
  import_previews: ImportPreviewTable;
  sync_seen: SyncSeenTable;
  sync_failures: SyncFailureTable;
  completeness_days: CompletenessDayTable;
  provider_requests: ProviderRequestTable;
  oauth_states: OauthStateTable;
  discovered_days: DiscoveredDayTable;
  discovered_samples: DiscoveredSampleTable;
  discovered_mails: DiscoveredMailTable;
  left_out_days: LeftOutDayTable;
  audit_entries: AuditEntryTable;
  workspace_changes: WorkspaceChangeTable;
}

/** Set by the database when the row is made; may be written for tests and imports. */
type MadeAt = ColumnType<Date, Date | undefined, Date>;

interface OrganizationTable {
  id: Generated<string>;
  name: string;
  slug: string;
  created_at: MadeAt;
  search: GeneratedAlways<string>;
}

interface WorkspaceTable {
  id: Generated<string>;
  organization_id: string;
  name: string;
  slug: string;
  created_at: MadeAt;
  search: GeneratedAlways<string>;
  /** Kept by the database itself. */
  account_count: GeneratedAlways<number>;
}

interface UserTable {
  id: Generated<string>;
  email: string;
  name: string;
  password_hash: string | null;
  is_admin: Generated<boolean>;
  is_test: Generated<boolean>;
  is_active: Generated<boolean>;
  created_at: MadeAt;
  updated_at: MadeAt;
  search: GeneratedAlways<string>;
}

interface MembershipTable {
  workspace_id: string;
  user_id: string;
  role: 'owner' | 'member';
  joined_at: MadeAt;
}

interface SessionTable {
  id: Generated<string>;
  user_id: string;
  token_hash: Buffer;
  created_at: MadeAt;
  last_used_at: MadeAt;
}

interface PasswordResetTable {
  user_id: string;
  token_hash: Buffer;
  initiator_id: string | null;
  created_at: MadeAt;
  expires_at: Date;
}

interface AttemptTable {
  key: Buffer;
  count: number;
  ends_at: Date;
}

interface DomainTable {
  id: Generated<string>;
  owner_id: string;
  domain: string;
  source: 'manual' | 'discovered';
  added_at: MadeAt;
}

interface WorkspaceAccountTable {
  id: Generated<string>;
  workspace_id: string;
  domain: string;
  name: string;
  created_by: string | null;
  created_at: MadeAt;
  activity_count: Generated<number>;
  last_activity_at: Date | null;
  last_activity_type: string | null;
  last_activity_title: string | null;
  next_activity_at: Date | null;
  /** This and what follows is kept by the database itself, for the grid. */
  contributors: GeneratedAlways<unknown>;
  contributor_count: GeneratedAlways<number>;
  contributor_text: GeneratedAlways<string>;
  creator_name: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  shown: GeneratedAlways<string>;
  external_days: GeneratedAlways<string | null>;
  internal_days: GeneratedAlways<string | null>;
}

/** Kept by the database itself: what the list of accounts goes through. */
interface ListedAccountTable {
  account_id: GeneratedAlways<string>;
  workspace_id: GeneratedAlways<string>;
  name: GeneratedAlways<string>;
  creator_name: GeneratedAlways<string>;
  created_at: GeneratedAlways<Date>;
  last_activity_at: GeneratedAlways<Date | null>;
  contributor_count: GeneratedAlways<number>;
  search: GeneratedAlways<string>;
  recent_external: GeneratedAlways<number>;
  recent_internal: GeneratedAlways<number>;
  recent_day: GeneratedAlways<string>;
  recent_until: GeneratedAlways<string>;
}

interface DomainShareTable {
  domain_id: string;
  workspace_id: string;
  account_id: string;
  shared_at: MadeAt;
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
  location: string | null;
  start_time: Date | null;
  end_time: Date | null;
  html_body: string | null;
  text_body: string | null;
  metadata: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  thread_refs: Generated<string[]>;
  captured_at: MadeAt;
}

interface CapturedActivityDomainTable {
  domain_id: string;
  activity_key: string;
  captured_id: string;
  side: StoredSide;
}

interface CallTranscriptTable {
  captured_id: string;
  sentences: JSONColumnType<{ speaker_name: string; start_time: number; text: string }[]>;
  fetched_at: MadeAt;
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
  thread_id: string | null;
}

interface AccountActivityContributorTable {
  workspace_id: string;
  account_id: string;
  activity_id: string;
  user_id: string;
  captured_id: string;
}

interface AccountMessageRefTable {
  account_id: string;
  ref: string;
  activity_id: string;
}

interface AccountContributorTable {
  workspace_id: string;
  account_id: string;
  user_id: string;
}

interface AccountDayTable {
  workspace_id: string;
  account_id: string;
  day: string;
  internal: number;
  external: number;
  total: number;
}

interface IntegrationTable {
  id: Generated<string>;
  owner_id: string;
  provider: string;
  source: string | null;
  credentials: Buffer | null;
  credentials_key_id: string | null;
  webhook_token_hash: Buffer | null;
  needs_reauth: Generated<boolean>;
  cursor: JSONColumnType<Record<string, unknown>, string | null, string | null> | null;
  last_synced_at: Date | null;
  last_error: string | null;
  due_at: MadeAt;
  paused_until: Date | null;
  lease_id: string | null;
  lease_until: Date | null;
  failures: Generated<number>;
  connected_at: MadeAt;
  last_sync: JSONColumnType<StoredSyncEnd, string | null, string | null> | null;
  checked_at: Date | null;
}

export interface StoredSyncEnd {
  /** ISO 8601 */
  endedAt: string;
  outcome: 'done' | 'failed';
  stored: number;
  removed: number;
  setAside: number;
  message?: string;
}

interface SyncTaskTable {
  id: Generated<string>;
  integration_id: string;
  kind: 'discover' | 'backfill' | 'check' | 'preview';
  domains: Generated<string[]>;
  since: Date;
  sweeps: Generated<boolean>;
  page_token: string | null;
  processed: Generated<number>;
  total: number | null;
  created_at: MadeAt;
}

interface ImportPreviewTable {
  integration_id: string;
  domain: string;
  activities: Generated<number>;
  is_counted: Generated<boolean>;
  asked_at: ColumnType<Date, Date | undefined, Date>;
}

interface SyncSeenTable {
  task_id: string;
  external_id: string;
}

interface SyncFailureTable {
  integration_id: string;
  external_id: string;
  reason: string;
  attempts: Generated<number>;
  failed_at: MadeAt;
  retry_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  payload: string | null;
}

interface ProviderRequestTable {
  integration_id: string;
  hour: Date;
  requests: number;
}

interface CompletenessDayTable {
  integration_id: string;
  day: string;
  missing: Generated<number>;
  gone: Generated<number>;
}

interface OauthStateTable {
  state_hash: Buffer;
  user_id: string;
  provider: string;
  code_verifier: string;
  expires_at: Date;
}

interface DiscoveredDayTable {
  owner_id: string;
  provider: string;
  domain: string;
  day: string;
  mails: number;
}

interface LeftOutDayTable extends DiscoveredDayTable {
  reason: LeftOutReason;
}

interface DiscoveredSampleTable {
  owner_id: string;
  domain: string;
  names: Generated<string[]>;
  emails: Generated<string[]>;
  last_seen: string;
}

interface DiscoveredMailTable {
  owner_id: string;
  provider: string;
  mail_hash: string;
  day: string;
}

export type AuditedFields = Record<string, string | number | boolean>;

interface AuditEntryTable {
  id: Generated<string>;
  at: MadeAt;
  action: string;
  actor_id: string | null;
  actor_name: string;
  person_id: string | null;
  person_name: string | null;
  place: string | null;
  before: JSONColumnType<AuditedFields | null, string | null, never>;
  after: JSONColumnType<AuditedFields | null, string | null, never>;
  search: GeneratedAlways<string>;
}

interface WorkspaceChangeTable {
  id: Generated<string>;
  workspace_id: string;
  changed_at: MadeAt;
}
