import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { dispatchStorageEvent } from '#test/dispatch-storage-event.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { preloadPageData } from '../preload-page-data.ts';
import { prefetchPageData } from '../prefetch-page-data.ts';

// The columns that the server offers are read when the grid is loaded.
serveAtLevel('full');
const { renderApp } = await import('#test/render-app.tsx');

const sales = sampleWorkspace('Sales');
const maya = sampleUser();
const today = businessDayOf(new Date());
const relationship = {
  label: 'regular' as const,
  lastDay: addDays(today, -3),
  lastDayByUs: addDays(today, -3),
  lastDayByThem: addDays(today, -9),
  recentDays: 12,
  daysInTouch: 21,
  daysBefore: 21,
  nextMeetingAt: null,
  isGoingQuiet: false,
};
let requested: (string | undefined)[];

beforeEach(() => {
  requested = [];
  globalThis.preloadedResponses = undefined;
  mockEndpoint('GET /api/auth/me', () => ({ user: maya }));
  mockEndpoint('GET /api/integrations/events', () => failure('NOT_FOUND', 'There is no such call'));
  mockEndpoint('GET /api/workspaces', () => ({ items: [sales] }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', ({ query }) => {
    // Not the number of all accounts, for which one is requested.
    if (query['limit'] !== '1') requested.push(query['includeRelationships']);
    const row = {
      id: sampleId(),
      name: 'Acme',
      domain: 'acme.com',
      faviconUrl: '',
      activityCount: 3,
      lastActivity: null,
      contributors: [],
      creator: null,
      createdAt: '2026-01-02T03:04:05.000Z',
      ...(query['includeRelationships'] === 'true' && { relationship }),
    };
    return { accounts: [row], page: { total: 1 } };
  });
});

/** Opens an address as a browser does: the head script, the early requests, and the page. */
async function open(address: string) {
  localStorage.setItem('auth_token', `token-${sampleId()}`);
  dispatchStorageEvent();
  const active = { id: sales.id, slug: 'sales', organizationSlug: 'northwind' };
  localStorage.setItem('active_workspace', JSON.stringify({ ...active, timestamp: Date.now() }));
  const at = `/northwind/sales/accounts?${address}`;
  preloadPageData(new URL(at, window.location.origin));
  void prefetchPageData(new URL(at, window.location.origin));
  const opened = renderApp(at);
  await screen.findByRole('link', { name: 'Acme' });
  return opened;
}

test.each(['', 'sort=-created&quiet_for=7', 'columns=name,created'])(
  'who is in touch is not requested for what does not go by it: "%s"',
  async (address) => {
    await open(address);
    expect(requested).toEqual([undefined]);
  },
);

test.each([
  'columns=name,lastContactByUs',
  'sort=-daysInTouch',
  'strength=weak',
  'going_quiet=true',
])('who is in touch is requested once for %s', async (address) => {
  await open(address);
  expect(requested).toEqual(['true']);
});

test('who is in touch is requested for a column shown on the last visit', async () => {
  localStorage.setItem(
    `ui.accounts-grid.${sales.id}`,
    JSON.stringify({ shown: ['name', 'strength'], widths: {} }),
  );
  await open('');
  expect(requested).toEqual(['true']);
});

test('the columns say who is in touch and when, and a shown one is filled', async () => {
  const { user } = await open(
    'columns=name,strength,lastContactByUs,lastContactByThem,nextMeeting',
  );
  const row = screen.getByRole('link', { name: 'Acme' }).closest('[role="row"]') as HTMLElement;
  const cells = within(row).getAllByRole('gridcell');
  expect(cells.map(({ textContent }) => textContent).slice(-4)).toEqual([
    'Regular',
    '3 days ago',
    '9 days ago',
    '–',
  ]);
  await user.click(screen.getByRole('button', { name: /^Columns/ }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Days in Touch' }));
  await waitFor(() => expect(within(row).getByText('21')).toBeDefined());
});
