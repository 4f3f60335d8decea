import type { SearchResult } from '@repo/contract/activity-search';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

const workspace = sampleWorkspace('Sales');
const at = '/northwind/sales/search';
const today = businessDayOf(new Date());

const line = (text: string, ...marks: [number, number][]) => ({ text, marks });

const found = (given: Partial<SearchResult> = {}): SearchResult => ({
  id: sampleId(),
  account: { id: sampleId(), name: 'Acme', domain: 'acme.com' },
  type: 'email',
  title: line('Budget <b>2026</b>', [0, 6]),
  people: [line('Maya <maya@acme.com>'), line('Ben <ben@home.example>')],
  peopleCount: 3,
  excerpt: line('… the budget is fine …', [6, 12]),
  occurredAt: '2026-02-03T10:00:00.000Z',
  contributors: [],
  ...given,
});

let asked: Record<string, string>[] = [];
type Page = { results: SearchResult[]; next?: string; searchedSince?: string };
let reply: (query: Record<string, string>) => Page | Response;

beforeEach(() => {
  asked = [];
  reply = () => ({ results: [found()] });
  mockEndpoint('GET /api/workspaces/{workspaceId}/activities/search', ({ query }) => {
    asked.push(query);
    return reply(query);
  });
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts/people', () => ({
    contributors: [{ name: 'Ben', email: 'ben@home.example' }],
    creators: [],
  }));
});

const open = (address = at) => renderApp(address, { as: sampleUser(), workspaces: [workspace] });
const field = () => screen.findByRole('searchbox', { name: 'Search activities in Sales' });

test('is not there where the server does not search', async () => {
  serveAtLevel('specification');
  open();
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Search activities' })).toBeNull();
});

test('says what it finds, and has the focus in its field', async () => {
  open();
  expect(await screen.findByText('Search what your team shares in Sales')).toBeTruthy();
  expect(document.activeElement).toBe(await field());
  expect(asked).toEqual([]);
  await expectAccessible();
});

test('shows what was found, marked and as plain text, and leads to it in its account', async () => {
  const result = found();
  reply = () => ({ results: [result] });
  const { user, address } = open();
  await user.type(await field(), 'budget');
  const link = await screen.findByRole('link', { name: /Budget <b>2026<\/b>/ });
  expect([...link.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'Budget',
    'budget',
  ]);
  expect(link.textContent).toContain('and 1 more');
  expect(link.getAttribute('href')).toBe(
    `/northwind/sales/accounts/${result.account.id}?activity=${result.id}`,
  );
  expect(screen.getByText('1 result, newest first')).toBeTruthy();
  expect(address()).toBe(`${at}?q=budget`);
  expect(asked.at(-1)).toEqual({ q: 'budget' });
  await expectAccessible();
});

test('what lies ahead has a group of its own after what has happened, the next first', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const titles = [9, 2, -1, -5].map((days) =>
    found({ title: line(`In ${days}`), occurredAt: inDays(days) }),
  );
  reply = () => ({ results: titles });
  open(`${at}?q=in`);
  const ahead = within(await screen.findByRole('region', { name: 'Coming up' }));
  const namesIn = (links: HTMLElement[]) =>
    links.map(({ textContent }) => /In -?\d/.exec(textContent ?? '')?.[0]);
  expect(namesIn(ahead.getAllByRole('link'))).toEqual(['In 2', 'In 9']);
  expect(
    namesIn(within(screen.getByRole('region', { name: 'Results' })).getAllByRole('link')),
  ).toEqual(['In -1', 'In -5', 'In 2', 'In 9']);
  await expectAccessible();
});

test('a link opens a search with its filters', async () => {
  open(`${at}?q=plan&type=call&who=ben@home.example&days=30`);
  await screen.findByText('1 result, newest first');
  expect(asked).toEqual([
    {
      q: 'plan',
      type: 'call',
      contributor: 'ben@home.example',
      from: addDays(today, -29),
      until: today,
    },
  ]);
  expect(screen.getByRole('combobox', { name: 'Type' }).textContent).toBe('Calls');
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Colleague' }).textContent).toBe('Ben'),
  );
  expect(screen.getByRole('combobox', { name: 'Time' }).textContent).toBe('Last 30 days');
});

test('an address that names no type searches all of them', async () => {
  open(`${at}?q=plan&type=toString`);
  await screen.findByText('1 result, newest first');
  expect(asked).toEqual([{ q: 'plan' }]);
});

test('a search of too many words says so, and is not sent', async () => {
  open(`${at}?q=a+b+c+d+e+f+g+h+i+j+k+l+m`);
  expect(await screen.findByText('Search for at most 12 words.')).toBeDefined();
  expect(asked).toEqual([]);
});

