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
