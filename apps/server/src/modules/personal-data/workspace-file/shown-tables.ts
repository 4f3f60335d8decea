import { type RawBuilder, sql } from 'kysely';

/** The rows and columns of a table that every member of a workspace sees. */
interface ShownTable {
  columns: string;
  rows: (of: ShownWorkspace) => RawBuilder<boolean>;
}

export interface ShownWorkspace {
  workspaceId: string;
  /** Users of whom something is shown. */
  contributorIds: string[];
}

const ofWorkspace = ({ workspaceId }: ShownWorkspace) =>
  sql<boolean>`workspace_id = ${workspaceId}`;

/** In the order of the files. */
export const shownTables: Readonly<Record<string, ShownTable>> = {
  workspaces: {
    columns:
      'id name slug created_at account_count default_share_level least_share_level participants_only assistants',
    rows: ({ workspaceId }) => sql`id = ${workspaceId}`,
  },
  workspace_time_zones: { columns: 'time_zone', rows: ofWorkspace },
  workspace_retentions: { columns: 'months text_months', rows: ofWorkspace },
  workspace_protected_addresses: { columns: 'address level added_at', rows: ofWorkspace },
  users: {
    columns: 'id name email',
    rows: ({ workspaceId, contributorIds }) => sql`(
      id = any(${contributorIds}::uuid[])
      or id in (select user_id from memberships where workspace_id = ${workspaceId}))`,
  },
  memberships: { columns: 'user_id role joined_at', rows: ofWorkspace },
  workspace_accounts: {
    columns: 'id domain name created_by created_at account_owner_id note activity_count',
    rows: (of) => sql`${ofWorkspace(of)} and deleted_at is null and merged_into is null`,
  },
  account_domains: { columns: 'account_id domain', rows: ofWorkspace },
  merged_accounts: { columns: 'account_id into_account_id merged_at', rows: ofWorkspace },
  deleted_accounts: {
    columns:
      'account_id domain name created_by created_at deleted_by deleted_at account_owner_id note more_domains',
    rows: (of) => sql`${ofWorkspace(of)} and restored_at is null`,
  },
  account_holds: { columns: 'account_id reason held_by held_at', rows: ofWorkspace },
  note_versions: { columns: 'account_id version note written_by written_at', rows: ofWorkspace },
  tags: { columns: 'id name color', rows: ofWorkspace },
  account_tags: { columns: 'account_id tag_id', rows: ofWorkspace },
  saved_views: {
    columns: 'id owner_id name state created_at',
    rows: (of) => sql`${ofWorkspace(of)} and is_shared`,
  },
  account_activities: {
    columns:
      'id account_id type occurred_at day side title summary participants location start_time end_time is_all_day thread_id level',
    // While its user lowers a level, a row may still have what the new one does not show.
    rows: (of) => sql`${ofWorkspace(of)} and not exists (
      select from level_changes change
      where change.workspace_id = ${of.workspaceId}
        and change.account_id = account_activities.account_id
        and change.owner_id = account_activities.owner_id
        and change.level < account_activities.level)`,
  },
  account_contributors: { columns: 'account_id user_id', rows: ofWorkspace },
  account_days: { columns: 'account_id day internal external total', rows: ofWorkspace },
  contacts: {
    columns: 'id account_id address name person_id is_automated is_colleague is_shown',
    rows: ofWorkspace,
  },
  ties: { columns: 'account_id person_id user_id last_day', rows: ofWorkspace },
};

const own = 'It is one member’s';
const captured = 'It is its user’s';
const computed = 'It is computed from what is in the file';
const work = 'It is work of the server';

/** Tables that move with a workspace and are not in what its owners download, with the reason. */
export const notShown: Readonly<Record<string, string>> = {
  organizations: 'It is not the workspace’s',
  hand_overs: work,
  former_memberships: work,
  time_zone_changes: work,
  read_notices: own,
  domains: captured,
  captured_activities: captured,
  captured_activity_domains: captured,
  call_transcripts: captured,
  retentions: own,
  private_refs: own,
  shared_meetings: own,
  protected_addresses: own,
  protected_refs: own,
  protection_updates: work,
  domain_shares: captured,
  access_requests: own,
  publish_requests: work,
  restored_shares: work,
  left_shares: work,
  listed_accounts: computed,
  account_refreshes: work,
  deleted_account_shares: captured,
  level_changes: work,
  default_views: own,
  own_accounts: own,
  owner_releases: work,
  account_activity_contributors: 'It says which copies there are',
  account_activity_words: 'It has words that only some members can search for',
  account_message_refs: work,
  tie_days: computed,
  account_relationships: computed,
  quiet_candidates: computed,
  today_marks: own,
  today_visits: own,
};
