import { defineConfig } from '@playwright/test';
import { findBrowser } from './src/find-browser.ts';

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  globalSetup: './src/start-stage.ts',
  // Each journey makes its own people and workspace, so that they can run side by side.
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // A journey is a browser, a server and a database on a machine that may be busy with something
  // else: one that fails is walked once more, and then named as flaky at the end of the run.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: await findBrowser(),
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-first-failure',
  },
});
