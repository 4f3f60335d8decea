/**
 * The features that a server can offer beyond the specification. The server names its features in
 * the `features` meta tag of the page; the web application makes a request, sends a parameter or
 * field, and shows a control that goes beyond the specification only if its feature is listed
 * there.
 */
export const features = {
  'account-changes': 'Accounts are renamed, deleted and restored.',
  'account-domains': 'Accounts have several domains, one of them the primary one.',
  'account-import': 'Accounts are created from the rows of a file.',
  'account-merging': 'Two accounts are merged into one.',
  'account-owners': 'Accounts have an owner among the members, and a note.',
  'activity-search': 'The shared activities of a workspace are searched.',
  administration:
    'Organizations and workspaces are renamed, ownership is transferred, connections that need attention are listed, and the audit log is exported.',
  archiving: 'Administrators archive and unarchive organizations and workspaces.',
  'audit-log': 'The list of administrative changes.',
  'bulk-sharing': 'Several domains are shared with a workspace at once.',
  'discovery-progress': 'Discovery responds early and reports its progress.',
  'edit-conflicts':
    'Saving a user detects that someone else has changed them since they were read.',
  'getting-started': 'The first steps of a member in a workspace, until they are dismissed.',
  history: 'Activities from before the last 84 days are imported in the background.',
  'import-preview': 'Counts what an import would add before it is started.',
  'integration-details': 'Failed items, completeness and the search for a message.',
  invitations: 'Administrators create users and send them a link to set a password.',
  'live-updates': 'A stream of server-sent events about integrations and accounts.',
  'long-conversations':
    'Conversations leave out texts beyond a total, and lists participants beyond the first; both say so.',
  'mail-files': 'Emails and meetings are imported from files that a user uploads.',
  members: 'The members of a workspace, their roles and invitations.',
  'new-workspaces': 'Administrators create organizations and workspaces.',
  notifications: 'A weekly digest by email, and an email when a connection stops working.',
  'own-settings': 'Users change their name and password, and see and end their sessions.',
  'paged-accounts': 'The accounts of a workspace are paged, searched, filtered and sorted.',
  'paged-domains': 'The tracked domains of a user are paged.',
  'paged-timeline': 'The timeline of an account is paged; its participants are listed.',
  'people-search':
    'The people of a workspace are searched, also for those who are likely the same.',
  'provider-descriptors': 'Describes each provider and how it is connected.',
  'provider-problems': 'Administrators see when a provider refuses this server itself.',
  'several-connections': 'Users connect several mailboxes and calendars of one provider.',
  'saved-views': 'Filters, order and columns of the grid are saved as views.',
  'server-login':
    'Mailboxes and calendars are connected with the address and password of a server.',
  relationships: 'Who is in touch with whom at an account, how well, and who is going quiet.',
  'webhook-tokens': 'The token of a webhook can be replaced.',
  'workspace-time-zone': 'A workspace has a time zone of its own, in which its days begin and end.',
} as const satisfies Record<string, string>;

export type Feature = keyof typeof features;

export const featureNames = Object.keys(features) as Feature[];
