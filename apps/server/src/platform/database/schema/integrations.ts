import type { ExclusionReason } from '@repo/contract/domains';
import type { MailFileState } from '@repo/contract/mail-files';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { CreatedAt } from './created-at.ts';

/** Connections to providers, what their syncs are at, and what discovery remembers. */
export interface IntegrationsTables {
  integrations: IntegrationTable;
  sync_tasks: SyncTaskTable;
  histories: HistoryTable;
  history_imports: HistoryImportTable;
  history_positions: HistoryPositionTable;
  import_previews: ImportPreviewTable;
  sync_seen: SyncSeenTable;
  failed_items: FailedItemTable;
  item_locations: ItemLocationTable;
  mail_files: MailFileTable;
  mail_file_items: MailFileItemTable;
  reconciliation_days: ReconciliationDayTable;
  provider_requests: ProviderRequestTable;
  oauth_states: OauthStateTable;
  pending_grants: PendingGrantTable;
  provider_approvals: ProviderApprovalTable;
  provider_problems: ProviderProblemTable;
  discovered_days: DiscoveredDayTable;
  discovered_samples: DiscoveredSampleTable;
  discovered_mails: DiscoveredMailTable;
  excluded_days: ExcludedDayTable;
  watching_processes: WatchingProcessTable;
}

interface ProviderApprovalTable {
  user_id: string;
  provider: string;
  id: Generated<string>;
  requested_at: CreatedAt;
  approved_at: Date | null;
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
  due_at: CreatedAt;
  paused_until: Date | null;
  lease_id: string | null;
  lease_until: Date | null;
  failures: Generated<number>;
  connected_at: CreatedAt;
  last_sync: JSONColumnType<StoredSyncEnd, string | null, string | null> | null;
  reconciled_at: Date | null;
  /** When its owner was mailed that it has to be connected again. */
  problem_mailed_at: Generated<Date | null>;
  change_pages: Generated<number>;
  /** The progress since the cursor, where the cursor is not moved with each page. */
  change_progress: JSONColumnType<Record<string, unknown>, string | null, string | null> | null;
  reads_history: Generated<boolean>;
  /** The process that watches it for changes, as long as that is alive. */
  watched_by: string | null;
  /** Since when its server reports changes; null while it does not. */
  watched_since: Date | null;
  hinted_at: Date | null;
  watch_failures: Generated<number>;
  watch_again_at: Date | null;
  /** Whether texts of emails are captured, beside who, when and the subject. */
  captures_text: Generated<boolean>;
}

interface WatchingProcessTable {
  id: string;
  alive_until: ColumnType<Date, Date, Date>;
}

export interface StoredSyncEnd {
  /** ISO 8601 */
  endedAt: string;
  outcome: 'done' | 'failed';
  stored: number;
  removed: number;
  failed: number;
  message?: string;
}

interface SyncTaskTable {
  owner_id: string;
  id: Generated<string>;
  integration_id: string;
  kind: 'discover' | 'backfill' | 'reconcile' | 'preview';
  domains: Generated<string[]>;
  since: Date;
  removes_deleted: Generated<boolean>;
  page_token: string | null;
  processed: Generated<number>;
  total: number | null;
  pages: Generated<number>;
  earlier_token: string | null;
  stopped_until: Date | null;
  stop_reason: string | null;
  created_at: CreatedAt;
}

interface HistoryTable {
  owner_id: string;
  since: string;
  is_paused: Generated<boolean>;
  chosen_at: CreatedAt;
}

interface HistoryImportTable {
  owner_id: string;
  integration_id: string;
  slice_from: Date | null;
  slice_to: Date | null;
  slice_domains: string[] | null;
  page_token: string | null;
  pages: Generated<number>;
  earlier_token: string | null;
  listed: Generated<number>;
  days_read: Generated<number>;
  not_before: ColumnType<Date, Date | undefined, Date>;
  failures: Generated<number>;
  message: string | null;
  finished_at: Date | null;
}

interface HistoryPositionTable {
  owner_id: string;
  integration_id: string;
  domain_id: string;
  until: Date;
}

interface SyncSeenTable {
  owner_id: string;
  task_id: string;
  external_id: string;
}

interface FailedItemTable {
  owner_id: string;
  integration_id: string;
  external_id: string;
  reason: string;
  attempts: Generated<number>;
  failed_at: CreatedAt;
  retry_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  payload: string | null;
}

interface ItemLocationTable {
  owner_id: string;
  integration_id: string;
  folder: string;
  validity: number;
  uid: number;
  external_id: string;
}

interface MailFileItemTable {
  owner_id: string;
  file_id: string;
  item: Buffer;
  is_imported: Generated<boolean>;
}

interface MailFileTable {
  owner_id: string;
  id: Generated<string>;
  name: string;
  size: number;
  received: Generated<number>;
  state: Generated<MailFileState>;
  items: Generated<number>;
  bytes_read: Generated<number>;
  passed: Generated<number>;
  found: Generated<number>;
  concerned: Generated<number>;
  imported: Generated<number>;
  excluded: Generated<number>;
  unreadable: Generated<number>;
  meetings: Generated<number>;
  domains: JSONColumnType<Record<string, number>, string | undefined, string>;
  since: Date | null;
  until: Date | null;
  problems: JSONColumnType<{ name: string; reason: string }[], string | undefined, string>;
  message: string | null;
  lease_id: string | null;
  lease_until: Date | null;
  turn_at: CreatedAt;
  created_at: CreatedAt;
  changed_at: CreatedAt;
  finished_at: Date | null;
}

interface ReconciliationDayTable {
  owner_id: string;
  integration_id: string;
  day: string;
  missing: Generated<number>;
  gone: Generated<number>;
}

interface ProviderRequestTable {
  owner_id: string;
  integration_id: string;
  hour: Date;
  requests: number;
}

interface OauthStateTable {
  state_hash: Buffer;
  user_id: string;
  provider: string;
  code_verifier: string;
  expires_at: Date;
  /** The user's choice; null where they were not asked. */
  captures_text: boolean | null;
}

interface PendingGrantTable {
  confirm_hash: Buffer;
  user_id: string;
  provider: string;
  source: string;
  credentials: Buffer;
  credentials_key_id: string;
  expires_at: Date;
  /** The user's choice; null where they were not asked. */
  captures_text: boolean | null;
}

interface ProviderProblemTable {
  grantor: string;
  message: string;
  since: CreatedAt;
  seen_at: ColumnType<Date, Date | undefined, Date>;
}

interface ImportPreviewTable {
  owner_id: string;
  integration_id: string;
  domain: string;
  activities: Generated<number>;
  is_counted: Generated<boolean>;
  requested_at: ColumnType<Date, Date | undefined, Date>;
}

interface DiscoveredDayTable {
  owner_id: string;
  provider: string;
  domain: string;
  day: string;
  mails: number;
}

interface ExcludedDayTable extends DiscoveredDayTable {
  reason: ExclusionReason;
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
