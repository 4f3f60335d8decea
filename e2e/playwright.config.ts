import { defineConfig } from '@playwright/test';
import { findBrowser } from './src/browser/find-browser.ts';

/** Every text and button of the specification, on a server that offers nothing else. */
const specification = '**/specification-*.test.ts';

export default defineConfig({
  // What `npm test` runs is the first; `npm run check:long` runs the others.
  projects: [
    { name: 'journeys', testIgnore: specification, grepInvert: /@long/ },
    { name: 'specification', testMatch: specification },
    { name: 'long', grep: /@long/ },
  ],
  testDir: 'journeys',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  globalSetup: './src/start-environment.ts',
  // Each journey makes its own people and workspace, so that they can run side by side.
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // CI repeats a failed journey once and lists it as flaky; docs/decisions/tests.md.
  retries: process.env['REPEAT_FAILED_TESTS'] === undefined ? 0 : 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: await findBrowser(),
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Recording takes a quarter of the time. Alone: `npm run check:journeys -- NAME --trace on`.
    trace: 'on-first-retry',
  },
});
