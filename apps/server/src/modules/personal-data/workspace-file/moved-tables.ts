import { type RawBuilder, sql } from 'kysely';
import type { MovedWorkspace } from './moved-workspace.ts';

/** The rows of a table that belong to a workspace; of a table that users own, those of the user `ownerId`. */
type RowsOf = (moved: MovedWorkspace, ownerId: string) => RawBuilder<boolean>;

interface MovedTable {
  rows: RowsOf;
  /** Columns that stay on the server besides credentials, with a blank between them. */
  without?: string;
}

/** The fate of a table's rows when a workspace moves to another server, with the reason where they stay. */
export type MovingFate = { moves: MovedTable } | { stays: string };

const ofWorkspace: MovedTable = {
  rows: ({ workspaceId }) => sql`workspace_id = ${workspaceId}`,
};
const ofOwner: MovedTable = { rows: (_moved, ownerId) => sql`owner_id = ${ownerId}` };
const ofOwnerHere: MovedTable = {
  rows: ({ workspaceId }, ownerId) => sql`owner_id = ${ownerId} and workspace_id = ${workspaceId}`,
};
const ofSharedDomains: MovedTable = {
  rows: ({ sharedDomainIds }, ownerId) =>
    sql`owner_id = ${ownerId} and domain_id = any(${sharedDomainIds}::uuid[])`,
};
const captured = (idColumn: string): MovedTable => ({
  rows: ({ sharedDomainIds }, ownerId) => sql`owner_id = ${ownerId} and exists (
    select from captured_activity_domains linked
    where linked.owner_id = ${ownerId} and linked.captured_id = ${sql.ref(idColumn)}
      and linked.domain_id = any(${sharedDomainIds}::uuid[]))`,
});

const credential = { stays: 'A credential, or what it protects' };
const connection = { stays: 'Members connect their mailboxes again' };
const organization = { stays: 'An administrator sets it up again' };
const server = { stays: 'The server’s own' };

/**
 * The fate of every table. The tables that move are in the order in which they are imported: each comes after
 * those that it refers to.
 */
