/**
 * The rights that an API key can have, with an explanation for the user who creates it. Reading is separate
 * from changing, and the texts of emails, meetings and calls from everything else
 * (docs/decisions/api-keys.md).
 */
export const scopes = {
  'workspaces:read': 'See your workspaces and their members.',
  'accounts:read': 'See accounts with their domains, owners, notes and last touch point.',
  'accounts:write': 'Add, change, merge, delete and restore accounts.',
  'people:read': 'See the people of accounts and how well your team knows them.',
  'people:write': 'Hide, merge and separate people, and dismiss those going quiet.',
  'activities:read':
    'See who wrote, met and called, when, and about which subject. Without the texts.',
  'activities:write': 'Hide conversations from Today, and list them again.',
  'texts:read':
    'Read and search the texts of emails, meetings and calls, including transcripts. The most private data: give it only to software that you would let read your mail.',
  'domains:read': 'See the domains that you track and what you share.',
  'domains:write':
    'Track domains, and share them or stop sharing. This can show your emails to colleagues.',
  'connections:read': 'See the state of your connected mailboxes, calendars and call recorders.',
  'connections:write': 'Start a sync, a comparison or a retry. It cannot connect or disconnect.',
  'administration:read':
    'As an administrator: see users, organizations, workspaces, the audit log and the state of the server. As an owner: see invitations.',
  'administration:write':
    'As an administrator: invite, activate and deactivate users, and create organizations and workspaces. As either of them: invite and remove members. Give it only to software that you would let run your server.',
} as const;

export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as Scope[];
