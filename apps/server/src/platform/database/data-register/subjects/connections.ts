import type { Subject } from '../described-table.ts';
import { owner, server } from '../read-by.ts';

const belongsTo = { id: 'owner_id' };

export const connections: Subject = {
  title: 'Connections and syncs',
  about:
    'An integration is a connected mailbox, calendar or call recorder. Its row is its place in the queue of syncs; what a sync has left to do is in `sync_tasks`.',
  tables: {
    integrations: {
      row: 'A connection with its encrypted credentials, its cursor and its next due time.',
      readBy: 'Its owner, without credentials and cursor; administrators see its state',
      kind: 'connections',
      belongsTo,
      columns: {
        key: 'id',
        user: 'owner_id',
        about: 'source',
        content: 'last_error last_sync',
        mark: 'provider needs_reauth last_synced_at paused_until failures connected_at reconciled_at problem_mailed_at change_pages reads_history',
        secret: 'credentials credentials_key_id webhook_token_hash',
        state: 'cursor due_at lease_id lease_until change_progress',
      },
    },
    oauth_states: {
      row: 'A connection that was begun at the provider and has not come back.',
      readBy: server,
      kind: 'connections',
      belongsTo: { id: 'user_id' },
      columns: {
        user: 'user_id',
        mark: 'provider expires_at',
        secret: 'state_hash code_verifier',
      },
    },
    pending_grants: {
      row: 'Encrypted credentials of a mailbox that its user has not confirmed.',
      readBy: server,
      kind: 'connections',
      belongsTo: { id: 'user_id' },
      columns: {
        user: 'user_id',
        about: 'source',
        mark: 'provider expires_at',
        secret: 'confirm_hash credentials credentials_key_id',
      },
    },
    sync_tasks: {
      row: 'A listing that a sync goes through, with the page it has reached.',
      readBy: 'Its owner, as progress',
      kind: 'syncs',
      belongsTo,
      columns: {
        key: 'id integration_id',
        user: 'owner_id',
        contact: 'domains',
        content: 'stop_reason',
        mark: 'kind since removes_deleted processed total created_at pages stopped_until',
        state: 'page_token earlier_token',
      },
    },
    sync_seen: {
      row: 'The items that a listing has seen, to find what is gone.',
      readBy: server,
      kind: 'syncs',
      belongsTo,
      columns: { user: 'owner_id', key: 'task_id external_id' },
    },
    item_locations: {
      row: 'A place of an email in an IMAP mailbox: one row for each folder that has it.',
      readBy: server,
      kind: 'syncs',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'integration_id folder validity uid external_id',
      },
    },
    failed_items: {
      row: 'An item that could not be read, with the reason and the next attempt.',
      readBy: owner,
      kind: 'syncs',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'integration_id external_id',
        content: 'reason payload',
        mark: 'attempts failed_at retry_at',
      },
    },
    reconciliation_days: {
      row: 'The result of the nightly comparison of a connection for one day: emails missing or gone.',
      readBy: owner,
      kind: 'syncs',
      belongsTo,
      columns: { user: 'owner_id', key: 'integration_id', mark: 'day missing gone' },
    },
    provider_requests: {
      row: 'The number of requests of a connection in an hour.',
      readBy: server,
      kind: 'syncs',
      belongsTo,
      columns: { user: 'owner_id', key: 'integration_id', mark: 'hour requests' },
    },
    provider_problems: {
      row: 'A fault of the installation with a provider, such as an expired secret.',
      readBy: 'Administrators',
      kind: 'none',
      columns: { key: 'grantor', mark: 'message since seen_at' },
    },
    import_previews: {
      row: 'The number of activities that importing a domain would capture.',
      readBy: owner,
      kind: 'syncs',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'integration_id',
        contact: 'domain',
        mark: 'activities is_counted requested_at',
      },
    },
    histories: {
      row: 'The date from which a user imports activities older than 84 days.',
      readBy: owner,
      kind: 'syncs',
      belongsTo,
      columns: { user: 'owner_id', mark: 'since is_paused chosen_at' },
    },
    history_imports: {
      row: 'The progress of a connection through that history.',
      readBy: owner,
      kind: 'syncs',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'integration_id',
        contact: 'slice_domains',
        content: 'message',
        mark: 'slice_from slice_to pages listed days_read not_before failures finished_at',
        state: 'page_token earlier_token',
      },
    },
    history_positions: {
      row: 'The same for one domain of the connection.',
      readBy: owner,
      kind: 'syncs',
      belongsTo,
      columns: { user: 'owner_id', key: 'integration_id domain_id', mark: 'until' },
    },
    mail_files: {
      row: 'An uploaded mail or calendar file and how far it is read. The file itself is on disk.',
      readBy: owner,
      kind: 'mailFiles',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'id',
        content: 'name problems message',
        contact: 'domains',
        mark: 'size received state items bytes_read found concerned imported excluded unreadable since until created_at changed_at finished_at meetings passed',
        state: 'lease_id lease_until turn_at',
      },
    },
    mail_file_items: {
      row: 'The hash of an item of the file that is being read, so that none counts twice.',
      readBy: server,
      kind: 'mailFiles',
      belongsTo,
      columns: { user: 'owner_id', key: 'file_id', secret: 'item', mark: 'is_imported' },
    },
  },
};
