import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { account, beWide, detail, email, items, PAGE } from '#test/account-samples.ts';
import { mockEndpoint, failure, neverResponds } from '#test/api.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { dispatchStorageEvent } from '#test/dispatch-storage-event.ts';
import { prefetchPageData } from './prefetch-page-data.ts';
import { preloadPageData } from './preload-page-data.ts';

const sales = sampleWorkspace('Sales');
const maya = sampleUser();
const GRID = '/northwind/sales/accounts';
let asked: string[];

/** The requests of a visit to the grid, recorded in order. */
beforeEach(() => {
  asked = [];
  globalThis.preloadedResponses = undefined;
  mockEndpoint('GET /api/auth/me', () => {
    asked.push('me');
    return { user: maya };
  });
  mockEndpoint('GET /api/workspaces', () => {
    asked.push('workspaces');
    return { items: [sales] };
  });
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', ({ params, query }) => {
    asked.push(`accounts of ${params['workspaceId']} by ${query['sort'] ?? 'nothing'}`);
    if (params['workspaceId'] !== sales.id) return failure('FORBIDDEN', 'Not yours');
    return { accounts: [], page: { total: 0 } } as never;
  });
  mockEndpoint('GET /api/integrations/events', () => failure('NOT_FOUND', 'There is no such call'));
  // What the pages ask for later.
  mockEndpoint('POST /api/workspaces/{workspaceId}/people/names', () => ({ names: [] }));
  mockEndpoint('GET /api/workspaces/{workspaceId}/own-accounts', () => ({
    favourites: [],
    recent: [],
  }));
  mockEndpoint('POST /api/accounts/{accountId}/visit', () => ({}));
});

function beSignedIn() {
  localStorage.setItem('auth_token', `token-${sampleId()}`);
  dispatchStorageEvent();
}

const urlOf = (address: string) => new URL(address, window.location.origin);

/** Runs what the first script does, and then the application. */
const open = (address: string) => {
  preloadPageData(urlOf(address));
  void prefetchPageData(urlOf(address));
};

const remember = (id: string) =>
  localStorage.setItem(
    'active_workspace',
    JSON.stringify({ id, slug: 'sales', organizationSlug: 'northwind', timestamp: Date.now() }),
  );

test('the grid is requested before anything is rendered, and nothing twice', async () => {
  beSignedIn();
  open(`${GRID}?sort=-created`);
  const expected = [`accounts of ${sales.id} by created`, 'me', 'workspaces'];
  await waitFor(() => expect(asked.toSorted()).toEqual(expected));
  renderApp(`${GRID}?sort=-created`);
  expect(await screen.findByText('No accounts yet')).toBeDefined();
  expect(asked.toSorted()).toEqual(expected);
});

test('the head script requests the grid, and the application nothing else', async () => {
  beSignedIn();
  preloadPageData(urlOf(`${GRID}?q=acme&sort=-created`));
  const expected = [`accounts of ${sales.id} by created`, 'me', 'workspaces'];
  await waitFor(() => expect(asked.toSorted()).toEqual(expected));
  await prefetchPageData(urlOf(`${GRID}?q=acme&sort=-created`));
  expect(asked.toSorted()).toEqual(expected);
});

test('an application that loads before the responses requests nothing twice', async () => {
  beSignedIn();
  open(GRID);
  renderApp(GRID);
  expect(await screen.findByText('No accounts yet')).toBeDefined();
  expect(asked.toSorted()).toEqual([`accounts of ${sales.id} by nothing`, 'me', 'workspaces']);
  // And nothing is left that a later look could take for new.
  expect(globalThis.preloadedResponses).toBeUndefined();
});

test('with the workspace remembered, its accounts do not wait for the list', async () => {
  beSignedIn();
  remember(sales.id);
  mockEndpoint('GET /api/workspaces', neverResponds);
  open(GRID);
  await waitFor(() => expect(asked).toContain(`accounts of ${sales.id} by nothing`));
});

test('a workspace that was replaced in between is requested by its own id', async () => {
  beSignedIn();
  const other = sampleId();
  remember(other);
  open(GRID);
  renderApp(GRID);
  expect(await screen.findByText('No accounts yet')).toBeDefined();
  expect(asked.filter((one) => one.startsWith('accounts')).toSorted()).toEqual(
    [other, sales.id].toSorted().map((id) => `accounts of ${id} by nothing`),
  );
});

describe('an account', () => {
  /** The requests of an account page when it opens, sorted. */
  const expected = (search: string) => [
    'account',
    ...(search.includes('activity') ? ['activity'] : []),
    'me',
    `timeline ${search.includes('6W') ? '6W' : '3W'}`,
    'workspaces',
  ];

  beforeEach(() => {
    beWide(true);
    mockEndpoint('GET /api/workspaces', () => {
      asked.push('workspaces');
      return { items: [{ ...sales, id: account.workspaceId }] };
    });
    mockEndpoint('GET /api/accounts/{accountId}', () => {
      asked.push('account');
      return { workspaceAccount: account };
    });
    mockEndpoint('GET /api/accounts/{accountId}/timeline', ({ query }) => {
      asked.push(`timeline ${query['range']}`);
      return { activities: items, page: { earlier: null, later: null } };
    });
    mockEndpoint('GET /api/accounts/{accountId}/participants', () => ({
      participants: [],
      total: 0,
    }));
    mockEndpoint('GET /api/activities/{activityId}', () => {
      asked.push('activity');
      return { activity: detail(email) };
    });
  });

  test.each(['', `?timeline_window=6W&activity=${email.id}`])(
    'is requested at %j before anything is rendered, and nothing twice',
    async (search) => {
      beSignedIn();
      open(PAGE + search);
      await waitFor(() => expect(asked.toSorted()).toEqual(expected(search)));
      renderApp(PAGE + search);
      expect(await screen.findByRole('heading', { level: 1, name: 'Acme' })).toBeDefined();
      expect(await screen.findByRole('button', { name: /^Email from/ })).toBeDefined();
      expect(asked.toSorted()).toEqual(expected(search));
    },
  );

  test('is requested by the head script', async () => {
    beSignedIn();
    preloadPageData(urlOf(`${PAGE}?timeline_window=6W`));
    await waitFor(() => expect(asked.toSorted()).toEqual(expected('6W')));
    await prefetchPageData(urlOf(`${PAGE}?timeline_window=6W`));
    expect(asked.toSorted()).toEqual(expected('6W'));
  });

  test('is not requested twice while the responses are pending', async () => {
    beSignedIn();
    open(PAGE);
    renderApp(PAGE);
    expect(await screen.findByRole('button', { name: /^Email from/ })).toBeDefined();
    expect(asked.toSorted()).toEqual(expected(''));
  });
});

test('a refused token leads to the sign-in page', async () => {
  beSignedIn();
  for (const name of ['GET /api/auth/me', 'GET /api/workspaces'] as const) {
    mockEndpoint(name, () => failure('UNAUTHENTICATED', 'Session expired'));
  }
  open(GRID);
  await waitFor(() => expect(localStorage.getItem('auth_token')).toBeNull());
  renderApp(GRID);
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined();
});

test.each([
  ['for the signed-out', false, GRID],
  ['at another address', true, '/integrations'],
])('nothing is asked %s', (_, isSignedIn, address) => {
  if (isSignedIn) beSignedIn();
  const fetched = vi.spyOn(globalThis, 'fetch');
  open(address);
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});
