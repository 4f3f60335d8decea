import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { account, maya, sales } from '#test/account-samples.ts';
import { mockEndpoint } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.restoreAllMocks());

const tags = ['Partner', 'VIP'].map((name) => ({ id: sampleId(), name, color: 'blue' as const }));

/** Opens the grid in a window as wide as a phone. */
async function openOnPhone(search = '') {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: media.includes('width < '),
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', ({ query }) => ({
    accounts: [
      {
        ...account,
        name: '<script>',
        ...(query['includeTags'] === 'true' && { tags }),
        lastActivity: {
          title: 'Pricing',
          type: 'email' as const,
          occurredAt: '2026-11-27T09:00:00.000Z',
        },
        contributors: [],
        creator: null,
      },
    ],
    page: { total: 1 },
  }));
  const app = renderApp(`/northwind/sales/accounts${search}`, { as: maya, workspaces: [sales] });
  const row = await screen.findByRole('rowheader', { name: /<script>/ }, { timeout: 10_000 });
  return { ...app, cell: within(row) };
}

// The first test: later ones have the code.
test('a phone shows no columns while the code of its rows loads', async () => {
  const counts = new Set<number>();
  const observer = new MutationObserver(() => {
    counts.add(screen.queryAllByRole('columnheader').length);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await openOnPhone();
  observer.disconnect();
  expect(Math.max(...counts)).toBe(1);
});

test('a phone shows name and last touch point of an account in its one cell', async () => {
  const { cell } = await openOnPhone();
  expect(await cell.findByText('Pricing')).toBeTruthy();
  expect(screen.getAllByRole('columnheader')).toHaveLength(1);
  expect(screen.getByText('Tap an icon to select its account')).toBeTruthy();
});

test('a phone shows a tag of an account, how many others it has, and their names to a screen reader', async () => {
  const { cell } = await openOnPhone();
  expect(await cell.findByText('Tags: Partner, VIP')).toBeTruthy();
  expect(cell.getByText('+1')).toBeTruthy();
});

test('on a server that knows only the specification a phone has the columns', async () => {
  serveAtLevel('specification');
  const { cell } = await openOnPhone();
  expect(cell.queryByText('Pricing')).toBeNull();
  expect(screen.getAllByRole('columnheader').length).toBeGreaterThan(1);
  expect(screen.queryByText('Tap an icon to select its account')).toBeNull();
});

test('a phone sorts by each column that can be sorted, the most first, and names from A', async () => {
  const { user, address } = await openOnPhone();
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: /^Sort/ }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await user.click(await screen.findByRole('button', { name: 'Sort' }));
  const menu = await screen.findByRole('menu');
  expect(within(menu).getAllByRole('menuitem')).toHaveLength(12);
  await user.keyboard('{Escape}');
  await choose('Last Touch Point');
  await waitFor(() => expect(address()).toContain('sort=-lastTouchPoint'));
  expect(screen.getByRole('button', { name: 'Sort: Last Touch Point' })).toBeDefined();
  await choose('Sort ascending');
  await waitFor(() => expect(address()).toContain('sort=lastTouchPoint'));
  await choose('Account');
  await waitFor(() => expect(address()).toContain('sort=name'));
  await choose('Clear sorting');
  await waitFor(() => expect(address()).not.toContain('sort='));
});
