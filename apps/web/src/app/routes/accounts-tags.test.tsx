import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

// The columns that the server offers are read when the grid is loaded.
serveAtLevel('full');
const { renderApp } = await import('#test/render-app.tsx');

const sales = sampleWorkspace('Sales');
const [vip, partner] = ['VIP', 'Partner'].map((name) => ({
  id: sampleId(),
  name,
  color: 'green' as const,
}));
const tags = [partner, vip].filter((tag) => tag !== undefined);
const accountId = sampleId();
let requested: Record<string, string | undefined>[];

beforeEach(() => {
  requested = [];
  mockEndpoint('GET /api/integrations/events', () => failure('NOT_FOUND', 'There is no such call'));
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts/people', () => ({
    contributors: [],
    creators: [],
    owners: [],
  }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/tags', () => ({ tags }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', ({ query }) => {
    // Not the number of all accounts, for which one is requested.
    if (query['limit'] !== '1') requested.push(query);
    const row = {
      id: accountId,
      name: 'Acme',
      domain: 'acme.com',
      faviconUrl: '',
      activityCount: 3,
      lastActivity: null,
      contributors: [],
      creator: null,
      createdAt: '2026-01-02T03:04:05.000Z',
      ...(query['includeTags'] === 'true' && { tags }),
    };
    return { accounts: [row], page: { total: 1 } };
  });
});

async function open(address: string) {
  const { user } = renderApp(`/northwind/sales/accounts?${address}`, {
    as: sampleUser(),
    workspaces: [sales],
  });
  await screen.findByRole('link', { name: 'Acme' });
  return user;
}

test('tags are requested for their column alone, and shown there', async () => {
  await open('');
  expect(requested.map(({ includeTags }) => includeTags)).toEqual([undefined]);
});

test('the column shows the tags by name', async () => {
  await open('columns=name,tags');
  const row = screen.getByRole('link', { name: 'Acme' }).closest('[role="row"]') as HTMLElement;
  expect(within(row).getByText('Partner')).toBeTruthy();
  expect(within(row).getByText('VIP')).toBeTruthy();
});

test('F2 in the cell of the tags takes one off that the account has', async () => {
  const sent: unknown[] = [];
  mockEndpoint('PUT /api/workspaces/{workspaceId}/accounts/tags', ({ body }) => {
    sent.push((body as { changes: unknown }).changes);
    return { outcomes: [{ accountId, outcome: 'changed' as const, added: [], removed: [] }] };
  });
  const user = await open('columns=name,tags');
  const row = screen.getByRole('link', { name: 'Acme' }).closest('[role="row"]') as HTMLElement;
  row.querySelector<HTMLElement>('[data-column="tags"]')?.focus();
  await user.keyboard('{F2}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags of Acme' }));
  await waitFor(() => expect(dialog.getAllByRole('option')).toHaveLength(2));
  await user.click(dialog.getByRole('option', { name: 'Take off VIP' }));
  await waitFor(() => expect(sent).toEqual([[{ accountId, add: [], remove: [vip?.id] }]]));
});

test('the grid is filtered by any of some tags, and by none', async () => {
  const user = await open('');
  await user.click(screen.getByRole('button', { name: /^Filter/ }));
  for (const name of ['VIP', 'Partner']) {
    await user.click(await screen.findByRole('combobox', { name: 'Tags' }));
    await user.click(await screen.findByRole('option', { name }));
  }
  await waitFor(() => expect(requested.at(-1)?.['tags']).toBe(`${vip?.id},${partner?.id}`));
  await user.click(await screen.findByRole('button', { name: 'Remove VIP' }));
  await waitFor(() => expect(requested.at(-1)?.['tags']).toBe(partner?.id));
  await user.click(await screen.findByRole('combobox', { name: 'Tags' }));
  await user.click(await screen.findByRole('option', { name: 'No tags' }));
  await waitFor(() => expect(requested.at(-1)?.['tags']).toBe('none'));
  await user.keyboard('{Escape}');
  const chips = within(screen.getByRole('list', { name: 'Filters' }));
  expect(chips.getByText('None')).toBeTruthy();
});

test('a filter in the address names its tags, also a deleted one', async () => {
  await open(`tags=${vip?.id},${sampleId()}`);
  const chips = within(screen.getByRole('list', { name: 'Filters' }));
  expect(await chips.findByText('VIP, deleted tag')).toBeTruthy();
});

test('a filter in the address that names no tags is left out', async () => {
  await open('tags=everything');
  expect(requested.at(-1)?.['tags']).toBeUndefined();
});

test('selected accounts are tagged, and the undo leaves alone what had the tag before', async () => {
  const sent: unknown[] = [];
  mockEndpoint('PUT /api/workspaces/{workspaceId}/accounts/tags', ({ body }) => {
    sent.push((body as { changes: unknown }).changes);
    return {
      outcomes: [{ accountId, outcome: 'changed' as const, added: [vip?.id ?? ''], removed: [] }],
    };
  });
  const user = await open('');
  const row = screen.getByRole('link', { name: 'Acme' }).closest('[role="row"]') as HTMLElement;
  await user.click(row.querySelector('[data-select]') as HTMLElement);
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected accounts' }));
  await user.click(bar.getByRole('button', { name: 'Tag' }));
  await user.type(await screen.findByRole('combobox'), 'vip');
  await user.click(await screen.findByRole('option', { name: 'VIP' }));
  expect(await screen.findByText('1 account tagged VIP')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent).toEqual([
      [{ accountId, add: [vip?.id], remove: [] }],
      [{ accountId, add: [], remove: [vip?.id] }],
    ]),
  );
});
