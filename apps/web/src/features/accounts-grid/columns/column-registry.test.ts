import { accountSorts } from '@repo/contract/account-sorts';
import { afterEach, expect, test, vi } from 'vitest';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { accountColumns } from './column-registry.ts';
import { csvColumns } from './csv-columns.ts';

const columns = Object.values(accountColumns);

test('each of the server’s orders belongs to one column', () => {
  const sorted = columns.flatMap(({ sort }) => sort?.by ?? []);
  expect(sorted.toSorted()).toEqual(accountSorts.toSorted());
});

test('no two columns share a label or a heading in the exported file', () => {
  const labels = columns.map(({ label }) => label);
  const headings = Object.values(csvColumns).flatMap((csv) => csv.map(({ heading }) => heading));
  expect(new Set(labels).size).toBe(labels.length);
  expect(new Set(headings).size).toBe(headings.length);
});

afterEach(() => {
  vi.doUnmock('./created-by-column.tsx');
  vi.resetModules();
});

test.each([
  ['specification', false],
  ['full', true],
] as const)(
  'a column beyond the specification is offered at its level (%s)',
  async (level, isThere) => {
    vi.resetModules();
    vi.doMock('./created-by-column.tsx', () => ({
      createdByColumn: { ...accountColumns.createdBy, level: 'full' },
    }));
    serveAtLevel(level);
    const { COLUMN_IDS } = await import(`./column-registry.ts`);
    expect(COLUMN_IDS.includes('createdBy')).toBe(isThere);
    expect(COLUMN_IDS).toContain('created');
  },
);
