import type { Subject } from '../described-table.ts';
import { members, server } from '../read-by.ts';

export const people: Subject = {
  title: 'Users, organizations and workspaces',
  about:
    'An organization has workspaces, and a user is a member of any number of them. Everything else belongs to one workspace or to one user.',
  tables: {
    users: {
      row: 'A user who can sign in, with their settings.',
      readBy: 'The user; administrators. Members of a shared workspace see the name and the email',
      kind: 'profile',
      belongsTo: { id: 'id' },
      insiders: { columns: 'email name' },
      columns: {
        key: 'id',
        about:
          'email name is_admin is_test is_active time_zone weekly_digest connection_mail share_notices answer_notices quiet_notices connection_notices morning_mail',
        mark: 'created_at updated_at digest_week morning_mail_day',
        secret: 'password_hash',
        state: 'search',
      },
    },
    read_notices: {
      row: 'A notice that a user has read.',
      readBy: 'The user',
      kind: 'notices',
      belongsTo: { id: 'owner_id' },
      columns: { user: 'owner_id', key: 'notice', mark: 'at' },
    },
    organizations: {
      row: 'An organization.',
      readBy: 'Members of its workspaces; administrators',
      kind: 'none',
      columns: { key: 'id', mark: 'name slug created_at archived_at', state: 'search' },
    },
    workspaces: {
      row: 'A workspace, with the number of its accounts and the levels that it chose for shares.',
      readBy: 'Its members; administrators',
      kind: 'none',
      columns: {
        key: 'id organization_id',
        mark: 'name slug created_at account_count archived_at archived_with_organization default_share_level least_share_level',
        state: 'search',
      },
    },
    memberships: {
      row: 'A membership: a user in a workspace, as member or owner.',
      readBy: 'Members of the workspace; administrators',
      kind: 'memberships',
      belongsTo: { id: 'user_id' },
      columns: {
        key: 'workspace_id',
        user: 'user_id',
        about: 'role',
        mark: 'joined_at getting_started_dismissed_at',
      },
    },
    invitations: {
      row: 'An invitation to a workspace, with a hash of the token in its link.',
      readBy: 'Owners of the workspace; administrators; a guest with the link',
      kind: 'memberships',
      erasure: 'rows',
      belongsTo: { email: 'email' },
      insiders: { columns: 'email', rows: 'pending' },
      columns: {
        key: 'id workspace_id',
        about: 'email role',
        colleague: 'inviter_name',
        mark: 'state by_administrator created_at expires_at ended_at',
        secret: 'token_hash',
      },
    },
    workspace_protected_addresses: {
      row: 'An address or a domain whose conversations members share nothing of with a workspace (-1), or the level activity (0) at most.',
      readBy: members,
      kind: 'privacyMarks',
      columns: { key: 'workspace_id', contact: 'address', mark: 'level added_at' },
    },
    workspace_time_zones: {
      row: 'The time zone of a workspace that has chosen one.',
      readBy: members,
      kind: 'none',
      columns: { key: 'workspace_id', mark: 'time_zone' },
    },
    time_zone_changes: {
      row: 'A requested change of a time zone, until the days of all accounts have moved.',
      readBy: members,
      kind: 'none',
      columns: { key: 'workspace_id', mark: 'time_zone requested_at' },
    },
    audit_entries: {
      row: 'An action of an administrator or an owner: who did what to whom. Accounts are in it by their ids.',
      readBy: 'Administrators. Names of accounts only for those who may see the account now',
      kind: 'audit',
      belongsTo: { id: 'person_id' },
      columns: {
        key: 'id',
        user: 'actor_id person_id',
        about: 'person_name scope before after',
        colleague: 'actor_name',
        mark: 'at action',
        state: 'search',
      },
    },
    contact_erasures: {
      row: 'An erasure of an outside contact, with what it erased by table. The addresses are encrypted, and removed when it is finished.',
      readBy: 'The command line',
      kind: 'erasures',
      columns: {
        key: 'id',
        secret: 'sealed key_id',
        mark: 'requested_at finished_at counts',
        state: 'user_position captured_position',
      },
    },
    erased_contacts: {
      row: 'The keyed hash of an erased address, so that it is not captured again.',
      readBy: server,
      kind: 'erasures',
      columns: { secret: 'hash', mark: 'erased_at' },
    },
    erasure_keys: {
      row: 'The encrypted key of these hashes.',
      readBy: server,
      kind: 'erasures',
      columns: { key: 'id', secret: 'sealed key_id' },
    },
  },
};
