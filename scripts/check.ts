import { runStep } from './run-step.ts';

/** Everything that has to hold before a change lands, cheapest first. Also what CI runs. */
const steps = [
  'check:format',
  'check:lint',
  'check:types',
  'check:imports',
  'check:words',
  'check:dead-code',
  'check:advisories',
  'check:unit',
  'build',
  'check:journeys',
] as const;

for (const step of steps) {
  const started = Date.now();
  console.log(`\n── ${step}`);
  const code = await runStep('npm', ['run', '--silent', step]);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (code !== 0) {
    console.error(`\n${step} failed after ${seconds} s. Run it alone with: npm run ${step}`);
    process.exit(code);
  }
  console.log(`${step} passed in ${seconds} s`);
}
