import type { ViewState } from '@repo/contract/saved-views';
import type { TagColor } from '@repo/contract/tag-colors';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CreatedAt } from './created-at.ts';

/** Tracked domains, the accounts of workspaces with the grid's columns, and saved views. */
export interface AccountsTables {
  domains: DomainTable;
  workspace_accounts: WorkspaceAccountTable;
  listed_accounts: ListedAccountTable;
  domain_shares: DomainShareTable;
  account_contributors: AccountContributorTable;
  account_days: AccountDayTable;
  workspace_changes: WorkspaceChangeTable;
  changed_entries: ChangedEntryTable;
  change_positions: ChangePositionTable;
  account_domains: AccountDomainTable;
  account_refreshes: AccountRefreshTable;
  merged_accounts: MergedAccountTable;
  deleted_accounts: DeletedAccountTable;
  deleted_account_shares: DeletedAccountShareTable;
  restored_shares: RestoredShareTable;
  saved_views: SavedViewTable;
  default_views: DefaultViewTable;
  own_accounts: OwnAccountTable;
  owner_releases: OwnerReleaseTable;
  note_versions: NoteVersionTable;
  account_holds: AccountHoldTable;
  tags: TagTable;
  account_tags: AccountTagTable;
}

/** A tag of a workspace (docs/decisions/tags.md). */
interface TagTable {
  workspace_id: string;
  id: Generated<string>;
  name: string;
  folded_name: string;
  color: TagColor;
}

/** A tag on an account, also on a deleted one that can be restored. */
interface AccountTagTable {
  workspace_id: string;
  account_id: string;
  tag_id: string;
}

/** The present and earlier notes of an account. */
interface NoteVersionTable {
  workspace_id: string;
  account_id: string;
  version: number;
  note: string;
  written_by: string | null;
  written_at: Date | null;
}

/** An account under a legal hold (docs/decisions/legal-hold.md). */
interface AccountHoldTable {
  workspace_id: string;
  account_id: string;
  reason: string;
  held_by: string | null;
  held_at: Generated<Date>;
  /** Nothing earlier of it is published. */
  gone_before: Date | null;
  texts_gone_before: Date | null;
}

/** The accounts that a member marked or opened in a workspace (docs/decisions/own-accounts.md). */
interface OwnAccountTable {
  workspace_id: string;
  user_id: string;
  account_id: string;
  /** Null for an account that is no favourite. */
  favourite_at: Date | null;
  /** Null for an account that is not among the last opened. */
  visited_at: Date | null;
}

/** A member who left, whose accounts are still being given up (docs/decisions/account-owners.md). */
interface OwnerReleaseTable {
  workspace_id: string;
  user_id: string;
  /** Null where no one owns the accounts from now on. */
  successor_id: string | null;
}

interface DomainTable {
  id: Generated<string>;
  owner_id: string;
  domain: string;
  source: 'manual' | 'discovered';
  added_at: CreatedAt;
}

interface WorkspaceAccountTable {
  id: Generated<string>;
  workspace_id: string;
  domain: string;
  name: string;
  created_by: string | null;
  created_at: CreatedAt;
  activity_count: Generated<number>;
  last_activity_at: Date | null;
  last_activity_type: string | null;
  last_activity_title: string | null;
  next_activity_at: Date | null;
  /** Set while the published activities are withdrawn; then the row goes. */
  deleted_at: Generated<Date | null>;
  /** Set with `deleted_at` where it was merged into another account. */
  merged_into: string | null;
  /** The colleague who is responsible. */
  account_owner_id: string | null;
  note: Generated<string>;
  /** This and what follows is the read model, written by `writeListedAccounts` alone. */
  contributors: GeneratedAlways<unknown>;
  contributor_count: GeneratedAlways<number>;
  contributor_text: GeneratedAlways<string>;
  creator_name: GeneratedAlways<string>;
  account_owner_name: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  shown: GeneratedAlways<string>;
  external_days: GeneratedAlways<string | null>;
  internal_days: GeneratedAlways<string | null>;
}

/** The short rows that the list of accounts searches and sorts, written by `writeListedAccounts` alone. */
interface ListedAccountTable {
  account_id: GeneratedAlways<string>;
  workspace_id: GeneratedAlways<string>;
  name: GeneratedAlways<string>;
  creator_name: GeneratedAlways<string>;
  account_owner_id: GeneratedAlways<string | null>;
  account_owner_name: GeneratedAlways<string>;
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
  owner_id: string;
  domain_id: string;
  workspace_id: string;
  account_id: string;
  shared_at: CreatedAt;
  /** The number of the share level (`@repo/domain/sharing/share-level`). */
  level: Generated<number>;
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

interface WorkspaceChangeTable {
  id: Generated<string>;
  workspace_id: string;
  changed_at: CreatedAt;
}

interface ChangedEntryTable {
  workspace_id: string;
  id: Generated<string>;
  kind: 'account' | 'activity' | 'person';
  entry_id: string;
  /** Whether the entry was created, or created again. */
  is_new: Generated<boolean>;
  /** Null until the change has been read once. */
  number: number | null;
  changed_at: CreatedAt;
}

interface ChangePositionTable {
  workspace_id: string;
  epoch: Generated<string>;
  last_number: Generated<number>;
  removed_through: Generated<number>;
}

/** Domains of an account beside the primary one. */
interface AccountDomainTable {
  workspace_id: string;
  domain: string;
  account_id: string;
}

/** Accounts whose published rows are being refreshed, with the position reached. */
interface AccountRefreshTable {
  workspace_id: string;
  account_id: string;
  occurred_at: Generated<Date>;
  activity_id: Generated<string>;
}

interface MergedAccountTable {
  workspace_id: string;
  account_id: string;
  into_account_id: string;
  merged_at: CreatedAt;
}

interface DeletedAccountTable {
  account_id: string;
  workspace_id: string;
  domain: string;
  name: string;
  created_by: string | null;
  created_at: Date;
  account_owner_id: string | null;
  note: Generated<string>;
  more_domains: Generated<string[]>;
  deleted_by: string | null;
  deleted_at: CreatedAt;
  /** Set when the account is there again, until its shares are as well. */
  restored_at: Generated<Date | null>;
  restored_by: string | null;
}

interface DeletedAccountShareTable {
  account_id: string;
  owner_id: string;
  domain_id: string;
  level: Generated<number>;
  /** When the share began; null for one that ended before this was stored. */
  shared_at: Date | null;
}

/** Until the owner is notified. */
interface RestoredShareTable {
  owner_id: string;
  account_id: string;
  workspace_id: string;
  restored_by: string | null;
  restored_at: CreatedAt;
}

interface SavedViewTable {
  workspace_id: string;
  id: Generated<string>;
  /** Null when the owner has left the workspace; then the view is shared. */
  owner_id: string | null;
  name: string;
  is_shared: boolean;
  state: JSONColumnType<ViewState, string, string>;
  created_at: CreatedAt;
}

interface DefaultViewTable {
  workspace_id: string;
  user_id: string;
  view_id: string;
}
