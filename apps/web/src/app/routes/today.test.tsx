import type { EndpointResponse } from '@repo/contract/endpoints';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleIntegration, sampleUser, sampleWorkspace } from '#test/samples.ts';

type Today = EndpointResponse<'GET /api/workspaces/{workspaceId}/today'>;
type Brief = EndpointResponse<'GET /api/workspaces/{workspaceId}/today/meetings/{activityId}'>;

const PAGE = 'GET /api/workspaces/{workspaceId}/today';
const workspace = sampleWorkspace('Sales');
const account = { id: sampleId(), name: 'Acme' };
const today = businessDayOf(new Date());
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const meeting: Today['meetings'][number] = {
  id: sampleId(),
  accounts: [account],
  title: 'Review',
  startTime: inHours(0.1),
  endTime: inHours(1),
  isAllDay: false,
  location: 'Room 1',
  isOver: false,
};
const conversation: Today['waiting']['conversations'][number] = {
  id: sampleId(),
  account,
  title: 'Price?',
  person: { name: 'Lee Chen', email: 'lee@acme.com' },
  occurredAt: inHours(-50),
  isReminder: false,
};
const lee: Today['quiet']['people'][number]['contact'] = {
  id: sampleId(),
  name: 'Lee Chen',
  addresses: ['lee@acme.com'],
  hidden: null,
  hiddenBy: '',
  firstDay: addDays(today, -90),
  lastDay: addDays(today, -45),
  lastDayByUs: null,
  lastDayByThem: null,
  days: 12,
  recentDays: 0,
  daysBefore: 9,
  isGoingQuiet: true,
  quietDismissal: null,
  colleagues: [
    {
      name: 'Ana',
      email: 'ana@ours.com',
      label: 'strong',
      firstDay: addDays(today, -90),
      lastDay: addDays(today, -45),
      days: 12,
      recentDays: 0,
      directMails: 0,
      answeredMails: 0,
    },
  ],
};
const nothing: Today = {
  day: today,
  timeZone: 'America/New_York',
  newSince: inHours(-24),
  meetings: [],
  waiting: { conversations: [], total: 0 },
  unanswered: { conversations: [], total: 0 },
  quiet: { people: [], total: 0 },
  news: [],
};
const full: Today = {
  ...nothing,
  meetings: [meeting],
  waiting: { conversations: [conversation], total: 1 },
  unanswered: {
    conversations: [{ ...conversation, id: sampleId(), title: 'Offer', isReminder: true }],
    total: 60,
  },
  quiet: { people: [{ account, contact: lee }], total: 1 },
  news: [
    {
      kind: 'created',
      by: { name: 'Ben', email: 'ben@ours.com' },
      at: inHours(-3),
      accounts: [account],
      total: 4,
    },
  ],
};

beforeEach(() =>
  mockEndpoint('GET /api/integrations', () => ({ integrations: [], availableProviders: [] })),
);

function open(page: Today = full, path = '/northwind/sales/today') {
  mockEndpoint(PAGE, () => page);
  mockEndpoint('POST /api/workspaces/{workspaceId}/today/visit', () => ({}));
  return renderApp(path, { as: sampleUser(), workspaces: [workspace] });
}
const section = (name: RegExp) => screen.findByRole('region', { name });

test('each line opens what it is about', async () => {
  open();
  const waiting = await section(/^Waiting for your answer/);
  const link = within(waiting).getByRole('link', { name: /Price\?/ });
  expect(link.getAttribute('href')).toBe(
    `/northwind/sales/accounts/${account.id}?activity=${conversation.id}`,
  );
  const unanswered = await section(/^No answer yet/);
  expect(unanswered.textContent).toContain('To Lee Chen');
  expect(unanswered.textContent).toContain('Reminder');
  expect(unanswered.textContent).toContain('The 1 newest of 60 are listed.');
  const quiet = await section(/^Going quiet/);
  expect(within(quiet).getByRole('link', { name: 'Lee Chen' }).getAttribute('href')).toBe(
    `/northwind/sales/people/${lee.id}`,
  );
  const news = await section(/^New since/);
  expect(news.textContent).toContain('Ben created Acme and 3 more');
  await expectAccessible();
});

