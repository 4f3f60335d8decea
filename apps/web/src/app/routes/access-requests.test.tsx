import type { AccessRequest } from '@repo/contract/access-requests';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { mockImportPreferences } from '#test/mock-import-preferences.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const sales = sampleWorkspace('Sales');
let requests: AccessRequest[];
let sent: unknown[];

const sampleRequest = (given: Partial<AccessRequest> = {}): AccessRequest => ({
  id: sampleId(),
  by: { name: 'Theo', email: 'theo@home.example' },
  workspace: { id: sales.id, slug: 'sales', name: 'Sales', orgSlug: 'home' },
  accountId: sampleId(),
  activityId: sampleId(),
  type: 'email',
  title: 'Our offer',
  occurredAt: '2026-03-02T10:00:00.000Z',
  domain: 'acme.example',
  askedAt: '2026-03-03T10:00:00.000Z',
  isGranted: false,
  lastDay: null,
  ...given,
});

beforeEach(() => {
  serveAtLevel('full');
  requests = [sampleRequest()];
  sent = [];
  mockImportPreferences();
  mockEndpoint('GET /api/access-requests', () => ({ requests }));
  mockEndpoint('PUT /api/access-requests/{requestId}', ({ params, body }) => {
    sent.push(body);
    requests = requests.filter(({ id }) => id !== params['requestId']);
    return {};
  });
});

const open = () => renderApp('/import-preferences', { as: sampleUser(), workspaces: [sales] });
const section = async () =>
  within(await screen.findByRole('region', { name: 'Requests for access' }));

test('a request is granted for the conversation, with a last day', async () => {
  const { user } = open();
  const list = await section();
  expect(list.getByText('Theo asks to read it · acme.example · Sales')).toBeDefined();
  expect(list.getByRole('link', { name: 'Our offer' }).getAttribute('href')).toBe(
    `/home/sales/accounts/${requests[0]?.accountId}?activity=${requests[0]?.activityId}`,
  );
  await user.click(list.getByRole('button', { name: 'Give Access… to Our offer for Theo' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Give Theo access' }));
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await user.type(dialog.getByLabelText('Last day'), day);
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Give Access' }));
  await waitFor(() => expect(sent).toEqual([{ answer: 'conversation', lastDay: day }]));
  await waitFor(() => expect(screen.queryByText('Our offer')).toBeNull());
});

test('a request is granted for the domain, which all colleagues see then', async () => {
  const { user } = open();
  const list = await section();
  await user.click(list.getByRole('button', { name: 'Give Access… to Our offer for Theo' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Give Theo access' }));
  await user.click(dialog.getByRole('combobox', { name: 'Access to' }));
  await user.click(
    await screen.findByRole('option', { name: 'Everything with acme.example, for all colleagues' }),
  );
  expect(dialog.getByText(/^From now on all colleagues in Sales see/)).toBeDefined();
  expect(dialog.queryByLabelText('Last day')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Give Access' }));
  await waitFor(() => expect(sent).toEqual([{ answer: 'domain' }]));
});

test('a request is declined, and what was granted is ended', async () => {
  requests.push(sampleRequest({ title: 'Budget', isGranted: true, lastDay: '2026-12-06' }));
  const { user } = open();
  const list = await section();
  expect(list.getByText('Theo can read it until Dec 6, 2026 · acme.example · Sales')).toBeDefined();
  await user.click(list.getByRole('button', { name: 'Decline request of Theo for Our offer' }));
  await waitFor(() => expect(screen.queryByText('Our offer')).toBeNull());
  await user.click((await section()).getByRole('button', { name: 'End Access of Theo to Budget' }));
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Requests for access' })).toBeNull(),
  );
  expect(sent).toEqual([{ answer: 'declined' }, { answer: 'declined' }]);
});

test('a refusal is explained in the dialog', async () => {
  mockEndpoint('PUT /api/access-requests/{requestId}', () => {
    throw new Error('not reached');
  });
  const { user } = open();
  const list = await section();
  await user.click(list.getByRole('button', { name: 'Give Access… to Our offer for Theo' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Give Theo access' }));
  await user.click(dialog.getByRole('button', { name: 'Give Access' }));
  expect(await dialog.findByRole('alert')).toBeDefined();
});

test('a list that does not arrive can be requested again', async () => {
  let isBroken = true;
  mockEndpoint('GET /api/access-requests', () => {
    if (isBroken) throw new Error('broken');
    return { requests };
  });
  const { user } = open();
  await screen.findByText('Failed to load the requests for access');
  isBroken = false;
  const [again] = screen.getAllByRole('button', { name: /again|retry/i });
  if (again !== undefined) await user.click(again);
  expect((await section()).getByText('Our offer')).toBeDefined();
});

test('a server of the specification is not asked', async () => {
  serveAtLevel('specification');
  mockEndpoint('GET /api/access-requests', () => {
    throw new Error('not offered');
  });
  open();
  await screen.findByRole('heading', { name: 'Import Preferences' });
  expect(screen.queryByText(/requests for access/i)).toBeNull();
});
