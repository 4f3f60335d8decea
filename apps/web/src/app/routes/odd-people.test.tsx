import { addDays } from '@repo/domain/time/business-day';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { account, maya, sales, today } from '#test/account-samples.ts';
import { mockEndpoint } from '#test/api.ts';
import { RELATIONSHIP, openPage, panel, setUpAccount } from '#test/open-account.ts';
import { renderApp } from '#test/render-app.tsx';

/* A server that sends people with missing and impossible values: the rest of a page is still shown. */

setUpAccount();
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

const lastDay = addDays(today, -3);
const ana = { name: 'Ana', email: 'ana@home.example', label: 'strong', lastDay };
const odd = [
  null,
  'a person',
  {},
  { id: 'no-day', name: 'No Day', lastDay: '2026-02-31' },
  { id: 'bare', lastDay },
  { id: 'lee', name: 'Lee Chen', lastDay, days: 1e9, colleagues: [null, {}, { ...ana }] },
  {
    id: 'kim',
    name: null,
    addresses: [null, 'kim@acme.com'],
    hidden: 'quarantined',
    lastDay,
    days: Number.NaN,
    quietDismissal: { until: 'never' },
    colleagues: [
      { ...ana, label: 'excellent' },
      { ...ana, days: '3', lastDay: 7 },
    ],
  },
];
const open = (path: string) =>
  renderApp(`/northwind/sales${path}`, { as: maya, workspaces: [sales] });

test('a list of people skips what cannot be shown', async () => {
  mockEndpoint('GET /api/accounts/{accountId}/people', () => ({ people: odd, total: 7 }) as never);
  open(`/accounts/${account.id}/people`);
  const list = await screen.findByRole('list', { name: 'People' });
  expect(within(list).getByText('Unnamed person')).toBeTruthy();
  expect(within(list).getByText('1,000,000,000 days in touch')).toBeTruthy();
  expect(within(list).getByText('Ana')).toBeTruthy();
  expect(within(list).getByText('kim@acme.com')).toBeTruthy();
  expect(within(list).queryByText('No Day')).toBeNull();
});

test('a list of people that is none is empty', async () => {
  mockEndpoint('GET /api/accounts/{accountId}/people', () => ({ people: null }) as never);
  open(`/accounts/${account.id}/people`);
  expect(await screen.findByText('No people yet')).toBeTruthy();
});

test('people who are going quiet are listed as far as they can be', async () => {
  mockEndpoint(
    'GET /api/workspaces/{workspaceId}/quiet-people',
    () =>
      ({
        people: [
          null,
          { contact: odd[5] },
          { account: { id: 'a' }, contact: odd[5] },
          { account: { id: 'b', name: 'Beta' }, contact: null },
        ],
        total: 'many',
      }) as never,
  );
  open('/going-quiet');
  const list = await screen.findByRole('list', { name: 'People Going Quiet' });
  expect(within(list).getAllByRole('link', { name: 'Lee Chen' })).toHaveLength(1);
  expect(within(list).getByRole('link', { name: 'Unnamed account' })).toBeTruthy();
});

test('a network leaves out ties of no one', async () => {
  const tie = { colleague: 1, person: 1, label: 'strong', lastDay, recentDays: 2 };
  mockEndpoint(
    'GET /api/accounts/{accountId}/network',
    () =>
      ({
        colleagues: [null, { name: 'Ana', email: 'ana@home.example' }],
        people: [{ name: 'Nobody' }, { id: 'lee', name: 'Lee Chen' }],
        ties: [
          null,
          { ...tie, colleague: 0 },
          { ...tie, person: 7 },
          { ...tie, label: 'excellent' },
          { ...tie, lastDay: null },
          { ...tie, recentDays: -1 },
        ],
      }) as never,
  );
  open(`/accounts/${account.id}/people?view=network`);
  const sentence = 'last in touch 3 days ago';
  expect(
    await screen.findByRole('link', { name: `Ana and Lee Chen: strong, ${sentence}` }),
  ).toBeTruthy();
  expect(screen.getAllByRole('row')).toHaveLength(2);
});

test('a person is shown without what cannot be read', async () => {
  mockEndpoint(
    'GET /api/workspaces/{workspaceId}/people/{personId}',
    () =>
      ({
        person: {
          name: 12,
          addresses: 'lee@acme.com',
          merged: [null],
          accounts: [null, { id: 'a', contact: odd[5] }, { id: 'b', contact: {} }],
        },
      }) as never,
  );
  mockEndpoint(
    'GET /api/workspaces/{workspaceId}/people/{personId}/timeline',
    () =>
      ({
        activities: [
          null,
          { id: 'x', accountId: 'a', title: 'When?', occurredAt: 'once' },
          { id: 'y', accountId: 'a', title: null, occurredAt: new Date().toISOString() },
        ],
        before: null,
      }) as never,
  );
  open('/people/lee');
  expect(await screen.findByRole('heading', { name: 'Unnamed person' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Unnamed account' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: /^Activity: ?No title/ })).toBeTruthy();
  expect(screen.queryByText('When?')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show Older' })).toBeNull();
});

test('an account says nothing of a strength that it does not know', async () => {
  mockEndpoint(
    RELATIONSHIP,
    () => ({ relationship: { label: 'strong', lastDay: 'soon', nextMeetingAt: 'never' } }) as never,
  );
  openPage();
  const information = within(await panel('Account Information'));
  expect(await information.findByText('Relationship')).toBeTruthy();
  expect(information.queryByText(/NaN|Invalid/)).toBeNull();
});

test('a name cannot add to the mail that asks for an introduction', async () => {
  const name = 'Lee\r\nBcc: eve@evil.example\u0000&cc=eve@evil.example \ud83d';
  const people = [{ id: 'lee', name, lastDay, colleagues: [ana] }];
  mockEndpoint('GET /api/accounts/{accountId}/people', () => ({ people, total: 1 }) as never);
  open(`/accounts/${account.id}/people`);
  const request = await screen.findByRole('link', { name: /^Ask for an Introduction/ });
  const mail = new URL(request.getAttribute('href') ?? '');
  expect([...mail.searchParams.keys()]).toEqual(['subject', 'body']);
  const shown = 'Lee Bcc: eve@evil.example &cc=eve@evil.example \ufffd';
  expect(mail.searchParams.get('subject')).toBe(`Introduction to ${shown}`);
  expect(mail.searchParams.get('body')?.split('\r\n')[2]).toContain(`You know ${shown} at Acme.`);
});