test('says so where there is nothing', async () => {
  mockEndpoint('GET /api/integrations', () => ({
    integrations: [sampleIntegration()],
    availableProviders: [],
  }));
  open(nothing);
  for (const text of [
    'No meetings today or tomorrow.',
    'Nobody is waiting for your answer.',
    'All your emails have been answered.',
    'Nobody at the accounts you own is going quiet.',
    'Nothing was added.',
  ]) {
    expect(await screen.findByText(text)).toBeTruthy();
  }
  await expectAccessible();
});

test('an empty page leads to Integrations while nothing is connected', async () => {
  mockEndpoint('GET /api/integrations', () => ({ integrations: [], availableProviders: [] }));
  open(nothing);
  const link = await screen.findByRole('link', { name: 'Connect Your Mailbox and Calendar' });
  expect(link.getAttribute('href')).toBe('/integrations');
  // It claims nothing about mail that it does not know.
  for (const title of ['Meetings', 'Waiting for your answer', 'No answer yet']) {
    expect(screen.queryByRole('heading', { name: title })).toBeNull();
  }
  expect(screen.getByRole('heading', { name: 'New since your last visit' })).toBeTruthy();
  await expectAccessible();
});

test('an empty page of somebody with a mailbox does not ask for one', async () => {
  let isAsked = false;
  mockEndpoint('GET /api/integrations', () => {
    isAsked = true;
    return { integrations: [sampleIntegration()], availableProviders: [] };
  });
  open(nothing);
  await screen.findByText('Nobody is waiting for your answer.');
  await waitFor(() => expect(isAsked).toBe(true));
  expect(screen.queryByRole('link', { name: /^Connect your mailbox/ })).toBeNull();
});

test('all people going quiet are one click away', async () => {
  open({ ...full, quiet: { ...full.quiet, total: 30 } });
  const link = await screen.findByRole('link', { name: 'All people going quiet' });
  expect(link.getAttribute('href')).toBe('/northwind/sales/going-quiet');
});

