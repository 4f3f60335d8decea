import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { limits } from '@repo/contract/page-limits';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleIntegration, sampleUser } from '#test/samples.ts';

const letters: ProviderDescriptor = {
  id: 'letters',
  name: 'Letters',
  kind: 'mail',
  connection: 'server-login',
  capabilities: ['compare'],
};
const gmail: ProviderDescriptor = {
  id: 'gmail',
  name: 'Gmail',
  kind: 'mail',
  connection: 'redirect',
  capabilities: ['compare', 'find-message'],
};

const [first, second] = ['maya@northwind.example', 'office@northwind.example'];
let connections: Integration[];

const of = (source: string, more: Partial<Integration> = {}) =>
  sampleIntegration({ provider: 'letters', name: 'Letters', source, ...more });

beforeEach(() => {
  mockEndpoint('POST /api/integrations/{provider}/find-server', () => ({ found: null }));
  connections = [of(first, { storedActivities: 3 }), of(second, { storedActivities: 5 })];
  serveAtLevel('full');
  mockEndpoint('GET /api/integrations', () => ({
    integrations: connections.slice(0, 1),
    connections,
    availableProviders: ['letters', 'gmail'],
    providers: [letters, gmail],
  }));
});

const open = () => renderApp('/integrations', { as: sampleUser() });
const card = async () => within(await screen.findByRole('region', { name: 'Letters' }));
/** The part of the card about one address. */
const partOf = async (address: string) => {
  const text = await (await card()).findByText(address);
  return within(text.closest('li') ?? document.body);
};

test('lists the addresses of a card, each with its own state, sync and disconnect', async () => {
  connections = [of(first, { needsReauth: true, lastError: 'Wrong password.' }), of(second)];
  const synced: unknown[] = [];
  mockEndpoint('POST /api/integrations/{id}/sync', ({ params }) => {
    synced.push(params['id']);
    return { integration: of(second) };
  });
  const { user } = open();
  const needing = await partOf(first);
  expect(needing.getByText('Needs Reauth')).toBeTruthy();
  expect(needing.getByText('Wrong password.')).toBeTruthy();
  expect(needing.getByRole('button', { name: 'Connect', description: first })).toBeTruthy();
  const working = await partOf(second);
  expect(working.getByText('Connected')).toBeTruthy();
  await expectAccessible();
  await user.click(working.getByRole('button', { name: 'Sync Now', description: second }));
  await waitFor(() => expect(synced).toEqual([connections[1]?.id]));
});

test('says what to know before connecting only until something is connected', async () => {
  const note = 'Your organization may need to approve it first';
  mockEndpoint('GET /api/integrations', () => ({
    integrations: connections.slice(0, 1),
    connections,
    availableProviders: ['letters', 'gmail'],
    providers: [
      { ...letters, note },
      { ...gmail, note },
    ],
  }));
  open();
  const unconnected = within(await screen.findByRole('region', { name: 'Gmail' }));
  expect(await unconnected.findByText(note)).toBeTruthy();
  expect((await card()).queryByText(note)).toBeNull();
});

test('disconnects the one whose button was pressed, and the focus stays on the card', async () => {
  const [kept, gone] = connections;
  const deleted: unknown[] = [];
  mockEndpoint('DELETE /api/integrations/{id}', ({ params }) => {
    deleted.push(params['id']);
    connections = kept ? [kept] : [];
    return {};
  });
  const { user } = open();
  await user.click((await partOf(second)).getByRole('button', { name: 'Disconnect' }));
  const dialog = await screen.findByRole('alertdialog', { name: `Disconnect ${second}` });
  await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(deleted).toEqual([gone?.id]);
  const shown = await card();
  expect(shown.queryByText(second)).toBeNull();
  expect(shown.getByText(first)).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement?.closest('section')?.textContent).toContain('Letters'),
  );
});

test('opens the details of the address whose button was pressed', async () => {
  const { user } = open();
  await user.click((await partOf(second)).getByRole('button', { name: 'Details' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Letters' }));
  expect(dialog.getByText(second)).toBeTruthy();
  expect(dialog.getByText('5 activities')).toBeTruthy();
});

test('connects another one with an empty form, and one again with its address', async () => {
  connections = [of(first), of(second, { needsReauth: true })];
  const { user } = open();
  await user.click((await card()).getByRole('button', { name: 'Connect Another' }));
  const address = () => screen.findByRole<HTMLInputElement>('textbox', { name: /Email address/ });
  expect((await address()).value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click((await partOf(second)).getByRole('button', { name: 'Connect' }));
  expect((await address()).value).toBe(second);
});

test('with one connection the card shows its address and has room for another one', async () => {
  connections = connections.slice(0, 1);
  open();
  const shown = await card();
  expect(shown.getByText(first)).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Sync Now' })).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Connect Another' })).toBeTruthy();
  const none = within(await screen.findByRole('region', { name: 'Gmail' }));
  expect(none.queryByRole('button', { name: 'Connect Another' })).toBeNull();
  expect(none.getByRole('button', { name: 'Connect' })).toBeTruthy();
  await expectAccessible();
});

test('says why no further one can be connected', async () => {
  connections = Array.from({ length: limits.connectionsPerProvider }, (_, index) =>
    of(`box${index}@northwind.example`),
  );
  open();
  const another = (await card()).getByRole('button', { name: 'Connect Another' });
  expect(another.getAttribute('aria-disabled')).toBe('true');
});

test('a server that does not offer several has one for each provider', async () => {
  serveAtLevel('specification');
  const ofGmail = { provider: 'gmail', name: 'Gmail' };
  connections = [of(first, ofGmail), of(second, ofGmail)];
  open();
  const shown = within(await screen.findByRole('region', { name: 'Gmail' }));
  expect(shown.getByText('Connected')).toBeTruthy();
  expect(shown.queryByText(second)).toBeNull();
  expect(shown.queryByRole('button', { name: 'Connect Another' })).toBeNull();
});

test.each([
  ['lists several', {}, [first, second]],
  ['uses the one that works', { needsReauth: true }, undefined],
])('the wizard %s', async (_, state, expected) => {
  connections = [of(first, state), of(second)];
  mockEndpoint('GET /api/accounts', () => ({ domains: [] }));
  renderApp('/import-preferences/import', { as: sampleUser() });
  expect(await screen.findByText('Letters Connected!')).toBeTruthy();
  const list = screen.queryByRole('list', { name: 'Connected mailboxes' });
  expect(list?.textContent).toBe(expected?.join(''));
  await expectAccessible();
});
