import type { AccountRow } from '@repo/contract/account-list';
import { addDays } from '@repo/domain/time/business-day';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { items, maya, sales, today } from '#test/account-samples.ts';
import { mockEndpoint } from '#test/api.ts';
import { openPage, setUpAccount, TIMELINE } from '#test/open-account.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId } from '#test/samples.ts';

/* A server whose lists do not end, or do not say how long they are. */

const LIST = 'GET /api/workspaces/{workspaceId}/accounts';
const REPEATED = 'The server keeps sending this part of the list. The rest cannot be shown.';
/** More requests than any of these lists needs. */
const MANY = 40;

setUpAccount();
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

const row = (name: string) =>
  ({
    id: sampleId(),
    name,
    faviconUrl: '',
    contributors: [],
    creator: null,
  }) as unknown as AccountRow;
const open = (path: string) =>
  renderApp(`/northwind/sales${path}`, { as: maya, workspaces: [sales] });

describe('the grid', () => {
  test.each([
    ['a word', 'many'],
    ['nothing', undefined],
    ['too many', 1e15],
    ['fewer than none', -1],
  ])('shows the whole list where its total is %s', async (_, total) => {
    const all = Array.from({ length: 120 }, (_row, at) => row(`Account ${at}`));
    mockEndpoint(LIST, ({ query }) => {
      const limit = Number(query['limit'] ?? all.length);
      return { accounts: all.slice(0, limit), page: { total } } as never;
    });
    open('/accounts');
    await screen.findByRole('link', { name: 'Account 0' });
    await waitFor(() => expect(screen.getByText('120 accounts')).toBeTruthy());
    expect(screen.queryByText(/NaN/)).toBeNull();
  });

  test('exports nothing where its cursor repeats, and says why', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const acme = row('Acme');
    let requests = 0;
    mockEndpoint(LIST, () => {
      requests += 1;
      if (requests > MANY) throw new Error('The list is read without end.');
      return { accounts: [acme], page: { total: 500, nextCursor: 'same' } };
    });
    const { user } = open('/accounts');
    await screen.findByRole('link', { name: 'Acme' });
    requests = 0;
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await screen.findByText('Failed to export accounts');
    expect(screen.getByText('The server sends the same accounts again and again.')).toBeTruthy();
    expect(requests).toBe(2);
    expect(saved).not.toHaveBeenCalled();
  });
});

describe('a list that goes on at its end', () => {
  test('of what a search finds stops at a repeated cursor', async () => {
    const found = { account: { id: 'a', name: 'Acme' }, occurredAt: '2026-02-03T10:00:00.000Z' };
    mockEndpoint(
      'GET /api/workspaces/{workspaceId}/activities/search',
      ({ query }) =>
        ({ results: [{ ...found, id: query['before'] ?? 'first' }], next: 'same' }) as never,
    );
    const { user } = open('/search?q=plan');
    await user.click(await screen.findByRole('button', { name: 'Show Older' }));
    expect(await screen.findByText(REPEATED)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show Older' })).toBeNull();
  });

  test('of a person stops at a repeated cursor', async () => {
    mockEndpoint(
      'GET /api/workspaces/{workspaceId}/people/{personId}',
      () => ({ person: { id: 'lee', name: 'Lee Chen', accounts: [] } }) as never,
    );
    mockEndpoint(
      'GET /api/workspaces/{workspaceId}/people/{personId}/timeline',
      ({ query }) =>
        ({
          activities: [
            { id: query['before'] ?? 'first', accountId: 'a', occurredAt: '2026-02-03T10:00:00Z' },
          ],
          before: 'same',
        }) as never,
    );
    const { user } = open('/people/lee');
    await user.click(await screen.findByRole('button', { name: 'Show Older' }));
    expect(await screen.findByText(REPEATED)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show Older' })).toBeNull();
  });

  test.each([
    ['repeats a position', () => ({ before: 'same', earlier: null, later: null })],
    ['repeats a day', () => ({ earlier: addDays(today, -90), later: null })],
    [
      'has new positions for the same activities',
      (count: number) => ({ before: `p${count}`, earlier: null, later: null }),
    ],
  ])('of an account stops where the server %s', async (_, pageOf) => {
    mockEndpoint('GET /api/accounts/{accountId}/participants', () => ({
      participants: [],
      total: 'x' as never,
    }));
    let requests = 0;
    mockEndpoint(TIMELINE, () => {
      requests += 1;
      return { activities: requests > MANY ? [] : items, page: pageOf(requests) };
    });
    openPage();
    expect(await screen.findByText(REPEATED)).toBeTruthy();
    expect(screen.queryByText('End of activities')).toBeNull();
    expect(screen.queryByText(/NaN/)).toBeNull();
    expect(requests).toBeLessThan(MANY);
  });
});
