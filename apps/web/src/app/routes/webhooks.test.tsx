import type { Webhook, WebhookDelivery } from '@repo/contract/webhooks';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint, neverResponds } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

const W = '/api/workspaces/{workspaceId}/webhooks' as const;
const ann = sampleUser({ name: 'Ann Own' });
const sales = { ...sampleWorkspace('Sales'), role: 'owner' as const };
const at = `/${sales.organization.slug}/${sales.slug}/settings/webhooks`;
const open = (workspace: ReturnType<typeof sampleWorkspace> = sales) =>
  renderApp(at, { as: ann, workspaces: [workspace] });

const webhook = (parts: Partial<Webhook> = {}): Webhook => ({
  id: sampleId(),
  name: 'CRM',
  url: 'https://crm.example/hook',
  format: 'events',
  level: 'activity',
  events: ['account.created'],
  createdAt: '2026-01-05T09:00:00.000Z',
  by: { id: ann.id, name: 'Ann Own' },
  disabled: null,
  failingSince: null,
  waiting: 0,
  previousSecretUntil: null,
  ...parts,
});
const delivery = (parts: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: sampleId(),
  event: 'account.created',
  state: 'delivered',
  createdAt: '2026-01-05T09:00:00.000Z',
  attempts: 1,
  lastAttemptAt: '2026-01-05T09:00:00.000Z',
  nextAttemptAt: null,
  status: 204,
  problem: null,
  ...parts,
});
let webhooks: Webhook[];

beforeEach(() => {
  localStorage.clear();
  webhooks = [webhook()];
  mockEndpoint(`GET ${W}`, () => ({ items: webhooks }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/own-accounts', () => ({
    favourites: [],
    recent: [],
  }));
});

test('webhooks are listed with their state, and what to do about it', async () => {
  webhooks = [
    webhook(),
    webhook({ name: 'Channel', format: 'slack', failingSince: '2026-01-05T09:00:00.000Z' }),
    webhook({ name: 'Gone', disabled: 'gone' }),
    webhook({ name: 'Old', disabled: 'no-owner', by: null }),
    webhook({ name: 'Dead', disabled: 'failing', waiting: 3 }),
    webhook({ name: 'Paused', disabled: 'switched-off' }),
  ];
  open();
  const list = await screen.findByRole('list', { name: 'Webhooks' });
  const rows = [...list.children].map((row) => row.querySelector('p')?.textContent);
  expect(rows).toEqual([
    'CRMOn',
    'ChannelFailingSlack',
    'GoneOff',
    'OldOff',
    'DeadOff',
    'PausedOff',
  ]);
  expect(screen.getByText(/gone for good \(410\)/)).toBeDefined();
  expect(screen.getByText(/is no longer an owner/)).toBeDefined();
  expect(screen.getByText(/3 deliveries waiting/)).toBeDefined();
  await expectAccessible();
});

test('a new webhook shows its secret once', async () => {
  webhooks = [];
  let sent: unknown;
  const secret = 'whsec_c2VjcmV0';
  mockEndpoint(`POST ${W}`, ({ body }) => {
    sent = body;
    const created = webhook();
    webhooks = [created];
    return { webhook: created, secret };
  });
  const { user } = open();
  expect(await screen.findByRole('heading', { name: 'No webhooks yet' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Create Webhook' }));
  await user.click(await screen.findByRole('button', { name: 'Create Webhook' }));
  expect(await screen.findByText('Choose at least one event')).toBeDefined();
  await user.type(screen.getByLabelText(/^Name/), ' CRM ');
  await user.type(screen.getByLabelText(/^Address/), 'https://crm.example/hook');
  await user.click(screen.getByRole('checkbox', { name: /^An account was created/ }));
  await user.click(screen.getByRole('button', { name: 'Create Webhook' }));
  expect(await screen.findByDisplayValue(secret)).toBeDefined();
  expect(sent).toEqual({
    name: 'CRM',
    url: 'https://crm.example/hook',
    format: 'events',
    level: 'activity',
    events: ['account.created'],
  });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('list', { name: 'Webhooks' })).toBeDefined();
  await waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull());
});

test('the address that the server refuses is said beside it', async () => {
  const message = '10.0.0.1 is not on the public internet.';
  mockEndpoint(`PATCH ${W}/{webhookId}`, () =>
    failure('VALIDATION_FAILED', message, [{ field: 'url', message }]),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for CRM' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeDefined();
});

test('the log says what came of each delivery, and sends one again', async () => {
  const failed = delivery({
    state: 'failed',
    attempts: 10,
    status: 500,
    problem: 'The receiver answered 500',
  });
  const items = [
    failed,
    delivery({ state: 'dropped', event: 'activity.published', status: null }),
    delivery(),
  ];
  mockEndpoint(`GET ${W}/{webhookId}/deliveries`, () => ({ items, next: null }));
  let replayed: unknown;
  mockEndpoint(`POST ${W}/{webhookId}/deliveries/{deliveryId}/replay`, ({ params }) => {
    replayed = params['deliveryId'];
    return { delivery: failed };
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Log of CRM' }));
  const list = await screen.findByRole('list', { name: 'Deliveries' });
  const [first] = within(list).getAllByRole('listitem');
  if (first === undefined) throw new Error('The log is empty.');
  expect(first.textContent).toMatch(/Failed.*10 attempts.*The receiver answered 500/);
  expect(within(list).getByText(/is no longer visible/)).toBeDefined();
  expect(within(list).getByText(/The receiver answered 204/)).toBeDefined();
  await user.click(within(first).getByRole('button', { name: 'Replay account.created' }));
  await waitFor(() => expect(replayed).toBe(failed.id));
  await expectAccessible();
});

test('a test opens the log, and a new secret is shown', async () => {
  mockEndpoint(`POST ${W}/{webhookId}/test`, () => ({ delivery: delivery() }));
  mockEndpoint(`GET ${W}/{webhookId}/deliveries`, () => ({ items: [], next: null }));
  mockEndpoint(`POST ${W}/{webhookId}/secret`, () => ({
    webhook: webhook(),
    secret: 'whsec_bmV3',
  }));
  const { user } = open();
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for CRM' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Send Test');
  expect(await screen.findByRole('heading', { name: 'Nothing was sent yet' })).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('New Secret');
  expect(await screen.findByDisplayValue('whsec_bmV3')).toBeDefined();
  expect(screen.getByText(/the previous secret as well/)).toBeDefined();
});

test('deleting is confirmed', async () => {
  mockEndpoint(`DELETE ${W}/{webhookId}`, () => {
    webhooks = [];
    return {};
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for CRM' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Delete Webhook' }));
  expect(await screen.findByRole('heading', { name: 'No webhooks yet' })).toBeDefined();
});

test('while loading', async () => {
  mockEndpoint(`GET ${W}`, neverResponds);
  open();
  expect(await screen.findByText('Loading webhooks...')).toBeDefined();
});

test('after a failure', async () => {
  mockEndpoint(`GET ${W}`, () => failure('FORBIDDEN', 'Not now'));
  open();
  expect(await screen.findByText('Failed to load the webhooks')).toBeDefined();
});

test('a member is told who can', async () => {
  open({ ...sales, role: 'member' });
  expect(await screen.findByText(/^Owners of the workspace set up webhooks/)).toBeDefined();
});
