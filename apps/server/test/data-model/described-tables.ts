/** What a row of a table is and who reads it, for docs/data-model.md. */
export interface DescribedTable {
  /** What one row is, and why it is stored. */
  row: string;
  /** Who sees its content through a call of the API. */
  readBy: string;
}

export interface Subject {
  title: string;
  /** One or two sentences on how the tables of the subject belong together. */
  about: string;
  tables: Readonly<Record<string, DescribedTable>>;
}

const server = 'The server alone';
const owner = 'Its owner';
const members = 'Members of the workspace';
const member = 'The member it belongs to';

/** All tables, by subject. `data-model.test.ts` compares them with a migrated database. */
export const describedTables: readonly Subject[] = [
  {
    title: 'Users, organizations and workspaces',
    about:
      'An organization has workspaces, and a user is a member of any number of them. Everything else belongs to one workspace or to one user.',
    tables: {
      users: {
        row: 'A user who can sign in, with their settings.',
        readBy:
          'The user; administrators. Members of a shared workspace see the name and the email',
      },
      read_notices: {
        row: 'A notice that a user has read.',
        readBy: 'The user',
      },
      organizations: {
        row: 'An organization.',
        readBy: 'Members of its workspaces; administrators',
      },
      workspaces: {
        row: 'A workspace, with the number of its accounts and the levels that it chose for shares.',
        readBy: 'Its members; administrators',
      },
      memberships: {
        row: 'A membership: a user in a workspace, as member or owner.',
        readBy: 'Members of the workspace; administrators',
      },
      invitations: {
        row: 'An invitation to a workspace, with a hash of the token in its link.',
        readBy: 'Owners of the workspace; administrators; a guest with the link',
      },
      workspace_time_zones: {
        row: 'The time zone of a workspace that has chosen one.',
        readBy: members,
      },
      time_zone_changes: {
        row: 'A requested change of a time zone, until the days of all accounts have moved.',
        readBy: members,
      },
      audit_entries: {
        row: 'An action of an administrator or an owner: who did what to whom. Accounts are in it by their ids.',
        readBy: 'Administrators. Names of accounts only for those who may see the account now',
      },
    },
  },
  {
    title: 'Signing in',
    about:
      'Tokens are stored as hashes. Attempts are counted under keyed hashes of address and network.',
    tables: {
      sessions: {
        row: 'A session: the hash of its token, its device, and when it was last used.',
        readBy: 'Its user',
      },
      api_keys: {
        row: 'A personal API key: its hash, its scopes, when it ends, and its last use.',
        readBy: 'Its user',
      },
      password_resets: {
        row: 'The hash of a link that sets a password, created by an administrator.',
        readBy: server,
      },
      requested_password_resets: {
        row: 'The same for a link that the user requested.',
        readBy: server,
      },
      reset_requests: {
        row: 'An email for which a reset was requested, until a job has looked it up.',
        readBy: server,
      },
      rate_limit_counters: {
        row: 'A counter of attempts within a window of time.',
        readBy: server,
      },
      sign_in_failures: {
        row: 'Recent failed attempts to sign in, by keyed hashes of email and network.',
        readBy: server,
      },
    },
  },
  {
    title: 'Connections and syncs',
    about:
      'An integration is a connected mailbox, calendar or call recorder. Its row is its place in the queue of syncs; what a sync has left to do is in `sync_tasks`.',
    tables: {
      integrations: {
        row: 'A connection with its encrypted credentials, its cursor and its next due time.',
        readBy: 'Its owner, without credentials and cursor; administrators see its state',
      },
      oauth_states: {
        row: 'A connection that was begun at the provider and has not come back.',
        readBy: server,
      },
      pending_grants: {
        row: 'Encrypted credentials of a mailbox that its user has not confirmed.',
        readBy: server,
      },
      sync_tasks: {
        row: 'A listing that a sync goes through, with the page it has reached.',
        readBy: 'Its owner, as progress',
      },
      sync_seen: {
        row: 'The items that a listing has seen, to find what is gone.',
        readBy: server,
      },
      item_locations: {
        row: 'A place of an email in an IMAP mailbox: one row for each folder that has it.',
        readBy: server,
      },
      failed_items: {
        row: 'An item that could not be read, with the reason and the next attempt.',
        readBy: owner,
      },
      reconciliation_days: {
        row: 'The result of the nightly comparison of a connection for one day: emails missing or gone.',
        readBy: owner,
      },
      provider_requests: {
        row: 'The number of requests of a connection in an hour.',
        readBy: server,
      },
      provider_problems: {
        row: 'A fault of the installation with a provider, such as an expired secret.',
        readBy: 'Administrators',
      },
      import_previews: {
        row: 'The number of activities that importing a domain would capture.',
        readBy: owner,
      },
      histories: {
        row: 'The date from which a user imports activities older than 84 days.',
        readBy: owner,
      },
      history_imports: {
        row: 'The progress of a connection through that history.',
        readBy: owner,
      },
      history_positions: {
        row: 'The same for one domain of the connection.',
        readBy: owner,
      },
      mail_files: {
        row: 'An uploaded mail or calendar file and how far it is read. The file itself is on disk.',
        readBy: owner,
      },
      mail_file_items: {
        row: 'The hash of an item of the file that is being read, so that none counts twice.',
        readBy: server,
      },
    },
  },
  {
    title: 'Discovery',
    about:
      'Domains in the mail of the last days, which the wizard and Import Preferences propose. No message content is stored.',
    tables: {
      discovered_days: {
        row: 'The number of emails that a user exchanged with a domain on a day.',
        readBy: owner,
      },
      discovered_mails: {
        row: 'The hash of an email that is counted there.',
        readBy: server,
      },
      discovered_samples: {
        row: 'A few names and addresses at a domain.',
        readBy: owner,
      },
      excluded_days: {
        row: 'The number of emails excluded on a day, by domain and reason.',
        readBy: owner,
      },
    },
  },
  {
    title: 'What a user captured',
    about:
      'Private to its user. It is copied to workspaces as far as the user shares the domain (`domain_shares`).',
    tables: {
      domains: {
        row: 'A domain that a user tracks: what is exchanged with it is captured.',
        readBy: owner,
      },
      captured_activities: {
        row: 'An email, a meeting or a call, with its content. Each of several copies has a row.',
        readBy: owner,
      },
      captured_activity_domains: {
        row: 'A link between an activity and a tracked domain. `by_bcc_only` marks links that are for the owner alone, for whatever reason.',
        readBy: server,
      },
      call_transcripts: {
        row: 'The transcript of a call.',
        readBy: 'Its owner, and members who see the call at the level full',
      },
      private_refs: {
        row: 'A reference of a conversation that its user keeps private.',
        readBy: 'Its owner, as a conversation',
      },
      shared_meetings: {
        row: 'A meeting that its user shares although a calendar marks it as private.',
        readBy: owner,
      },
    },
  },
  {
    title: 'Sharing',
    about:
      'A share says that a user publishes a domain in the account of a workspace, and at which level. Publishing follows from it in steps, so that a request never waits for all of it.',
    tables: {
      domain_shares: {
        row: 'A share: a domain of a user in an account, at the level 0 (activity), 1 (subject) or 2 (full).',
        readBy: 'Its owner. Members of the workspace see the levels of those who contribute',
      },
      publish_requests: {
        row: 'A part of an account that is still to be published or withdrawn for a user.',
        readBy: 'Its owner, as progress',
      },
      level_changes: {
        row: 'A share whose activities are still to be stored at its new level.',
        readBy: server,
      },
      restored_shares: {
        row: 'A share that came back with a restored account, until its owner has been notified.',
        readBy: server,
      },
    },
  },
  {
    title: 'Accounts',
    about:
      'A business account of a workspace. What the grid shows of it is stored with it and in `listed_accounts`, one row for each row of the grid.',
    tables: {
      workspace_accounts: {
        row: 'An account with its owner, its note and the summary of its activities.',
        readBy: members,
      },
      account_domains: { row: 'A further domain of an account.', readBy: members },
      listed_accounts: {
        row: 'A row of the grid: the values that it sorts and filters by, computed ahead.',
        readBy: members,
      },
      account_refreshes: {
        row: 'An account whose activities are to be computed again after its domains changed.',
        readBy: server,
      },
      merged_accounts: {
        row: 'A merged account and the account that it became part of, so that old links still work.',
        readBy: members,
      },
      deleted_accounts: {
        row: 'A deleted account, restorable for 30 days.',
        readBy: members,
      },
      deleted_account_shares: {
        row: 'A share of a deleted account, so that restoring the account brings it back.',
        readBy: 'Members of the workspace, as a number',
      },
      saved_views: {
        row: 'A saved view of the grid.',
        readBy: 'Its owner; members of the workspace where it is shared',
      },
      default_views: { row: 'The view that a member opens the grid with.', readBy: member },
      note_versions: {
        row: 'A version of the note of an account, with who wrote it and when.',
        readBy: members,
      },
      own_accounts: {
        row: 'An account that is a favourite of a member, or that they opened recently.',
        readBy: member,
      },
      workspace_changes: {
        row: 'A change in a workspace, of which open pages are notified.',
        readBy: 'Members of the workspace, as an event without content',
      },
    },
  },
  {
    title: 'What is published',
    about:
      'The side of the workspace. A row has only what the level of the share shows. Deleting all of it and publishing again gives the same rows.',
    tables: {
      account_activities: {
        row: 'An activity of an account, from the copy that is shared at the highest level.',
        readBy: members,
      },
      account_activity_contributors: {
        row: 'A captured copy behind a published activity, with its owner.',
        readBy: 'Members of the workspace see who, not which copy',
      },
      account_activity_words: {
        row: 'The words by which an activity is found.',
        readBy:
          'Members of the workspace, by searching. Words of hidden recipients find it for their owner alone',
      },
      account_message_refs: {
        row: 'The references of a published email, for its thread.',
        readBy: server,
      },
      account_days: {
        row: 'The number of activities of each side on a day: the bubbles.',
        readBy: members,
      },
      account_contributors: { row: 'A user who contributes to an account.', readBy: members },
    },
  },
  {
    title: 'Contacts and relationships',
    about: 'Who is in touch with whom, computed from what is published.',
    tables: {
      contacts: {
        row: 'An address of an outside person in an account, with what members decided about it. `person_id` joins the addresses of one person.',
        readBy: members,
      },
      tie_days: {
        row: 'A day on which a user was in touch with a contact.',
        readBy: 'Members of the workspace, as figures',
      },
      ties: {
        row: 'The strength of a user’s relationship with a person, as a number that keeps its order over time.',
        readBy: members,
      },
      account_relationships: {
        row: 'The same for the account, with the last day of each side and the next meeting.',
        readBy: members,
      },
      quiet_candidates: {
        row: 'A person who may go quiet: enough days in touch, and none since.',
        readBy: members,
      },
    },
  },
  {
    title: 'Today',
    about: 'What the Today page remembers of a member.',
    tables: {
      today_marks: {
        row: 'A conversation that a member hid, or wants to be reminded of.',
        readBy: member,
      },
      today_visits: { row: 'The time at which a member last looked at Today.', readBy: member },
    },
  },
];
