import { accountSorts } from '@repo/contract/account-sorts';
import { afterEach, expect, test, vi } from 'vitest';
import { offer } from '../../../../test/offer.ts';
import { accountColumns } from './column-registry.ts';

const columns = Object.values(accountColumns);

test('each of the server’s orders belongs to one column', () => {
  const sorted = columns.flatMap(({ sort }) => sort?.by ?? []);
  expect(sorted.toSorted()).toEqual(accountSorts.toSorted());
});

test('no two columns share a label or a heading in the exported file', () => {
  const labels = columns.map(({ label }) => label);
  const headings = columns.flatMap(({ csv }) => csv.map(({ heading }) => heading));
  expect(new Set(labels).size).toBe(labels.length);
  expect(new Set(headings).size).toBe(headings.length);
});

afterEach(() => {
  vi.doUnmock('./created-by-column.tsx');
  vi.resetModules();
});

test.each([
  [[], false],
  [['members'], true],
] as const)(
  'a column beyond the specification is offered with its feature (%j)',
  async (given, isThere) => {
    vi.resetModules();
    vi.doMock('./created-by-column.tsx', () => ({
      createdByColumn: { ...accountColumns.createdBy, feature: 'members' },
    }));
    offer(...given);
    const { COLUMN_IDS } = await import(`./column-registry.ts`);
    expect(COLUMN_IDS.includes('createdBy')).toBe(isThere);
    expect(COLUMN_IDS).toContain('created');
  },
);
