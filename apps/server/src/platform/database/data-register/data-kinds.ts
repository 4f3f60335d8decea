/**
 * The purpose of one kind of data. docs/privacy.md and the page "What this server stores about you" are made
 * from it.
 */
export interface DataKind {
  title: string;
  whatFor: string;
  /** For how long it is kept. */
  kept: string;
  seenBy: {
    /** Whether the user sees it. */
    user: boolean;
    /** The other people who see it; absent if no one does. */
    others?: string;
  };
  /** The table with the rows to count, and the name of one row. */
  counts?: { table: string; unit: readonly [one: string, many: string] };
}

const whileTracked =
  'Until the domain is no longer tracked, the original is deleted, or it is older than you chose in Settings';
const asShared =
  'Members of the workspaces where the domain is shared, up to the level of the share';

export const dataKinds = {
  profile: {
    title: 'Account and settings',
    whatFor: 'Signing in, and showing colleagues a name',
    kept: 'Until the user is deleted',
    seenBy: {
      user: true,
      others: 'Administrators. Members of the same workspaces see the name and the email',
    },
  },
  notices: {
    title: 'Read notices',
    whatFor: 'Showing which notices are new',
    kept: '31 days',
    seenBy: { user: true },
    counts: { table: 'read_notices', unit: ['notice', 'notices'] },
  },
  memberships: {
    title: 'Memberships and invitations',
    whatFor: 'Access to workspaces',
    kept: 'Until the end of the membership. Invitations: 30 days after they ended',
    seenBy: { user: true, others: 'Members of the workspace, its owners, administrators' },
    counts: { table: 'memberships', unit: ['workspace', 'workspaces'] },
  },
  signIn: {
    title: 'Sessions and links',
    whatFor: 'Staying signed in, setting a password, and noticing unknown devices',
    kept: 'Sessions: 30 days after their last use. Links: a day',
    seenBy: { user: true },
    counts: { table: 'sessions', unit: ['session', 'sessions'] },
  },
  factors: {
    title: 'Second factors',
    whatFor: 'Signing in with more than a password',
    kept: 'Until the user removes them',
    seenBy: { user: true, others: 'Administrators can remove them' },
    counts: { table: 'recovery_codes', unit: ['recovery code', 'recovery codes'] },
  },
  apiKeys: {
    title: 'API keys',
    whatFor: 'Access for other software',
    kept: 'Working keys, and the last 25 that ended. Answers to repeatable requests: a day',
    seenBy: {
      user: true,
      others: 'Administrators see names and addresses of use in the audit log',
    },
    counts: { table: 'api_keys', unit: ['key', 'keys'] },
  },
  webhooks: {
    title: 'Webhooks',
    whatFor: 'Sending events of a workspace to software that its owners choose',
    kept: 'Until an owner deletes it. Deliveries: 14 days',
    seenBy: {
      user: true,
      others: 'Owners of the workspace. The receiver gets ids, or a short text',
    },
    counts: { table: 'webhooks', unit: ['webhook', 'webhooks'] },
  },
  attempts: {
    title: 'Failed sign-ins and counters',
    whatFor: 'Slowing down attacks. Addresses and networks are stored as keyed hashes',
    kept: 'A day',
    seenBy: { user: false },
  },
  connections: {
    title: 'Connections',
    whatFor: 'Reading the connected mailboxes, calendars and calls. Credentials are encrypted',
    kept: 'Credentials: until it is disconnected. Unfinished attempts to connect: an hour. Waiting for an approval: 30 days. The rest: until the user is deleted',
    seenBy: { user: true, others: 'Administrators see the state, not the credentials' },
    counts: { table: 'integrations', unit: ['connection', 'connections'] },
  },
  syncs: {
    title: 'Progress of syncs',
    whatFor: 'Continuing where a sync stopped, and listing unreadable items',
    kept: 'As long as the connection. Figures of a day: 84 days. A delivery of a provider that could not be read: until the user is deleted, since it cannot be requested again',
    seenBy: { user: true },
    counts: { table: 'failed_items', unit: ['unread item', 'unread items'] },
  },
  mailFiles: {
    title: 'Uploaded files',
    whatFor: 'Importing emails and meetings from a file. The file is deleted after it was read',
    kept: 'The last 20 finished ones, without their content',
    seenBy: { user: true },
    counts: { table: 'mail_files', unit: ['file', 'files'] },
  },
  discovery: {
    title: 'Discovered domains',
    whatFor: 'Suggesting domains to import. No message content is stored',
    kept: 'Samples of tracked domains: as long as these are tracked. The rest: 14 days',
    seenBy: { user: true },
    counts: { table: 'discovered_samples', unit: ['domain', 'domains'] },
  },
  domains: {
    title: 'Tracked and shared domains',
    whatFor: 'Choosing which activities are captured, and with whom they are shared',
    kept: 'Until the domain is no longer tracked',
    seenBy: {
      user: true,
      others: 'Members of a workspace see who shares with it, and at which level',
    },
    counts: { table: 'domains', unit: ['domain', 'domains'] },
  },
  captured: {
    title: 'Captured emails, meetings and calls',
    whatFor: 'The history with a company',
    kept: whileTracked,
    seenBy: { user: true, others: asShared },
    counts: { table: 'captured_activities', unit: ['activity', 'activities'] },
  },
  transcripts: {
    title: 'Transcripts of calls',
    whatFor: 'Reading and searching a call',
    kept: whileTracked,
    seenBy: { user: true, others: 'Members who see the call at the level full' },
    counts: { table: 'call_transcripts', unit: ['transcript', 'transcripts'] },
  },
  accessRequests: {
    title: 'Requests for access',
    whatFor: 'Showing a conversation to a colleague who asked for it',
    kept: 'Open ones: 90 days. Declined ones: 30 days. Granted ones: until they end',
    seenBy: { user: true, others: 'The colleague who asked sees the answer' },
    counts: { table: 'access_requests', unit: ['request', 'requests'] },
  },
  privacyMarks: {
    title: 'Private conversations, protected addresses and shared meetings',
    whatFor: 'Keeping them private, or sharing them',
    kept: 'Until the mark is removed',
    seenBy: {
      user: true,
      others: 'Members and administrators see the addresses that a workspace protects',
    },
    counts: { table: 'private_refs', unit: ['mark', 'marks'] },
  },
  accounts: {
    title: 'Accounts of a workspace',
    whatFor: 'The list of companies, with their creators and owners',
    kept: 'Until a member deletes the account, and 30 days more',
    seenBy: { user: true, others: 'Members of the workspace' },
  },
  legalHolds: {
    title: 'Legal holds',
    whatFor: 'Keeping the activities of an account, with a reason',
    kept: 'Until the hold is lifted. The reason stays in the audit log',
    seenBy: { user: true, others: 'Owners of the workspace, administrators' },
    counts: { table: 'account_holds', unit: ['legal hold', 'legal holds'] },
  },
  notes: {
    title: 'Notes',
    whatFor: 'Remarks about an account',
    kept: 'The last 50 versions, as long as the account',
    seenBy: { user: true, others: 'Members of the workspace' },
    counts: { table: 'note_versions', unit: ['version', 'versions'] },
  },
  views: {
    title: 'Views, favourites and recent accounts',
    whatFor: 'Opening the list of accounts as it was arranged',
    kept: 'Until they are removed, or the membership ends',
    seenBy: { user: true, others: 'Members of the workspace see shared views' },
    counts: { table: 'own_accounts', unit: ['account', 'accounts'] },
  },
  published: {
    title: 'Shared activities',
    whatFor: 'The history of an account in a workspace',
    kept: 'As long as the domain is shared with the workspace, or until it is older than the workspace keeps it',
    seenBy: { user: true, others: asShared },
    counts: { table: 'account_contributors', unit: ['account', 'accounts'] },
  },
  relationships: {
    title: 'Contacts and relationships',
    whatFor: 'Showing who is in touch with whom, and who may go quiet',
    kept: 'As long as their activities',
    seenBy: { user: true, others: 'Members of the workspace' },
  },
  today: {
    title: 'Hidden conversations and reminders',
    whatFor: 'Hiding finished conversations on the page Today',
    kept: 'Four weeks, or until the reminder, and at most until the end of the membership',
    seenBy: { user: true },
    counts: { table: 'today_marks', unit: ['conversation', 'conversations'] },
  },
  audit: {
    title: 'Audit log',
    whatFor: 'Proving who changed rights and settings',
    kept: 'Always',
    seenBy: { user: false, others: 'Administrators' },
    counts: { table: 'audit_entries', unit: ['entry', 'entries'] },
  },
  erasures: {
    title: 'Erased contacts',
    whatFor: 'Not capturing an erased contact again. Addresses are stored as keyed hashes',
    kept: 'Always',
    seenBy: { user: false },
  },
  none: {
    title: 'No personal data',
    whatFor: 'Organizations, workspaces and the work of the server',
    kept: 'As long as the server needs it',
    seenBy: { user: false, others: 'Members of the workspace, administrators' },
  },
} as const satisfies Record<string, DataKind>;

export type DataKindName = keyof typeof dataKinds;
