import type { AccountRow } from '@repo/contract/account-list';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

const LIST = 'GET /api/workspaces/{workspaceId}/accounts';
const GRID = '/northwind/sales/accounts';
const sales = sampleWorkspace('Sales');

/** A row with nothing but what the specification names. */
function row(number: number, given: object = {}): AccountRow {
  return {
    id: sampleId(),
    name: `Account ${number}`,
    faviconUrl: '',
    activityCount: number,
    lastActivity: { title: `Letter ${number}`, type: 'email', occurredAt: '2026-01-02T03:04:05Z' },
    contributors: [],
    creator: { name: 'Ann' },
    createdAt: '2026-01-02T03:04:05.000Z',
    ...given,
  } as unknown as AccountRow;
}

const person = (name: string) => ({ user: { name, email: `${name.toLowerCase()}@example.com` } });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const letter = (days: number, title = 'Letter') => ({
  lastActivity: { title, type: 'email', occurredAt: daysAgo(days) },
});
const series = (external: number, internal: number) => ({
  timelineSummary: { externalCounts: [external], internalCounts: [internal] },
});

/** Four accounts of which each filter leaves some. */
const four = [
  row(1, { contributors: [person('Ann')], ...letter(1), ...series(6, 1) }),
  row(2, {
    domain: 'harbor.example',
    contributors: [person('Bob')],
    creator: { name: 'Bob' },
    ...letter(40),
    ...series(0, 0),
  }),
  row(3, { lastActivity: null, ...series(1, 8) }),
  row(4, {
    contributors: [person('Ann'), person('Bob')],
    ...letter(10, 'Signed'),
    ...series(4, 4),
  }),
];

const whole = (accounts: AccountRow[]) => mockEndpoint(LIST, () => ({ accounts }));
const paged = (accounts: AccountRow[]) => ({ accounts, page: { total: accounts.length } });
const open = (search = '') => renderApp(GRID + search, { as: sampleUser(), workspaces: [sales] });
const names = () =>
  screen.queryAllByRole('rowheader').map((cell) => cell.querySelector('a')?.textContent);
const named = (numbers: number[]) => numbers.map((number) => `Account ${number}`);
const expectNames = (numbers: number[]) => waitFor(() => expect(names()).toEqual(named(numbers)));
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts/people', () => ({
    contributors: [],
    creators: [],
  }));
});
afterEach(() => vi.restoreAllMocks());

