/**
 * The test files that CI runs on a cluster: distributing itself, capturing and publishing, and the
 * reads of every page.
 */
export const shortForm: readonly string[] = [
  'apps/server/src/cli/distribute.test.ts',
  'apps/server/src/cli/distribute-by-half.test.ts',
];
