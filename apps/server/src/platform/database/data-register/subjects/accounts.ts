import type { Subject } from '../described-table.ts';
import { member, members, server } from '../read-by.ts';

export const accounts: Subject = {
  title: 'Accounts',
  about:
    'A business account of a workspace. What the grid shows of it is stored with it and in `listed_accounts`, one row for each row of the grid.',
  tables: {
    workspace_accounts: {
      row: 'An account with its owner, its note and the summary of its activities.',
      readBy: members,
      kind: 'accounts',
      columns: {
        key: 'id workspace_id',
        user: 'created_by account_owner_id',
        contact: 'domain name',
        content: 'note last_activity_title',
        colleague: 'creator_name account_owner_name contributors contributor_text',
        mark: 'created_at activity_count last_activity_at last_activity_type next_activity_at contributor_count external_days internal_days deleted_at merged_into',
        state: 'search shown',
      },
    },
    account_domains: {
      row: 'A further domain of an account.',
      readBy: members,
      kind: 'accounts',
      columns: { key: 'workspace_id account_id', contact: 'domain' },
    },
    listed_accounts: {
      row: 'A row of the grid: the values that it sorts and filters by, computed ahead.',
      readBy: members,
      kind: 'accounts',
      columns: {
        key: 'account_id workspace_id',
        contact: 'name',
        colleague: 'creator_name account_owner_name',
        mark: 'created_at last_activity_at contributor_count recent_external recent_internal recent_day recent_until',
        state: 'search account_owner_id',
      },
    },
    account_refreshes: {
      row: 'An account whose activities are to be computed again after its domains changed.',
      readBy: server,
      kind: 'accounts',
      columns: { key: 'workspace_id account_id', state: 'occurred_at activity_id' },
    },
    merged_accounts: {
      row: 'A merged account and the account that it became part of, so that old links still work.',
      readBy: members,
      kind: 'accounts',
      columns: { key: 'workspace_id account_id into_account_id', mark: 'merged_at' },
    },
    deleted_accounts: {
      row: 'A deleted account, restorable for 30 days.',
      readBy: members,
      kind: 'accounts',
      columns: {
        key: 'account_id workspace_id',
        user: 'created_by deleted_by account_owner_id restored_by',
        contact: 'domain name more_domains',
        content: 'note',
        mark: 'created_at deleted_at restored_at',
      },
    },
    deleted_account_shares: {
      row: 'A share of a deleted account, so that restoring the account brings it back.',
      readBy: 'Members of the workspace, as a number',
      kind: 'domains',
      belongsTo: { id: 'owner_id' },
      columns: { user: 'owner_id', key: 'account_id domain_id', mark: 'level shared_at' },
    },
    saved_views: {
      row: 'A saved view of the grid.',
      readBy: 'Its owner; members of the workspace where it is shared',
      kind: 'views',
      belongsTo: { id: 'owner_id' },
      columns: {
        user: 'owner_id',
        key: 'workspace_id id',
        content: 'name state',
        mark: 'is_shared created_at',
      },
    },
    default_views: {
      row: 'The view that a member opens the grid with.',
      readBy: member,
      kind: 'views',
      belongsTo: { id: 'user_id' },
      columns: { user: 'user_id', key: 'workspace_id view_id' },
    },
    note_versions: {
      row: 'A version of the note of an account, with who wrote it and when.',
      readBy: members,
      kind: 'notes',
      belongsTo: { id: 'written_by' },
      columns: {
        user: 'written_by',
        key: 'workspace_id account_id version',
        content: 'note',
        mark: 'written_at',
      },
    },
    own_accounts: {
      row: 'An account that is a favourite of a member, or that they opened recently.',
      readBy: member,
      kind: 'views',
      belongsTo: { id: 'user_id' },
      columns: {
        user: 'user_id',
        key: 'workspace_id account_id',
        mark: 'favourite_at visited_at',
      },
    },
    changed_entries: {
      row: 'That an account, an activity or a contact was added, changed or removed, for software that follows them.',
      readBy: 'Members of the workspace, as the entry itself if they may see it',
      kind: 'none',
      columns: { key: 'id workspace_id entry_id', mark: 'kind number changed_at' },
    },
    change_positions: {
      row: 'How far the changes of a workspace that is followed are numbered, and which are removed.',
      readBy: 'Members of the workspace, in a cursor',
      kind: 'none',
      columns: { key: 'workspace_id', mark: 'last_number removed_through', state: 'epoch' },
    },
    workspace_changes: {
      row: 'A change in a workspace, of which open pages are notified.',
      readBy: 'Members of the workspace, as an event without content',
      kind: 'none',
      columns: { key: 'id workspace_id', mark: 'changed_at' },
    },
  },
};
