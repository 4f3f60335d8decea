import { expect, test } from 'vitest';
import { gridColumns } from '../columns/grid-columns.ts';
import { readAccount, readAccounts } from './account.ts';
import { INITIAL_COLUMN_STATE } from '../columns/column-state.ts';

const received = (parts: object) => ({ id: 'a', name: 'Acme', domain: 'acme.example', ...parts });
const activity = { id: 'b', type: 'email', title: 'Pilot', occurredAt: '2026-01-02T03:04:05.000Z' };

test('a last activity with a time is used', () => {
  expect(readAccount(received({ lastActivity: activity })).lastActivity).toEqual(activity);
});

test.each(['', 'yesterday', null, undefined, 5, {}])(
  'times that are none (%j) are left out, and every hint can be given',
  (time) => {
    const account = readAccount(
      received({ lastActivity: { ...activity, occurredAt: time }, createdAt: time }),
    );
    expect(account.lastActivity).toBeUndefined();
    expect(account.createdAt).toBe('');
    const columns = gridColumns(INITIAL_COLUMN_STATE, undefined, () => '/');
    for (const { hint } of columns) expect(() => hint?.(account, 1, 100)).not.toThrow();
  },
);

test('series of unequal length are none', () => {
  const timelineSummary = { externalCounts: [1, 2], internalCounts: [1] };
  expect(readAccount(received({ timelineSummary })).timeline).toBeUndefined();
});

test('what cannot be used of a row takes nothing else with it', () => {
  const ann = { name: 'Ann', email: 'ann@acme.example' };
  const contributors = [{}, null, 'Bob', { user: null }, { user: { name: null } }, { user: ann }];
  const odd = { name: null, faviconUrl: 5, creator: { name: {} }, contributors };
  expect(readAccounts([null, 5, { name: 'No id' }, received(odd)])).toMatchObject([
    { name: 'acme.example', faviconUrl: undefined, createdBy: undefined, contributors: [ann] },
  ]);
  const { contributors: none } = readAccount(received({ contributors: 'many' }));
  expect(none).toEqual([]);
  const untitled = received({ lastActivity: { ...activity, title: 7 } });
  expect(readAccount(untitled).lastActivity?.title).toBe('');
});

test.each(['', '  ', '\u200b'])('a name of nothing that is seen (%j) gives way', (name) => {
  expect(readAccount(received({ name })).name).toBe('acme.example');
  expect(readAccount({ id: 'a', name }).name).toBe('Unnamed account');
});

test('ids may be numbers, and counts texts; what is no count is none', () => {
  const timelineSummary = {
    externalCounts: ['3', 1e308, -2, null],
    internalCounts: [1, {}, '', 'x'],
  };
  const lastActivity = { ...activity, type: {} };
  const [account] = readAccounts([{ ...received({ timelineSummary, lastActivity }), id: 7 }]);
  expect(account).toMatchObject({
    id: '7',
    lastActivity: { type: '' },
    timeline: { external: [3, 0, 0, 0], internal: [1, 0, 0, 0] },
  });
});
