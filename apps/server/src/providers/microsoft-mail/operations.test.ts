import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import { expect, it } from 'vitest';
import { isLong } from '#test/long-tests.ts';
import { runOperations } from '#test/microsoft/run-operations.ts';

const nasty = {
  emptyPages: true,
  repeatedItems: true,
  nullFields: true,
  exchangeAddresses: true,
  lostRoundTrips: true,
  lateAdditions: true,
  foreignRemovals: true,
  throttledBatches: true,
  localisedFolders: true,
  searchFolder: true,
  deadLinks: 7,
  emptyErrors: 11,
  htmlErrors: 13,
};

// `npm run proof -- microsoft` runs thousands.
it.each([
  ['as documented', {}, 1],
  ['with all oddities at once', nasty, 2],
  ['without immutable ids', { mutableIds: true }, 3],
])(
  'stores what is there after random operations, %s',
  async (_name, switches, seed) => {
    const address = 'ann@example.org';
    const { comparisons, differences, stored } = await runOperations({
      sandbox: await startTestSandbox(),
      address,
      operations: isLong ? 400 : 60,
      every: isLong ? 50 : 30,
      seed,
      switches,
    });
    expect(differences).toEqual([]);
    expect(comparisons).toBe(isLong ? 8 : 2);
    expect(stored).toBeGreaterThan(2);
  },
  60_000,
);
