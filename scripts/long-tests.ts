/** Test files that have a long form (`LONG_TESTS`), the longest first: the ends of their paths. */
export const longTests = [
  'demo/src/mailbox-figures.test.ts',
  'demo/src/main.test.ts',
  'publishing/published.test.ts',
  'src/outages.test.ts',
  'providers/imap/operations.test.ts',
  'caldav/random-changes.test.ts',
  'providers/microsoft-mail/',
  'database/upgrade.test.ts',
  'list/recent-days.test.ts',
  'test/abuse/abuse.test.ts',
  'mail/sanitise-html.test.ts',
  'src/several-processes.test.ts',
  'src/shutdown.test.ts',
  'sync/faults.test.ts',
  'sync/waiting-page.test.ts',
  'providers/broken-servers.test.ts',
];

/** The one whose long form measures, and runs alone. */
export const costsTest = 'test/costs/costs.test.ts';

/**
 * What `npm test` leaves out in CI (`LONG_TESTS_FOLLOW`), as glob patterns: `check:long` runs these files afterwards,
 * in their long form, which contains the short one.
 */
export const leftToLongTests =
  process.env['LONG_TESTS_FOLLOW'] === 'true'
    ? [...longTests, costsTest].map((file) => `**/${file}${file.endsWith('/') ? '**' : ''}`)
    : [];
