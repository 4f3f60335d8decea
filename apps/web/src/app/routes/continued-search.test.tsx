import type { SearchResult } from '@repo/contract/activity-search';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { MAX_CONTINUED } from '#features/activity-search/use-continued-search.ts';

/* A search that the server cannot finish in one request. */

const workspace = sampleWorkspace('Sales');

const found = (title: string): SearchResult => ({
  id: sampleId(),
  account: { id: sampleId(), name: 'Acme', domain: 'acme.com' },
  type: 'email',
  title: { text: title, marks: [] },
  people: [],
  peopleCount: 0,
  excerpt: { text: '', marks: [] },
  occurredAt: '2026-02-03T10:00:00.000Z',
  contributors: [],
});

/** How far the search came after some requests. */
const since = (requests: number) => new Date(Date.UTC(2026, 2, 1 - requests, 12)).toISOString();

type Page = { results: SearchResult[]; next?: string; searchedSince?: string };
let requests: string[] = [];
let reply: (number: number) => Page | Response;

/** Whether the end of the list is in view. */
let setIsVisible: (isVisible: boolean) => void;
beforeEach(() => {
  const observers = new Set<() => void>();
  let isVisible = true;
  setIsVisible = (next) => {
    isVisible = next;
    for (const notify of observers) act(notify);
  };
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly notify: () => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.notify = () => callback([{ isIntersecting: isVisible }]);
      }
      observe() {
        observers.add(this.notify);
        queueMicrotask(() => act(this.notify));
      }
      disconnect() {
        observers.delete(this.notify);
      }
    },
  );
  requests = [];
  mockEndpoint('GET /api/workspaces/{workspaceId}/activities/search', ({ query }) => {
    requests.push(query.before ?? '');
    return reply(requests.length);
  });
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts/people', () => ({
    contributors: [],
    creators: [],
  }));
});
afterEach(() => vi.unstubAllGlobals());

const unfinished = (number: number, results: SearchResult[] = []): Page => ({
  results,
  next: since(number),
  searchedSince: since(number),
});

const open = () =>
  renderApp('/northwind/sales/search?q=plan', { as: sampleUser(), workspaces: [workspace] });
const button = () => screen.findByRole('button', { name: 'Search Older Activities' });

test('continues by itself until it is finished, and says so', async () => {
  let finish = () => {};
  reply = (number) =>
    number === 3
      ? (new Promise<Page>((resolve) => (finish = () => resolve({ results: [] }))) as never)
      : unfinished(number, number === 2 ? [found('Plan')] : []);
  open();
  expect(await screen.findByText('1 result so far, searching older activities...')).toBeTruthy();
  expect(screen.getByText('Searched back to Feb 27, 2026')).toBeTruthy();
  const state = screen.getByRole('button', { name: 'Searching older activities...' });
  expect(state.getAttribute('aria-busy')).toBe('true');
  await expectAccessible();
  await waitFor(() => expect(requests).toEqual(['', since(1), since(2)]));
  finish();
  expect(await screen.findByText('1 result, newest first')).toBeTruthy();
  expect(screen.queryByText(/Searched back/)).toBeNull();
  expect(screen.queryByRole('button', { name: /older/ })).toBeNull();
});

test('says that there are no activities only when all have been searched', async () => {
  let finish = () => {};
  reply = (number) =>
    number === 2
      ? (new Promise<Page>((resolve) => (finish = () => resolve({ results: [] }))) as never)
      : unfinished(number);
  open();
  expect(await screen.findByText('No results so far, searching older activities...')).toBeTruthy();
  expect(screen.queryByText('No activities found')).toBeNull();
  await waitFor(() => expect(requests).toHaveLength(2));
  finish();
  expect(await screen.findByText('No activities found')).toBeTruthy();
});

test('stops after many requests, and continues when it is asked to', async () => {
  reply = (number) => (number > MAX_CONTINUED + 1 ? { results: [] } : unfinished(number));
  const { user } = open();
  await waitFor(() => expect(requests).toHaveLength(MAX_CONTINUED));
  const more = await button();
  expect(screen.getByText('No results so far')).toBeTruthy();
  await expectAccessible();
  more.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('No activities found')).toBeTruthy();
  expect(requests).toHaveLength(MAX_CONTINUED + 2);
});

test('waits while its end is out of view', async () => {
  setIsVisible(false);
  reply = (number) => (number === 1 ? unfinished(1, [found('Plan')]) : { results: [] });
  open();
  await button();
  expect(screen.getByText('1 result so far, newest first')).toBeTruthy();
  expect(requests).toHaveLength(1);
  setIsVisible(true);
  expect(await screen.findByText('1 result, newest first')).toBeTruthy();
  expect(requests).toHaveLength(2);
});

test('a full page is a reason to wait', async () => {
  reply = (number) => (number === 1 ? { results: [found('Plan')], next: since(1) } : unfinished(2));
  open();
  expect(await screen.findByRole('button', { name: 'Show Older' })).toBeTruthy();
  expect(screen.getByText('1 result so far, newest first')).toBeTruthy();
  expect(requests).toHaveLength(1);
});

test('a failure stops it, and it continues from there when it is tried again', async () => {
  reply = (number) =>
    number === 3
      ? failure('UNAVAILABLE', 'This search takes too long. Add a word.')
      : number === 4
        ? { results: [found('Older')] }
        : unfinished(number, [found(`Plan ${number}`)]);
  const { user } = open();
  expect(await screen.findByText('This search takes too long. Add a word.')).toBeTruthy();
  expect(await button()).toBeTruthy();
  expect(requests).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('3 results, newest first')).toBeTruthy();
  expect(requests.at(-1)).toBe(since(2));
});
