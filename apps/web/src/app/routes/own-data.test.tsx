import type { OwnDataKind } from '@repo/contract/own-data';
import { limits } from '@repo/contract/page-limits';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint, neverResponds } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import {
  noFactors,
  sampleNotificationSettings,
  sampleUser,
  sampleWorkspace,
} from '#test/samples.ts';

const ann = sampleUser({ name: 'Ann Own', email: 'ann@acme.example' });
const at = '/import-preferences/settings/your-data';
const open = (path = at) => renderApp(path, { as: ann, workspaces: [sampleWorkspace('Sales')] });

const kind = (parts: Partial<OwnDataKind>): OwnDataKind => ({
  id: 'captured',
  title: 'Captured emails',
  whatFor: 'Showing the history with a company',
  kept: 'Until the user stops tracking the domain',
  seenBy: { user: true, others: null },
  count: { number: 1_204, unit: { one: 'activity', many: 'activities' } },
  ...parts,
});
let kinds: OwnDataKind[];
beforeEach(() => {
  localStorage.clear();
  kinds = [kind({})];
  mockEndpoint('GET /api/auth/own-data', () => ({ kinds }));
});

const row = async (title: string) => {
  const list = within(await screen.findByRole('list', { name: 'Kinds of data' }));
  const found = list.getAllByRole('listitem').find((item) => item.textContent.startsWith(title));
  return found?.textContent;
};

test('each kind says how much there is, what for, for how long, and who sees it', async () => {
  kinds.push(
    kind({ id: 'audit', title: 'Audit log', seenBy: { user: false, others: 'Administrators' } }),
    kind({ id: 'tries', title: 'Failed sign-ins', seenBy: { user: false, others: null } }),
    kind({ id: 'notes', title: 'Notes', seenBy: { user: true, others: 'Members' }, count: null }),
  );
  open();
  expect(await row('Captured')).toBe(
    'Captured emails1,204 activitiesWhat forShowing the history with a company' +
      'KeptUntil the user stops tracking the domainSeen byYou alone',
  );
  expect(await row('Audit log')).toMatch(/Seen byAdministrators$/);
  expect(await row('Failed')).toMatch(/Seen byThe server alone$/);
  expect(await row('Notes')).toMatch(/^NotesWhat for.*Seen byYou\. Members$/);
  await expectAccessible();
});

test.each([
  [0, '0 activities'],
  [1, '1 activity'],
  [limits.ownDataCounted, '1,000,000 activities or more'],
])('%i of a kind are called %s', async (number, text) => {
  kinds = [kind({ count: { number, unit: { one: 'activity', many: 'activities' } } })];
  open();
  expect(await screen.findByText(text)).toBeDefined();
});

test('what cannot be used of a response is left out', async () => {
  kinds = [
    null,
    { id: 'x', title: {} },
    kind({ seenBy: null as never, count: {} as never }),
  ] as never;
  open();
  expect(await row('Captured')).toMatch(/^Captured emailsWhat for.*The server alone$/);
});

test('a server that names no kinds says so', async () => {
  kinds = [];
  open();
  expect(await screen.findByText('The server does not say what it stores.')).toBeDefined();
});

test('waiting is told', async () => {
  mockEndpoint('GET /api/auth/own-data', neverResponds);
  open();
  expect(await screen.findByText('Counting what is stored about you...')).toBeDefined();
});

test('a failure is told, and a second try helps', async () => {
  mockEndpoint('GET /api/auth/own-data', () => failure('FORBIDDEN', 'Not now'));
  const { user } = open();
  expect(await screen.findByText('Not now')).toBeDefined();
  mockEndpoint('GET /api/auth/own-data', () => ({ kinds }));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await row('Captured')).toBeDefined();
});

test('the data is downloaded, and a failure is told beside the button', async () => {
  mockEndpoint('GET /api/auth/own-data/export', () => failure('CONFLICT', 'Another one runs.'));
  const { user } = open();
  const download = await screen.findByRole('button', { name: 'Download Your Data' });
  await user.click(download);
  expect(await screen.findByText('Another one runs.')).toBeDefined();
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:zip';
  URL.revokeObjectURL = () => {};
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download);
  };
  mockEndpoint('GET /api/auth/own-data/export', () => new Response('zip'));
  await user.click(download);
  await waitFor(() => expect(saved).toEqual(['your-data.zip']));
  expect(screen.queryByText('Another one runs.')).toBeNull();
});

test('the page is reached from the settings', async () => {
  mockEndpoint('GET /api/auth/sessions', () => ({ items: [] }));
  mockEndpoint('GET /api/auth/factors', noFactors);
  mockEndpoint('GET /api/auth/notifications', sampleNotificationSettings);
  const { user } = open('/import-preferences/settings');
  await user.click(await screen.findByRole('link', { name: 'View Your Data' }));
  expect(await screen.findByRole('heading', { name: 'Your Data', level: 1 })).toBeDefined();
});
