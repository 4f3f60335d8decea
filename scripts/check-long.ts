import { runSteps, type Step } from './run-step.ts';

/**
 * `npm run check:long`: the long form of what `npm test` has a short form of, for CI. `npm run
 * check:long -- mailboxes` runs only the steps with that word in their name. It needs the web
 * application to be built.
 */
const tests = (...files: string[]): Omit<Step, 'name'> => ({ script: 'check:unit', args: files });
const journeys = (project: string): Omit<Step, 'name'> => ({
  script: 'check:journeys',
  args: [`--project=${project}`],
});

const steps: readonly Step[] = [
  {
    name: 'properties of what is published',
    ...tests('publishing/published.test.ts', 'list/recent-days.test.ts'),
  },
  {
    name: 'hostile values and HTML in full',
    ...tests('test/abuse/abuse.test.ts', 'mail/sanitise-html.test.ts'),
  },
  {
    name: 'processes that die and providers that fail',
    ...tests(
      'src/several-processes.test.ts',
      'src/shutdown.test.ts',
      'sync/faults.test.ts',
      'sync/waiting-page.test.ts',
      'providers/broken-servers.test.ts',
    ),
  },
  {
    name: 'a mailbox on a mail server, calendars on theirs',
    ...tests('providers/imap/operations.test.ts', 'caldav/random-changes.test.ts'),
  },
  {
    name: 'costs of every call that reads, with 50,000 accounts',
    ...tests('test/costs/costs.test.ts'),
  },
  { name: 'upgrades from every version', ...tests('database/upgrade.test.ts') },
  { name: 'outages of the database', ...tests('src/outages.test.ts') },
  { name: 'one node or a cluster', script: 'check:cluster' },
  { name: 'starts and stops of the demo', ...tests('demo/src/main.test.ts') },
  { name: 'figures of real mailboxes', ...tests('demo/src/mailbox-figures.test.ts') },
  { name: 'hostile mail in the browser', ...journeys('long') },
  { name: 'every text and button of the specification', ...journeys('specification') },
];

process.env['LONG_TESTS'] = 'true';
const words = process.argv.slice(2);
await runSteps(steps.filter(({ name }) => words.every((word) => name.includes(word))));
