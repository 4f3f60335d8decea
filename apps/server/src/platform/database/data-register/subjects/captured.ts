import type { Subject } from '../described-table.ts';
import { owner, server } from '../read-by.ts';

const belongsTo = { id: 'owner_id' };

export const discovery: Subject = {
  title: 'Discovery',
  about:
    'Domains in the mail of the last days, which the wizard and Import Preferences propose. No message content is stored.',
  tables: {
    discovered_days: {
      row: 'The number of emails that a user exchanged with a domain on a day.',
      readBy: owner,
      kind: 'discovery',
      whenLeaving: 'later',
      belongsTo,
      columns: { user: 'owner_id', contact: 'domain', mark: 'provider day mails' },
    },
    discovered_mails: {
      row: 'The hash of an email that is counted there.',
      readBy: server,
      kind: 'discovery',
      whenLeaving: 'later',
      belongsTo,
      columns: { user: 'owner_id', secret: 'mail_hash', mark: 'provider day' },
    },
    discovered_samples: {
      row: 'A few names and addresses at a domain.',
      readBy: owner,
      kind: 'discovery',
      whenLeaving: 'later',
      erasure: 'rows',
      belongsTo,
      columns: { user: 'owner_id', contact: 'domain names emails', mark: 'last_seen' },
    },
    excluded_days: {
      row: 'The number of emails excluded on a day, by domain and reason.',
      readBy: owner,
      kind: 'discovery',
      whenLeaving: 'later',
      belongsTo,
      columns: { user: 'owner_id', contact: 'domain', mark: 'provider reason day mails' },
    },
  },
};

export const captured: Subject = {
  title: 'What a user captured',
  about:
    'Private to its user. It is copied to workspaces as far as the user shares the domain (`domain_shares`).',
  tables: {
    domains: {
      row: 'A domain that a user tracks: what is exchanged with it is captured.',
      readBy: owner,
      kind: 'domains',
      whenLeaving: 'asShared',
      belongsTo,
      columns: { user: 'owner_id', key: 'id', contact: 'domain', mark: 'source added_at' },
    },
    captured_activities: {
      row: 'An email, a meeting or a call, with its content. Each of several copies has a row.',
      readBy: owner,
      kind: 'captured',
      whenLeaving: 'asShared',
      erasure: 'with activities',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'id external_id activity_key thread_refs private_conversation_id',
        about: 'source',
        contact: 'participants bcc',
        content: 'title summary location html_body text_body metadata',
        mark: 'provider type occurred_at day start_time end_time captured_at is_all_day is_automatic is_private',
        state: 'search_words hidden_words',
      },
    },
    captured_activity_domains: {
      row: 'A link between an activity and a tracked domain. `by_bcc_only` marks links that are for the owner alone, for whatever reason.',
      readBy: server,
      kind: 'captured',
      whenLeaving: 'asShared',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'domain_id activity_key captured_id',
        mark: 'side by_bcc_only',
      },
    },
    call_transcripts: {
      row: 'The transcript of a call.',
      readBy: 'Its owner, and members who see the call at the level full',
      kind: 'transcripts',
      whenLeaving: 'asShared',
      erasure: 'with activities',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'captured_id',
        content: 'sentences',
        mark: 'fetched_at',
        state: 'search_words',
      },
    },
    retentions: {
      row: 'For how many months a user keeps what they captured, and what was deleted for it.',
      readBy: owner,
      kind: 'profile',
      whenLeaving: 'asShared',
      belongsTo,
      columns: {
        user: 'owner_id',
        about: 'months text_months',
        mark: 'last_run_at deleted_activities deleted_texts',
        state: 'texts_gone_before',
      },
    },
    private_refs: {
      row: 'A reference of a conversation that its user keeps private.',
      readBy: 'Its owner, as a conversation',
      kind: 'privacyMarks',
      whenLeaving: 'later',
      belongsTo,
      columns: { user: 'owner_id', key: 'ref conversation_id', mark: 'marked_at' },
    },
    shared_meetings: {
      row: 'A meeting that its user shares although a calendar marks it as private.',
      readBy: owner,
      kind: 'privacyMarks',
      whenLeaving: 'asShared',
      belongsTo,
      columns: { user: 'owner_id', key: 'activity_key', mark: 'shared_at' },
    },
    protected_addresses: {
      row: 'An address or a domain whose conversations its user shares nothing of (-1), or the level activity (0) at most.',
      readBy: owner,
      kind: 'privacyMarks',
      whenLeaving: 'asShared',
      erasure: 'rows',
      belongsTo,
      columns: { user: 'owner_id', contact: 'address', mark: 'level added_at' },
    },
    protected_refs: {
      row: 'A reference of a conversation in which a protected address takes part. The nil UUID stands for a user’s own protection, others for that of a workspace.',
      readBy: server,
      kind: 'privacyMarks',
      whenLeaving: 'asShared',
      erasure: 'rows',
      belongsTo,
      columns: { user: 'owner_id', key: 'ref workspace_id', contact: 'address', mark: 'level' },
    },
    protection_updates: {
      row: 'A member whose conversations are still to be compared with the addresses that their workspace protects.',
      readBy: server,
      kind: 'privacyMarks',
      whenLeaving: 'asShared',
      belongsTo,
      columns: { user: 'owner_id', key: 'workspace_id', state: 'requested_at' },
    },
  },
};

export const sharing: Subject = {
  title: 'Sharing',
  about:
    'A share says that a user publishes a domain in the account of a workspace, and at which level. Publishing follows from it in steps, so that a request never waits for all of it.',
  tables: {
    domain_shares: {
      row: 'A share: a domain of a user in an account, at the level 0 (activity), 1 (subject) or 2 (full).',
      readBy: 'Its owner. Members of the workspace see the levels of those who contribute',
      kind: 'domains',
      whenLeaving: 'asShared',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'domain_id workspace_id account_id',
        mark: 'shared_at level',
      },
    },
    access_requests: {
      row: 'A colleague who asked to read a conversation in full, and the answer. It names activities by their keys.',
      readBy:
        'The user who was asked. The colleague learns whether it is granted, declined or not answered yet',
      kind: 'accessRequests',
      whenLeaving: 'atOnce',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'id asker_id workspace_id domain_id refs',
        mark: 'is_granted asked_at answered_at ends_at last_day',
      },
    },
    publish_requests: {
      row: 'A part of an account that is still to be published or withdrawn for a user.',
      readBy: 'Its owner, as progress',
      kind: 'domains',
      whenLeaving: 'asShared',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'id workspace_id account_id domain_id',
        mark: 'kind',
        state: 'activity_key activity_keys',
      },
    },
    level_changes: {
      row: 'A share whose activities are still to be stored at its new level.',
      readBy: server,
      kind: 'domains',
      whenLeaving: 'asShared',
      belongsTo,
      columns: {
        user: 'owner_id',
        key: 'workspace_id account_id',
        mark: 'level changed_at',
        state: 'position',
      },
    },
    restored_shares: {
      row: 'A share that came back with a restored account, until its owner has been notified.',
      readBy: server,
      kind: 'domains',
      whenLeaving: 'asShared',
      belongsTo,
      columns: {
        user: 'owner_id restored_by',
        key: 'account_id workspace_id',
        mark: 'restored_at',
      },
    },
  },
};
