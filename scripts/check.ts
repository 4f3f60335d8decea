import { runSteps } from './run-step.ts';

/**
 * `npm test`: everything that must pass before a change lands, cheapest first. What takes longer
 * is in `npm run check:long`.
 */
const scripts = [
  'check:format',
  'check:lint',
  'check:types',
  'check:imports',
  'check:words',
  'check:dead-code',
  'check:advisories',
  'check:unit',
  'build',
];

await runSteps([
  ...scripts.map((script) => ({ name: script, script })),
  { name: 'check:journeys', script: 'check:journeys', args: ['--project=journeys'] },
]);
