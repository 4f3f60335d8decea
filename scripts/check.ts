import { runSteps, runStepsConcurrently } from './run-step.ts';

/**
 * `npm test`: everything that must pass before a change lands, cheapest first. What takes longer
 * is in `npm run check:long`.
 */
const byName = (script: string) => ({ name: script, script });

await runStepsConcurrently(
  [
    // The two that take most of the time first, so that they run side by side.
    'check:format',
    'check:types',
    'check:lint',
    'check:imports',
    'check:words',
    'check:house',
    'check:dead-code',
    'check:advisories',
  ].map(byName),
  2,
);
await runSteps([
  byName('check:unit'),
  byName('build'),
  { name: 'check:journeys', script: 'check:journeys', args: ['--project=journeys'] },
]);
