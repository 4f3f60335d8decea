/** The oddities of the stand-in that can be on at once while ids are immutable. */
export const nastySwitches = {
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
} as const;

/** Runs with random operations: what the stand-in does, by name. */
export const switchedRuns: readonly (readonly [name: string, switches: object])[] = [
  ['as documented', {}],
  ['with all oddities at once', nastySwitches],
  ['without immutable ids', { mutableIds: true }],
];

/** The same for a calendar. */
export const switchedCalendarRuns: readonly (readonly [name: string, switches: object])[] = [
  ['as documented', {}],
  [
    'with all oddities at once',
    {
      emptyPages: true,
      repeatedItems: true,
      foreignRemovals: true,
      throttledBatches: true,
      sparseOccurrences: true,
      silentGaps: true,
      deadLinks: 7,
      emptyErrors: 11,
      htmlErrors: 13,
    },
  ],
  ['with deleted occurrences that are not named', { silentGaps: true, sparseOccurrences: true }],
  ['with pages that never end', { endlessPages: true }],
];