test('a conversation is marked as done, which can be undone', async () => {
  const { user } = open();
  const sent: unknown[] = [];
  const path = '/api/workspaces/{workspaceId}/today/conversations/{activityId}' as const;
  mockEndpoint(`PUT ${path}`, ({ params, body }) => {
    sent.push([params['activityId'], body]);
    mockEndpoint(PAGE, () => ({ ...full, waiting: nothing.waiting }));
    return {};
  });
  mockEndpoint(`DELETE ${path}`, ({ params }) => {
    sent.push(params['activityId']);
    mockEndpoint(PAGE, () => full);
    return {};
  });
  await user.click(await screen.findByRole('button', { name: 'Done: Price?' }));
  expect(await screen.findByText('Nobody is waiting for your answer.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'Done: Price?' });
  expect(sent).toEqual([[conversation.id, { remindOn: null }], conversation.id]);
});

test('a reminder is set for a day', async () => {
  const { user } = open();
  const days: unknown[] = [];
  mockEndpoint('PUT /api/workspaces/{workspaceId}/today/conversations/{activityId}', ({ body }) => {
    days.push((body as { remindOn: string }).remindOn);
    return {};
  });
  await user.click(await screen.findByRole('button', { name: 'Remind me about Price?' }));
  await expectAccessible();
  await user.click(await screen.findByRole('button', { name: /^In 1 week/ }));
  expect(await screen.findByText(/^You will be reminded on/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remind me about Price?' }));
  await user.type(await screen.findByLabelText('Another day'), addDays(today, 40));
  await user.click(screen.getByRole('button', { name: 'Set' }));
  await screen.findAllByText(/^You will be reminded on/);
  expect(days).toEqual([addDays(today, 7), addDays(today, 40)]);
});

test('a meeting opens a brief, which the address keeps', async () => {
  const brief: Brief = {
    meeting,
    attendeeCount: 5,
    attendees: [
      { name: 'Lee Chen', email: 'lee@acme.com', isColleague: false, contact: lee },
      { name: 'Kim', email: 'kim@acme.com', isColleague: false, contact: null },
      { name: 'Ben', email: 'ben@ours.com', isColleague: true, contact: null },
    ],
    lastActivities: [
      {
        id: sampleId(),
        accountId: account.id,
        type: 'email',
        title: 'Quote',
        summary: '',
        occurredAt: inHours(-30),
        side: 'external',
        user: { name: '', email: '' },
        contributors: [],
        participants: [],
      },
    ],
    waiting: [conversation],
    unanswered: [],
    notes: [{ account, note: 'Ask about Q3' }],
  };
  mockEndpoint('GET /api/workspaces/{workspaceId}/today/meetings/{activityId}', () => brief);
  const { user } = open();
  const row = await screen.findByRole('button', { name: /Review/ });
  expect(row.textContent).toContain('Next');
  await user.click(row);
  const meetings = await section(/^Meetings/);
  await within(meetings).findByText('Ask about Q3');
  expect(meetings.textContent).toContain('best known by Ana');
  expect(meetings.textContent).toContain('Not met before');
  expect(meetings.textContent).toContain('With Ben');
  expect(meetings.textContent).toContain('and 1 more');
  expect(within(meetings).getByRole('link', { name: /Quote$/ })).toBeTruthy();
  expect(within(meetings).getByRole('link', { name: 'Price?' })).toBeTruthy();
  await expectAccessible();
  await user.click(row);
  expect(within(meetings).queryByText('Ask about Q3')).toBeNull();
});

test('a page that cannot be fetched can be tried again', async () => {
  mockEndpoint(PAGE, () => failure('UNKNOWN_ERROR', 'Out of order'));
  const { user } = renderApp('/northwind/sales/today', {
    as: sampleUser(),
    workspaces: [workspace],
  });
  mockEndpoint('POST /api/workspaces/{workspaceId}/today/visit', () => ({}));
  const again = await screen.findByRole('button', { name: 'Try Again' });
  await expectAccessible();
  mockEndpoint(PAGE, () => nothing);
  await user.click(again);
  expect(await screen.findByText('Nothing was added.')).toBeTruthy();
});

test('mailboxes are checked from here, but for those with a number of requests a day', async () => {
  const mailbox = sampleIntegration({ lastSyncedAt: inHours(-0.2) });
  const calls = sampleIntegration({
    provider: 'fireflies',
    lastSyncedAt: inHours(-3),
    requestBudget: { limit: 50, left: 40 },
  });
  mockEndpoint('GET /api/integrations', () => ({
    integrations: [mailbox, calls],
    availableProviders: [],
  }));
  const checked: string[] = [];
  mockEndpoint('POST /api/integrations/{id}/sync', ({ params }) => {
    checked.push(params['id'] ?? '');
    return { integration: mailbox };
  });
  const { user } = open();
  const button = await screen.findByRole('button', { name: 'Check Now' });
  expect(screen.getByText(/^Checked/).textContent).toBe('Checked 12 minutes ago');
  await user.click(button);
  await waitFor(() => expect(checked).toEqual([mailbox.id]));
});

test('a check that fails says so', async () => {
  mockEndpoint('GET /api/integrations', () => ({
    integrations: [sampleIntegration({ lastSyncedAt: inHours(-0.2) })],
    availableProviders: [],
  }));
  mockEndpoint('POST /api/integrations/{id}/sync', () => failure('UNKNOWN_ERROR', ''));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Check Now' }));
  expect(await screen.findByText(/^Failed to check/)).toBeTruthy();
});
