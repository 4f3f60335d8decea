import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { mockEndpoint, failure } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleIntegration, sampleUser, sampleWorkspace } from '#test/samples.ts';

const GRID = '/northwind/sales/accounts';
const STATUS = '/api/workspaces/{workspaceId}/getting-started';
type Status = EndpointResponse<`GET ${typeof STATUS}`>;

let status: Status;
let integrations: Integration[];

beforeEach(() => {
  serveAtLevel('full');
  status = { trackedDomains: 0, sharedDomains: 0, colleagues: 0 };
  integrations = [];
  mockEndpoint(`GET ${STATUS}`, () => status);
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  mockEndpoint('GET /api/integrations', () => ({ integrations, availableProviders: ['gmail'] }));
});
afterEach(() => sessionStorage.clear());

const open = (role: 'owner' | 'member' = 'member', path = GRID) =>
  renderApp(path, {
    as: sampleUser(),
    workspaces: [sampleWorkspace('Sales', { role, gettingStarted: true })],
  });
const panel = () => screen.findByRole('region', { name: 'Getting started' });
const titles = async () =>
  within(await panel())
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent?.replace(/^\d/, ''));

test('shows no first steps unless the server offers them', async () => {
  serveAtLevel('specification');
  open();
  await screen.findByText(/Accounts are the companies that Sales is in touch with/);
  expect(screen.queryByText('Getting started')).toBeNull();
});

test('begins with the mailbox, and the empty workspace says what it will show', async () => {
  open();
  const shown = within(await panel());
  expect(await titles()).toEqual([
    'Connect your mailbox',
    'Choose companies',
    'Share them with Sales',
  ]);
  expect(await shown.findByRole('button', { name: 'Connect Gmail' })).toBeTruthy();
  expect(await shown.findByText('0 of 3 done')).toBeTruthy();
  expect(screen.getByText(/a row here: 21 days of email, meetings and calls/)).toBeTruthy();
  await expectAccessible();
});

const mailboxes: ProviderDescriptor[] = [
  { id: 'gmail', name: 'Gmail', kind: 'mail', connection: 'redirect', capabilities: [] },
  { id: 'letters', name: 'Letters', kind: 'mail', connection: 'server-login', capabilities: [] },
];

test('offers a choice where there are several kinds of mailbox', async () => {
  mockEndpoint('GET /api/integrations', () => ({
    integrations,
    availableProviders: ['gmail', 'letters'],
    providers: mailboxes,
  }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Connect Mailbox' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Gmail',
    'Other MailboxIMAP or a file',
  ]);
  await user.click(screen.getByRole('menuitem', { name: /^Other Mailbox/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Integrations' })).toBeTruthy();
});

test('marks what is done, and leads to what is next', async () => {
  integrations = [sampleIntegration()];
  status = { trackedDomains: 8, sharedDomains: 0, colleagues: 2 };
  open('owner');
  const shown = within(await panel());
  expect(await shown.findByText('3 of 4 done')).toBeTruthy();
  expect(await titles()).toContain('Choose companies(done)');
  expect(shown.getByText('You track 8 companies.')).toBeTruthy();
  expect(shown.getByText('2 colleagues joined or invited.')).toBeTruthy();
  const next = shown.getByText('Share them with Sales').closest('li');
  expect(next?.getAttribute('aria-current')).toBe('step');
  expect(shown.queryByRole('link', { name: 'Invite Colleagues' })).toBeNull();
});

test('an owner is prompted to invite colleagues', async () => {
  open('owner');
  const link = await within(await panel()).findByRole('link', { name: 'Invite Colleagues' });
  expect(link.getAttribute('href')).toBe('/northwind/sales/members');
});

test('says so when everything is done', async () => {
  integrations = [sampleIntegration()];
  status = { trackedDomains: 1, sharedDomains: 1, colleagues: 0 };
  open();
  expect(await screen.findByRole('heading', { name: 'You’re all set' })).toBeTruthy();
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
});

test('hides its steps, also after a reload', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Hide Steps' }));
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
  expect(localStorage.getItem('getting-started-collapsed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Show Steps' }));
  expect(await titles()).toHaveLength(3);
});

test('is dismissed for good', async () => {
  let dismissed = 0;
  mockEndpoint(`DELETE ${STATUS}`, () => {
    dismissed += 1;
    return {};
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Dismiss Getting started' }));
  await waitFor(() => expect(screen.queryByText('Getting started')).toBeNull());
  expect(dismissed).toBe(1);
});

test('comes back when dismissing it failed', async () => {
  mockEndpoint(`DELETE ${STATUS}`, () => failure('UNKNOWN_ERROR', 'It broke'));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Dismiss Getting started' }));
  expect(await panel()).toBeTruthy();
});

test('after connecting, the return from the provider leads on to discovery', async () => {
  sessionStorage.setItem('continuation', 'import');
  integrations = [sampleIntegration()];
  mockEndpoint('GET /api/accounts', () => ({ domains: [] }));
  mockEndpoint('GET /api/accounts/discover', () => ({ domains: [] }));
  const { address } = open('member', '/integrations?oauth_success=true&provider=gmail');
  await waitFor(() => expect(address()).toBe('/import-preferences/import?step=2'));
});

test('a mailbox without companies is offered discovery on the integrations page', async () => {
  integrations = [sampleIntegration()];
  mockEndpoint('GET /api/accounts', () => ({ domains: [] }));
  open('member', '/integrations');
  const link = await screen.findByRole('link', { name: 'Discover Accounts' });
  expect(link.getAttribute('href')).toBe('/import-preferences/import?step=2');
});
