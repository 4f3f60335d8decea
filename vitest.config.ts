import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ListRepeatedTests } from './scripts/list-repeated-tests.ts';

// Each test file runs in a new process. With the cache it takes half as long to load the libraries.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/node', import.meta.url),
);

const everywhere = {
  // Files wait for databases and for processes for half of their time.
  maxWorkers: availableParallelism() + 1,
  // The machine may be busy with something else; what is waited for ends the wait at once.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  // CI repeats a failed test once, but never a property that fails: that is an example of a fault.
  retry:
    process.env['REPEAT_FAILED_TESTS'] === undefined
      ? 0
      : { count: 1, condition: /^(?!Property failed)/ },
};

export default defineConfig({
  test: {
    reporters: ['default', new ListRepeatedTests()],
    projects: [
      {
        test: {
          ...everywhere,
          name: 'domain',
          // Functions without state: the files of a worker may share its modules.
          isolate: false,
          include: [
            'packages/{domain,contract}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'e2e/src/**/*.test.ts',
          ],
        },
      },
      { test: { ...everywhere, name: 'sandbox', include: ['packages/sandbox/src/**/*.test.ts'] } },
      {
        test: {
          ...everywhere,
          name: 'server',
          include: [
            'apps/server/{src,test}/**/*.test.ts',
            'packages/{backup,embedded-postgres}/src/**/*.test.ts',
            'demo/src/**/*.test.ts',
          ],
          globalSetup: 'apps/server/test/postgres.setup.ts',
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          ...everywhere,
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['test/setup.ts'],
        },
      },
    ],
  },
});
