import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'domain',
          include: ['packages/{domain,contract}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      { test: { name: 'sandbox', include: ['packages/sandbox/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts', 'demo/src/**/*.test.ts'],
          globalSetup: 'apps/server/test/postgres.setup.ts',
          // A real database and password hashes, on a machine that may be busy with something else.
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['test/setup.ts'],
        },
      },
    ],
  },
});