export const movingFates: Readonly<Record<string, MovingFate>> = {
  organizations: { moves: { rows: ({ organizationId }) => sql`id = ${organizationId}` } },
  users: {
    // Administering a server is no right of a workspace.
    moves: { rows: ({ userIds }) => sql`id = any(${userIds}::uuid[])`, without: 'is_admin' },
  },
  workspaces: { moves: { rows: ({ workspaceId }) => sql`id = ${workspaceId}` } },
  memberships: { moves: ofWorkspace },
  hand_overs: {
    moves: {
      rows: ({ workspaceId, ownerIds }) => sql`(workspace_id = ${workspaceId}
        or workspace_id is null and user_id = any(${ownerIds}::uuid[]))`,
    },
  },
  former_memberships: { moves: ofWorkspace },
  workspace_protected_addresses: { moves: ofWorkspace },
  workspace_retentions: { moves: ofWorkspace },
  workspace_time_zones: { moves: ofWorkspace },
  time_zone_changes: { moves: ofWorkspace },
  read_notices: { moves: ofOwner },

  domains: {
    moves: {
      rows: ({ domainIds }, ownerId) =>
        sql`owner_id = ${ownerId} and id = any(${domainIds}::uuid[])`,
    },
  },
  captured_activities: { moves: captured('captured_activities.id') },
  captured_activity_domains: { moves: ofSharedDomains },
  call_transcripts: { moves: captured('call_transcripts.captured_id') },
  retentions: { moves: ofOwner },
  private_refs: { moves: ofOwner },
  shared_meetings: { moves: ofOwner },
  protected_addresses: { moves: ofOwner },
  protected_refs: {
    moves: {
      rows: ({ workspaceId }, ownerId) => sql`owner_id = ${ownerId}
        and workspace_id in (${workspaceId}, '00000000-0000-0000-0000-000000000000')`,
    },
  },
  protection_updates: { moves: ofOwnerHere },
  domain_shares: { moves: ofOwnerHere },
  access_requests: { moves: ofOwnerHere },
  publish_requests: { moves: ofOwnerHere },
  restored_shares: { moves: ofOwnerHere },
  left_shares: { moves: ofWorkspace },

  workspace_accounts: { moves: ofWorkspace },
  account_domains: { moves: ofWorkspace },
  listed_accounts: { moves: ofWorkspace },
  account_refreshes: { moves: ofWorkspace },
  merged_accounts: { moves: ofWorkspace },
  deleted_accounts: { moves: ofWorkspace },
  deleted_account_shares: {
    moves: {
      rows: ({ workspaceId }) => sql`account_id in (
        select account_id from deleted_accounts where workspace_id = ${workspaceId})`,
    },
  },
  level_changes: { moves: ofWorkspace },
  saved_views: { moves: ofWorkspace },
  default_views: { moves: ofWorkspace },
  account_holds: { moves: ofWorkspace },
  note_versions: { moves: ofWorkspace },
  tags: { moves: ofWorkspace },
  account_tags: { moves: ofWorkspace },
  own_accounts: { moves: ofWorkspace },
  owner_releases: { moves: ofWorkspace },

  account_activities: { moves: ofWorkspace },
  account_activity_contributors: { moves: ofWorkspace },
  account_activity_words: { moves: ofWorkspace },
  account_message_refs: { moves: ofWorkspace },
  account_days: { moves: ofWorkspace },
  account_contributors: { moves: ofWorkspace },
  contacts: { moves: ofWorkspace },
  tie_days: { moves: ofWorkspace },
  ties: { moves: ofWorkspace },
  account_relationships: { moves: ofWorkspace },
  quiet_candidates: { moves: ofWorkspace },
  today_marks: { moves: ofWorkspace },
  today_visits: { moves: ofWorkspace },

  invitations: { stays: 'The links lead to the old server. Owners invite again' },
  webhooks: { stays: 'Their secrets stay, and receivers would get events of two servers' },
  webhook_deliveries: { stays: 'Belongs to a webhook' },
  changed_entries: { stays: 'Software that follows changes begins again' },
  change_positions: { stays: 'Software that follows changes begins again' },
  workspace_changes: { stays: 'Tells open pages to refresh' },
  audit_entries: { stays: 'Proves what happened on the old server' },

  sessions: credential,
  authenticator_apps: credential,
  passkeys: credential,
  recovery_codes: credential,
  api_keys: credential,
  repeated_requests: credential,
  password_resets: credential,
  requested_password_resets: credential,
  reset_requests: credential,
  sso_identities: credential,
  oauth_states: credential,
  pending_grants: credential,

  integrations: connection,
  provider_approvals: connection,
  sync_tasks: connection,
  sync_seen: connection,
  item_locations: connection,
  failed_items: connection,
  reconciliation_days: connection,
  provider_requests: connection,
  import_previews: connection,
  histories: connection,
  history_imports: connection,
  history_positions: connection,
  mail_files: connection,
  mail_file_items: connection,
  discovered_days: connection,
  discovered_mails: connection,
  discovered_samples: connection,
  excluded_days: connection,

  sso_connections: organization,
  sso_domains: organization,
  scim_tokens: organization,
  scim_users: organization,
  scim_groups: organization,
  scim_group_members: organization,
  scim_requests: organization,
  group_roles: organization,
  claimed_groups: organization,
  given_roles: organization,
  role_checks: organization,
  second_factor_rules: organization,

  contact_erasures: { stays: 'Erasures are repeated on the new server' },
  erased_contacts: { stays: 'The hashes need the old server’s key. Erasures are repeated' },
  erasure_keys: server,
  rate_limit_counters: server,
  sign_in_failures: server,
  watching_processes: server,
  backups: server,
  maintenance: server,
  provider_problems: server,
};

/** The tables that move, in the order of their import. */
export const movedTables: readonly (MovedTable & { table: string })[] = Object.entries(
  movingFates,
).flatMap(([table, fate]) => ('moves' in fate ? [{ table, ...fate.moves }] : []));
