import { accountSorts } from '@repo/contract/account-sorts';
import { expect, test } from 'vitest';
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
