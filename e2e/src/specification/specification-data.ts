import { addDays, businessDayOf } from '../../../packages/domain/src/time/business-day.ts';

/** Entities with the fields that the specification names (section 3 of each part), and no others. */

/** So many days ago in New York, at noon or an hour before it. */
export const daysAgo = (count: number): string =>
  `${addDays(businessDayOf(new Date()), -count)}T16:00:00.000Z`;

export const northwind = { id: 'organization-1', name: 'Northwind', slug: 'northwind' };
export const sales = {
  id: 'workspace-1',
  name: 'Sales',
  slug: 'sales',
  role: 'owner',
  organization: northwind,
};
export const support = { ...sales, id: 'workspace-2', name: 'Support', slug: 'support', role: 'x' };

export const maya = {
  id: 'user-1',
  name: 'Maya Lindqvist',
  email: 'maya@northwind.example',
  isAdmin: true,
  isTest: false,
  isActive: true,
  createdAt: daysAgo(300),
  updatedAt: daysAgo(3),
  organizations: [{ name: 'Northwind' }],
  workspaces: [],
};
export const jonas = {
  ...maya,
  id: 'user-2',
  name: 'Jonas Weber',
  email: 'jonas@northwind.example',
  isAdmin: false,
  isTest: true,
  organizations: [{ name: 'Northwind' }, { name: 'Contoso' }],
  workspaces: [
    {
      id: 'workspace-1',
      name: 'Sales',
      organizationName: 'Northwind',
      role: 'owner',
      joinedAt: daysAgo(200),
    },
  ],
};
export const nameless = {
  ...maya,
  id: 'user-3',
  name: '',
  email: 'nameless@northwind.example',
  isAdmin: false,
  isActive: false,
  organizations: [],
};

export const paged = (items: readonly object[], total = items.length) => ({
  items,
  pagination: { total, totalPages: Math.max(1, Math.ceil(total / 20)) },
});

export const organizationRow = {
  name: 'Northwind',
  slug: 'northwind',
  workspaceCount: 2,
  memberCount: 7,
  createdAt: daysAgo(400),
};
export const workspaceRow = {
  name: 'Sales',
  slug: 'sales',
  organization: { name: 'Northwind' },
  memberCount: 4,
  createdAt: daysAgo(399),
};

const counts = (value: number) => Array.from({ length: 21 }, (_, day) => (day % 5 ? 0 : value));
export const acmeRow = {
  id: 'account-1',
  name: 'Acme',
  faviconUrl: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
  activityCount: 12,
  lastActivity: { title: 'Pilot scope', type: 'email', occurredAt: daysAgo(1) },
  contributors: ['Maya Lindqvist', 'Jonas Weber', 'Ada Okafor', 'Lin Chen'].map((name, at) => ({
    user: { name, email: `person${at}@northwind.example` },
  })),
  creator: { name: 'Maya Lindqvist' },
  createdAt: daysAgo(90),
  timelineSummary: { externalCounts: counts(3), internalCounts: counts(1) },
};
export const bareRow = {
  ...acmeRow,
  id: 'account-2',
  name: 'Borealis',
  lastActivity: null,
  contributors: [],
};

export const acme = {
  id: 'account-1',
  name: 'Acme',
  domain: 'acme.example',
  faviconUrl: acmeRow.faviconUrl,
  createdAt: daysAgo(90),
  discoveredByUser: { name: 'Maya Lindqvist' },
};

const people = (...roles: string[]) =>
  roles.map((role, at) => ({
    name: ['Elena Sorensen', 'Maya Lindqvist', '', ''][at],
    email: ['elena@acme.example', 'maya@northwind.example', 'lee@acme.example', ''][at],
    role,
  }));
const user = { name: 'Maya Lindqvist', email: 'maya@northwind.example' };

export const email = {
  id: 'email-1',
  type: 'email',
  title: 'Pilot scope',
  summary: `Long. ${'We looked at it. '.repeat(20)}`,
  occurredAt: daysAgo(1),
  user,
  participants: people('from', 'to'),
  plainTextBody: 'Hello from Acme',
};
export const untitled = { ...email, id: 'email-2', title: '', occurredAt: daysAgo(2) };
export const meeting = {
  ...email,
  id: 'meeting-1',
  type: 'calendar',
  title: '',
  summary: '',
  occurredAt: daysAgo(3),
  startTime: daysAgo(3),
  endTime: daysAgo(3),
  location: 'Room 4',
  participants: people('other', 'other', 'other', 'other'),
};
export const call = {
  ...meeting,
  id: 'call-1',
  type: 'call',
  title: 'Check-in',
  summary: '- One\n- Two\n- Three',
  metadata: {
    actionItems: ['Send the plan'],
    durationFormatted: '45 min',
    transcriptUrl: 'https://calls.example/1',
  },
};
export const note = { ...meeting, id: 'note-1', type: 'note', occurredAt: daysAgo(5) };
export const conversation = {
  ...email,
  id: 'conversation-1',
  type: 'conversation',
  title: '',
  summary: '',
  occurredAt: daysAgo(0),
  activities: [
    { ...email, id: 'message-1', summary: 'The question', occurredAt: daysAgo(4) },
    { ...email, id: 'message-2', plainTextBody: 'The last one', occurredAt: daysAgo(0) },
  ],
  lastActivity: {
    id: 'message-2',
    title: '',
    summary: 'The last one',
    participants: email.participants,
  },
};
export const activities = [conversation, email, untitled, meeting, call, note];

export const acmeDomain = {
  id: 'domain-1',
  domain: 'acme.example',
  addedAt: daysAgo(30),
  activityCount: 12,
  sampleEmails: ['elena@acme.example'],
  sampleNames: ['Elena Sorensen'],
  workspaceShares: [{ workspaceId: 'workspace-1', workspace: { name: 'Sales' } }],
};
export const borealisDomain = {
  ...acmeDomain,
  id: 'domain-2',
  domain: 'borealis.example',
  workspaceShares: [],
};

export const discovered = ['acme', 'brightwater', 'cobalt', 'delta', 'ember'].map((name, at) => ({
  domain: `${name}.example`,
  activityCount: 9 - at * 2,
}));

const connected = { isConnected: true, needsReauth: false, lastSyncedAt: daysAgo(0) };
export const gmail = { id: 'integration-1', provider: 'gmail', name: 'Gmail', ...connected };
export const calendar = {
  ...gmail,
  id: 'integration-2',
  provider: 'google_calendar',
  name: 'Google Calendar',
  needsReauth: true,
};
export const fathom = {
  id: 'integration-4',
  provider: 'fathom',
  name: 'Fathom',
  isConnected: false,
  needsReauth: false,
  lastSyncedAt: null,
  connectionData: { webhook_token: 'hook-token' },
};
export const providers = ['gmail', 'google_calendar', 'fireflies', 'fathom', 'salesforce'];
