import { costsTest, longTests } from './long-tests.ts';
import { runSteps, type Step } from './run-step.ts';

/**
 * `npm run check:long`: the long form of what `npm test` has a short form of, for CI. `npm run
 * check:long -- costs` runs only the steps with that word in their name. It needs the web
 * application to be built.
 */
const tests = (...files: string[]): Omit<Step, 'name'> => ({ script: 'check:unit', args: files });
const steps: readonly Step[] = [
  {
    name: 'long forms of the tests of the server and the demo',
    ...tests(...longTests),
  },
  {
    name: 'costs of every call that reads, with 50,000 accounts',
    ...tests(costsTest),
  },
  { name: 'one node or a cluster', script: 'check:cluster' },
  {
    name: 'hostile mail, and every text and button of the specification',
    script: 'check:journeys',
    args: ['--project=long', '--project=specification'],
  },
];

process.env['LONG_TESTS'] = 'true';
const words = process.argv.slice(2);
await runSteps(steps.filter(({ name }) => words.every((word) => name.includes(word))));