describe('a list that cannot be had', () => {
  test.each<[string, () => Response, string]>([
    ['the connection breaks', brokenConnection, 'Network error occurred'],
    ['the server fails', () => failure('UNKNOWN_ERROR', 'x'), 'Failed to fetch accounts'],
    ['a proxy responds', () => HttpResponse.html('<h1>Hello</h1>'), 'Failed to fetch accounts'],
  ])('is said under the grid and tried again when %s', async (_, reply, message) => {
    mockEndpoint(LIST, reply);
    const { user } = open();
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    await expectAccessible();
    whole([row(1)]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await expectNames([1]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('leaves the layout in its place while it is on its way', async () => {
    mockEndpoint(LIST, neverResponds);
    open();
    const grid = await screen.findByRole('grid');
    expect(grid.getAttribute('aria-busy')).toBe('true');
    expect(within(grid).getAllByRole('columnheader')).toHaveLength(6);
    expect(within(grid).getAllByRole('row').length).toBeGreaterThan(10);
    expect(screen.queryByText('No accounts yet')).toBeNull();
    await expectAccessible();
  });

  test('shows nothing of an earlier search, also while it is tried again', async () => {
    mockEndpoint(LIST, () => paged(four) as never);
    const { user } = open();
    await expectNames([1, 2, 3, 4]);
    mockEndpoint(LIST, () => failure('FORBIDDEN', 'No'));
    await user.type(screen.getByRole('searchbox'), 'bob');
    const expectRefusal = async () =>
      expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch accounts');
    await expectRefusal();
    expect(names()).toEqual([]);
    expect((await button('Export as CSV')).disabled).toBe(true);
    const { promise, resolve } = Promise.withResolvers<void>();
    mockEndpoint(LIST, async () => {
      await promise;
      return paged(four.slice(0, 1)) as never;
    });
    await user.click(await button('Try Again'));
    await expectRefusal();
    expect(names()).toEqual([]);
    resolve();
    await expectNames([1]);
  });
});

test('rows that are about to go are dimmed', async () => {
  mockEndpoint(LIST, () => paged([row(1)]) as never);
  const { user } = open();
  await expectNames([1]);
  const body = () => screen.getByRole('rowheader').closest('[role=rowgroup]');
  expect(body()?.className).not.toContain('animate-dim-late');
  mockEndpoint(LIST, neverResponds);
  await user.type(screen.getByRole('searchbox'), 'x');
  await waitFor(() => expect(body()?.className).toContain('animate-dim-late'));
});

test.each<[filter: string, option: string, query: string, left: number[]]>([
  ['Contributor', 'Bob', '?contributor=bob%40example.com', [2, 4]],
  ['Created by', 'Bob', '?created_by=Bob', [2]],
  ['Last activity within', '14 days', '?active_within=14', [1, 4]],
  ['No activity since', '30 days', '?quiet_for=30', [2, 3]],
  ['Side balance', 'Mostly external', '?side=external', [1]],
  ['Side balance', 'Balanced', '?side=balanced', [4]],
  ['Side balance', 'Mostly internal', '?side=internal', [3]],
])(
  'the filter %s: %s leaves what fits, and comes off again',
  async (filter, option, query, left) => {
    whole(four);
    const { user, address } = open();
    await expectNames([1, 2, 3, 4]);
    await user.click(await button('Filter'));
    await user.click(await screen.findByRole('combobox', { name: filter }));
    await user.click(await screen.findByRole('option', { name: option }));
    await user.keyboard('{Escape}');
    await expectNames(left);
    expect(address()).toBe(GRID + query);
    const chip = screen.getByRole('list', { name: 'Filters' }).textContent;
    expect(chip.replaceAll(/\s/g, ' ')).toBe(`${filter}: ${option}`);
    await user.click(await button(`Remove filter ${filter}`));
    await expectNames([1, 2, 3, 4]);
  },
);

test('several filters are all met, and what was just typed is cleared with them', async () => {
  whole(four);
  const { user, address } = open('?contributor=ann%40example.com&active_within=7');
  await expectNames([1]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'harbor' } });
    fireEvent.click(screen.getByRole('button', { name: 'Clear All' }));
    // Longer than typing rests before it is searched for.
    vi.advanceTimersByTime(2_000);
  } finally {
    vi.useRealTimers();
  }
  await expectNames([1, 2, 3, 4]);
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  expect(address()).toBe(GRID);
  await user.type(screen.getByRole('searchbox'), 'harbor');
  await expectNames([2]);
});

test('the search is in the address, and says where nothing is found', async () => {
  whole(four);
  const { user, address } = open();
  await expectNames([1, 2, 3, 4]);
  await user.type(screen.getByRole('searchbox'), 'BOB signed');
  await expectNames([4]);
  expect(address()).toBe(`${GRID}?q=BOB+signed`);
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'nobody');
  await screen.findByText('No accounts match');
  await expectAccessible();
  await user.click(screen.getAllByRole('button', { name: 'Clear All' }).at(-1) ?? document.body);
  await expectNames([1, 2, 3, 4]);
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

test('a header offers only what its column can do', async () => {
  whole([row(1)]);
  const { user } = open();
  await expectNames([1]);
  const sorting = ['Sort ascending', 'Sort descending'];
  const header = (name: string) => screen.getByRole('columnheader', { name });
  for (const [column, moves] of [
    ['Account', ['Resize column']],
    ['Recent Activity', ['Move right', 'Resize column', 'Hide column']],
    ['Contributors', ['Move left', 'Move right', 'Resize column', 'Hide column']],
    ['Created', ['Move left', 'Resize column', 'Hide column']],
  ] as const) {
    within(header(column)).getByRole('button').focus();
    await user.keyboard('{Enter}');
    const items = await screen.findAllByRole('menuitem');
    expect(
      items.map(({ textContent }) => textContent),
      column,
    ).toEqual([...sorting, ...moves]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(document.activeElement).toBe(within(header(column)).getByRole('button'));
  }
  expect(
    within(header('Created')).getByRole('img', { name: 'This field is read-only' }),
  ).toBeTruthy();

  // The column that takes the place of a hidden one takes the focus too.
  within(header('Contributors')).getByRole('button').focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Hide column' }));
  await waitFor(() =>
    expect(screen.queryByRole('columnheader', { name: 'Contributors' })).toBeNull(),
  );
  await waitFor(() =>
    expect(document.activeElement).toBe(within(header('Created By')).getByRole('button')),
  );
});

describe('an export', () => {
  /** The files that were saved, as text. */
  function keepFiles(): Promise<string>[] {
    const saved: Promise<string>[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (file: Blob) => {
          saved.push(file.text());
          return 'blob:saved';
        },
        revokeObjectURL: () => {},
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    return saved;
  }
  afterEach(() => vi.unstubAllGlobals());

  test('contains the view, with no formula in it', async () => {
    const saved = keepFiles();
    whole([
      row(1, { name: '=HYPERLINK("http://evil.example")' }),
      row(2, { name: 'Quiet, "calm"', lastActivity: null }),
    ]);
    const { user } = open();
    await waitFor(() => expect(names()).toHaveLength(2));
    await user.click(await button('Export as CSV'));
    await waitFor(() => expect(saved).toHaveLength(1));
    const [head, formula, quoted, ...rest] = ((await saved[0]) ?? '')
      .replace('\ufeff', '')
      .trim()
      .split('\r\n');
    expect(head).toMatch(/^Account,Domain,External \(21 days\),.*Contributors,Created By,Created$/);
    expect(formula).toMatch(/^"'=HYPERLINK\(""http:\/\/evil\.example""\)",/);
    expect(quoted).toMatch(/^"Quiet, ""calm""",/);
    expect(rest).toEqual([]);
  });

  test('disables its button during the export, and leaves the focus there', async () => {
    const saved = keepFiles();
    const { promise, resolve } = Promise.withResolvers<void>();
    mockEndpoint(LIST, async ({ query }) => {
      if (query['offset'] === undefined) await promise;
      return paged([row(1)]) as never;
    });
    const { user } = open();
    await expectNames([1]);
    const exporting = await button('Export as CSV');
    exporting.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(exporting.getAttribute('aria-busy')).toBe('true'));
    expect(exporting.disabled).toBe(true);
    resolve();
    await waitFor(() => expect(saved).toHaveLength(1));
    await waitFor(() => expect(exporting.getAttribute('aria-busy')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(exporting));
  });
});

describe('a new account, by keyboard alone', () => {
  const lastRow = () =>
    within(screen.getByRole('grid')).getByRole('button', { name: 'New Account' });

  /** Adds what was imported to the list, at once or when the returned function is called. */
  function letImport(before: AccountRow[], isLate: boolean): () => void {
    let accounts = before;
    let { promise, resolve } = Promise.withResolvers<void>();
    resolve();
    mockEndpoint(LIST, async () => {
      await promise;
      return paged(accounts) as never;
    });
    mockEndpoint('POST /api/accounts/import', ({ body }) => {
      const { domains, name = '' } = body as { domains: string[]; name?: string };
      accounts = [...accounts, row(0, { name })];
      if (isLate) ({ promise, resolve } = Promise.withResolvers<void>());
      const domain = { id: sampleId(), domain: domains[0] ?? '', addedAt: daysAgo(0) };
      return { results: [{ domain, workspaceAccount: { id: sampleId(), name } }] };
    });
    return () => resolve();
  }

  async function add({ user }: ReturnType<typeof open>, domain: string, name: string) {
    const field = await screen.findByRole('textbox', { name: /^Domain/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard(`${domain}{Tab}${name}{Enter}`);
    const done = await button('Done');
    await waitFor(() => expect(document.activeElement).toBe(done));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }

  test.each([
    ['before the dialog has gone', false],
    ['later', true],
  ])('the last row keeps focus and column, read %s', async (_, isLate) => {
    const letGo = letImport([row(0, { name: 'Ash' }), row(0, { name: 'Beech' })], isLate);
    const app = open();
    await waitFor(() => expect(names()).toEqual(['Ash', 'Beech']));
    screen.getAllByRole('rowheader')[0]?.focus();
    await app.user.keyboard('{ArrowRight}{ArrowRight}{Control>}{ArrowDown}{/Control}');
    expect(document.activeElement).toBe(lastRow());
    await app.user.keyboard('{Enter}');
    await add(app, 'cedar.example', 'Cedar');
    letGo();
    await waitFor(() => expect(names()).toEqual(['Ash', 'Beech', 'Cedar']));
    await waitFor(() => expect(document.activeElement).toBe(lastRow()));
    await app.user.keyboard('{ArrowUp}');
    const focused = document.activeElement;
    expect(focused?.closest('[data-column]')?.getAttribute('data-column')).toBe('lastTouchPoint');
    expect(focused?.closest('[data-row]')?.getAttribute('data-row')).toBe('2');
  });
});

describe('the number of accounts under the grid', () => {
  /** A list of 1,204 accounts of which one is found by each search and filter. */
  const mockList = (all: object | Response = { accounts: [], page: { total: 1204 } }) =>
    mockEndpoint(LIST, ({ query }) => {
      if ('search' in query || 'contributor' in query) return paged([row(1)]);
      return query['limit'] === '1'
        ? (all as never)
        : { ...paged([row(1)]), page: { total: 1204 } };
    });
  const counts = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

  test('is that of all', async () => {
    mockList();
    open();
    await waitFor(() => expect(counts()).toContain('1,204 accounts'));
  });

  test.each(['?q=acme', '?contributor=ann%40example.com'])(
    'is one of all at %s',
    async (search) => {
      mockList();
      open(search);
      await waitFor(() => expect(counts()).toContain('1 of 1,204 accounts'));
    },
  );

  test('follows from one to all when the search is cleared', async () => {
    mockList();
    const { user } = open('?q=acme');
    await waitFor(() => expect(counts()).toContain('1 of 1,204 accounts'));
    await user.click(await button('Clear All'));
    await waitFor(() => expect(counts()).toContain('1,204 accounts'));
  });

  test.each<[string, object | Response]>([
    ['fails', failure('UNKNOWN_ERROR', 'x')],
    ['is odd', { accounts: [], page: { total: 'many' } }],
    ['is smaller than what is shown', { accounts: [], page: { total: 0 } }],
  ])('is that of the view where the number of all %s', async (_, all) => {
    mockList(all);
    open('?q=acme');
    await expectNames([1]);
    await waitFor(() => expect(counts()).toContain('1 account'));
  });
});
