import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { FailedTests } from './scripts/failed-tests.ts';
import { leftToLongTests } from './scripts/long-tests.ts';

// Many test files run in a new process. With the cache it takes half as long to load the libraries.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/node', import.meta.url),
);

const exclude = [...configDefaults.exclude, ...leftToLongTests];

const everywhere = {
  exclude,
  // Files wait for databases and for processes for half of their time.
  maxWorkers: availableParallelism() + 1,
  // The machine may be busy with something else; what is waited for ends the wait at once.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};

/**
 * Replaces a module, a global, the clock or the environment of its process, or something in all its
 * tests; measures its memory, or starts others.
 */
const NEEDS_PROCESS =
  /\bvi\.(mock|doMock|useFakeTimers|setSystemTime|stubEnv|stubGlobal)\(|^(const \w+ = )?vi\.spyOn|\bvi\.spyOn\(Intl\b|\bprocess\.env\S* =[^=]|\bmemoryUsage\b|'node:child_process'/m;

const web = path.join(import.meta.dirname, 'apps/web');

/** The test files of a folder that may share a process. */
const sharingIn = (folder: string, patterns: string[], needsProcess = NEEDS_PROCESS) =>
  globSync(patterns, { cwd: folder }).filter(
    (file) => !needsProcess.test(readFileSync(path.join(folder, file), 'utf8')),
  );

/**
 * The tests of the server that may share a process: loading the server takes longer than most of them.
 * What one of their tests spies on, it restores.
 */
const sharing = sharingIn(import.meta.dirname, [
  'apps/server/src/{cli/doctor,migrations,modules,platform}/**/*.test.ts',
  'apps/server/src/providers/{caldav,calendar,fathom,fireflies,gmail,google-auth,google-calendar,mail,mail-file,microsoft-auth,microsoft-calendar,microsoft-mail}/**/*.test.ts',
  'apps/server/src/providers/imap/{find-server/*,uid-ranges,process/process-slots}.test.ts',
  'apps/server/src/{config,providers/hostile-provider,providers/response-size}.test.ts',
  'apps/server/test/{calendar-servers,headers,odd-inputs,postcards,real-mailboxes,rights}/*.test.ts',
  'apps/server/test/authorization/{archived-workspace,key-fields,key-texts}.test.ts',
  'apps/server/test/{api-keys-page,security-document,webhooks-page}.test.ts',
  'apps/server/test/abuse/{bounded-tables,member-round}.test.ts',
]);

/** Of the web application's tests those that measure time do not share a process either. */
const sharingInWeb = sharingIn(
  web,
  ['src/**/*.test.{ts,tsx}'],
  new RegExp(`${NEEDS_PROCESS.source}|vi\\.resetModules|performance\\.now`, 'm'),
);

/** With a given seed, as in CI, properties draw the same examples in each run. */
const seeded = process.env['PROPERTY_SEED'] === undefined ? [] : ['scripts/property-seed.setup.ts'];

/** On a cluster tests that cannot apply to it are skipped. */
const setupFiles =
  process.env['TEST_ON_CLUSTER'] === 'true'
    ? [...seeded, 'apps/server/test/skip-on-cluster.setup.ts']
    : seeded;

export default defineConfig({
  test: {
    reporters: ['default', new FailedTests()],
    projects: [
      {
        test: {
          ...everywhere,
          name: 'domain',
          // Functions without state: the files of a worker may share its modules.
          isolate: false,
          include: [
            'packages/{domain,contract,client}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'e2e/src/**/*.test.ts',
          ],
          setupFiles: seeded,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'sandbox',
          isolate: false,
          include: ['packages/sandbox/src/**/*.test.ts'],
          setupFiles: seeded,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'server',
          isolate: false,
          include: sharing,
          globalSetup: 'apps/server/test/postgres.setup.ts',
          setupFiles,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'server-alone',
          include: [
            'apps/server/{src,test}/**/*.test.ts',
            'packages/{backup,embedded-postgres}/src/**/*.test.ts',
            'demo/src/**/*.test.ts',
          ],
          exclude: [...exclude, ...sharing],
          globalSetup: 'apps/server/test/postgres.setup.ts',
          setupFiles,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          ...everywhere,
          name: 'web-alone',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...sharingInWeb],
          environment: 'jsdom',
          setupFiles: ['test/setup.ts'],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          ...everywhere,
          name: 'web',
          isolate: false,
          include: sharingInWeb,
          environment: 'jsdom',
          setupFiles: ['test/setup.ts'],
        },
      },
    ],
  },
});