test('filters apply at once, stay in the address and are cleared together', async () => {
  const { user, address } = open(`${at}?q=plan`);
  await screen.findByText('1 result, newest first');
  reply = () => ({ results: [] });
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Meetings' }));
  await screen.findByText('No activities found');
  expect(address()).toBe(`${at}?q=plan&type=calendar`);
  await user.click(screen.getByRole('combobox', { name: 'Time' }));
  await user.click(await screen.findByRole('option', { name: 'Between days' }));
  await user.type(screen.getByLabelText('First day'), '2026-01-05');
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ q: 'plan', type: 'calendar', from: '2026-01-05' }),
  );
  reply = () => ({ results: [found()] });
  await user.click(screen.getAllByRole('button', { name: 'Clear Filters' })[0] as HTMLElement);
  await screen.findByText('1 result, newest first');
  expect(address()).toBe(`${at}?q=plan`);
});

test('shows older results, and j and k go from one to the next', async () => {
  const older = found({ title: line('Older') });
  reply = ({ before }) =>
    before === undefined ? { results: [found()], next: 'place' } : { results: [older] };
  const { user } = open(`${at}?q=plan`);
  await screen.findByText('1 result so far, newest first');
  await user.click(screen.getByRole('button', { name: 'Show Older' }));
  await screen.findByText('2 results, newest first');
  expect(asked.at(-1)).toEqual({ q: 'plan', before: 'place' });
  expect(screen.queryByRole('button', { name: 'Show Older' })).toBeNull();
  const list = within(screen.getByRole('region', { name: 'Results' })).getAllByRole('link');
  await user.keyboard('j');
  expect(document.activeElement).toBe(list[0]);
  await user.keyboard('j');
  expect(document.activeElement).toBe(list[1]);
  await user.keyboard('jk');
  expect(document.activeElement).toBe(list[0]);
});

test.each([
  ['nothing but signs', '?q=%22!%22', 'Type at least one letter or digit to search for.'],
  ['too long', `?q=${'a'.repeat(201)}`, 'Search for at most 200 characters.'],
  [
    'days the wrong way round',
    '?q=a&from=2026-02-02&until=2026-01-01',
    'The first day is after the last one.',
  ],
])('%s is refused without a request', async (_, query, message) => {
  open(at + query);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(asked).toEqual([]);
});

test('a failure says why, and is tried again on request', async () => {
  reply = () => failure('UNAVAILABLE', 'This search takes too long. Add a word.');
  const { user } = open(`${at}?q=plan`);
  expect(await screen.findByText('This search takes too long. Add a word.')).toBeTruthy();
  expect(asked).toHaveLength(1);
  await expectAccessible();
  reply = () => ({ results: [found()] });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('1 result, newest first')).toBeTruthy();
});

test('says that it is still searching', async () => {
  let finish: (page: Page) => void = () => {};
  reply = () => new Promise((resolve) => (finish = resolve)) as never;
  open(`${at}?q=plan`);
  expect(await screen.findByText('Searching...')).toBeTruthy();
  expect(await screen.findByText('Still searching...', {}, { timeout: 4_000 })).toBeTruthy();
  finish({ results: [] });
  expect(await screen.findByText('No activities found')).toBeTruthy();
});

test('skips what it cannot read and leaves out marks that make no sense', async () => {
  reply = () => ({
    results: [
      found({ title: { text: 'Odd', marks: [[5, 2], [1, 99], 'x' as never] } }),
      null as never,
      { id: 'x' } as never,
    ],
  });
  open(`${at}?q=plan`);
  const link = await screen.findByRole('link', { name: /Odd/ });
  expect(link.textContent).toContain('Odd');
});

test('s leads to the search from a page of the workspace, and there to its field', async () => {
  mockEndpoint(
    'GET /api/workspaces/{workspaceId}/members',
    () => ({ members: [], total: 0 }) as never,
  );
  const { user, address } = open(`${at}?q=plan`);
  await screen.findByText('1 result, newest first');
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('s');
  expect(document.activeElement).toBe(await field());
  expect(address()).toBe(`${at}?q=plan`);
});

test('the command palette searches for what was typed', async () => {
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  const { user, address } = open();
  await field();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Command palette' }), 'budget 2026');
  await user.click(
    await screen.findByRole('option', { name: /Search activities for “budget 2026”/ }),
  );
  await waitFor(() => expect(address()).toBe(`${at}?q=budget+2026`));
  expect(await screen.findByText('1 result, newest first')).toBeTruthy();
});
