import type { AccountRow } from '@repo/contract/account-list';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { sampleId } from '#test/samples.ts';
import type { AccountsView } from './accounts-view.ts';
import { useGridRows } from './use-grid-rows.ts';

const all: AccountsView = { search: '', filters: {} };

let listed: AccountRow[];
let requested: string[];

beforeEach(() => {
  serveAtLevel('full');
  requested = [];
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', ({ query }) => {
    const offset = Number(query['offset'] ?? 0);
    requested.push(String(offset));
    return { accounts: listed.slice(offset, offset + 100), page: { total: listed.length } };
  });
});

const row = (name: string): AccountRow => ({
  id: sampleId(),
  name,
  domain: `${name}.example`,
  faviconUrl: '',
  activityCount: 0,
  lastActivity: null,
  contributors: [],
  creator: null,
  createdAt: '2026-01-02T03:04:05.000Z',
});

function showRows(rows: AccountRow[], view: AccountsView = all) {
  listed = rows;
  let renders = 0;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(
    () => {
      renders += 1;
      return useGridRows('w', view);
    },
    {
      wrapper: ({ children }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  return {
    rows: () => result.current,
    names: () =>
      Array.from({ length: result.current.total }, (_, at) => result.current.rowAt(at)?.name),
    renders: () => renders,
    ready: () => waitFor(() => expect(result.current.isPending).toBe(false)),
  };
}

test('only the pages around the window are read, and none beyond the last', async () => {
  const { rows, names, ready } = showRows(Array.from({ length: 230 }, (_, at) => row(`a${at}`)));
  await ready();
  act(() => rows().onWindowChange({ first: 190, end: 230 }));
  await waitFor(() => expect(names()[229]).toBe('a229'));
  expect(requested.toSorted()).toEqual(['0', '100', '200']);
});

test('rows that pass by within a page draw nothing again', async () => {
  const { rows, renders, ready } = showRows(Array.from({ length: 500 }, (_, at) => row(`a${at}`)));
  await ready();
  act(() => rows().onWindowChange({ first: 110, end: 150 }));
  await waitFor(() => expect(rows().isFetching).toBe(false));
  const before = renders();
  for (let first = 111; first < 150; first += 1) {
    act(() => rows().onWindowChange({ first, end: first + 40 }));
  }
  expect(renders() - before).toBeLessThanOrEqual(1);
});

test('rows keep their order under the pointer until it leaves', async () => {
  const [acme, beta] = [row('Acme'), row('Beta')];
  const { rows, names, ready } = showRows([acme, beta]);
  await ready();
  act(() => rows().interactionHandlers.onPointerEnter());
  listed = [beta, acme];
  await act(() => rows().refresh());
  expect(names()).toEqual(['Acme', 'Beta']);
  expect(rows().hasMoved).toBe(true);
  act(() => rows().interactionHandlers.onPointerLeave());
  expect(names()).toEqual(['Beta', 'Acme']);
  expect(rows().hasMoved).toBe(false);
});

test('rows that wait are shown on request, and the order is kept again afterwards', async () => {
  const [acme, beta] = [row('Acme'), row('Beta')];
  const { rows, names, ready } = showRows([acme, beta]);
  await ready();
  act(() => rows().interactionHandlers.onFocus());
  listed = [beta, acme];
  await act(() => rows().refresh());
  act(() => rows().showMoved());
  expect(names()).toEqual(['Beta', 'Acme']);
  listed = [acme, beta];
  await act(() => rows().refresh());
  expect(names()).toEqual(['Beta', 'Acme']);
});

test('a server that does not page has its whole list sorted here by the column’s key', async () => {
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: listed }));
  serveAtLevel('specification');
  const view: AccountsView = { ...all, sort: { by: 'name', order: 'DESC' } };
  const { rows, names, ready } = showRows([row('Acme'), row('Beta')], view);
  await ready();
  expect(names()).toEqual(['Beta', 'Acme']);
  expect(rows().isPaged).toBe(false);
});
