import { expect, test } from 'vitest';
import { sampleWorkspace } from '#test/samples.ts';
import { readActiveWorkspace, storeActiveWorkspace } from './active-workspace.ts';

const [sales, research] = [sampleWorkspace('Sales'), sampleWorkspace('Research')];

test('a workspace is remembered, also while the list of workspaces is on its way', () => {
  storeActiveWorkspace(research);
  expect(readActiveWorkspace(undefined)).toBeUndefined();
  expect(readActiveWorkspace([sales, research])).toBe(research.id);
});

test('one that is no longer listed is forgotten', () => {
  storeActiveWorkspace(research);
  expect(readActiveWorkspace([sales])).toBeUndefined();
  expect(readActiveWorkspace([sales, research])).toBeUndefined();
});
