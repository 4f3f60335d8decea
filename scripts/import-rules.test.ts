import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { importReport } from './import-rules.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'import-rules-')));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function plant(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

/** As npm does for a workspace: a link in node_modules, and the package's own exports. */
function plantPackage(name: string): void {
  plant(
    `packages/${name}/package.json`,
    JSON.stringify({ name: `@repo/${name}`, type: 'module', exports: { './*': './src/*.ts' } }),
  );
  mkdirSync(path.join(root, 'node_modules/@repo'), { recursive: true });
  symlinkSync(path.join(root, 'packages', name), path.join(root, 'node_modules/@repo', name));
}

it.each([
  [
    'web-features-are-strangers',
    'apps/web/src/features/one/a.tsx',
    '../two/b.tsx',
    'apps/web/src/features/two/b.tsx',
  ],
  [
    'web-flows-up',
    'apps/web/src/ui/a.tsx',
    '../features/two/b.tsx',
    'apps/web/src/features/two/b.tsx',
  ],
  [
    'apps-meet-only-in-contract',
    'apps/web/src/lib/a.ts',
    '../../../server/src/b.ts',
    'apps/server/src/b.ts',
  ],
  [
    'platform-knows-no-domain',
    'apps/server/src/platform/a.ts',
    '../modules/auth/b.ts',
    'apps/server/src/modules/auth/b.ts',
  ],
  [
    'modules-know-no-vendor',
    'apps/server/src/modules/auth/a.ts',
    '../../providers/gmail/b.ts',
    'apps/server/src/providers/gmail/b.ts',
  ],
  [
    'module-privates',
    'apps/server/src/modules/auth/a.ts',
    '../users/users.routes.ts',
    'apps/server/src/modules/users/users.routes.ts',
  ],
  [
    'module-folders-are-private',
    'apps/server/src/modules/auth/a.ts',
    '../users/inner/b.ts',
    'apps/server/src/modules/users/inner/b.ts',
  ],
  [
    'module-folders-are-private',
    'apps/server/src/worker.ts',
    './modules/users/inner/b.ts',
    'apps/server/src/modules/users/inner/b.ts',
  ],
  [
    'modules-import-downwards',
    'apps/server/src/modules/activities/transcripts/a.ts',
    '../../integrations/b.ts',
    'apps/server/src/modules/integrations/b.ts',
  ],
  [
    'modules-import-downwards',
    'apps/server/src/modules/unlisted/a.ts',
    '../integrations/b.ts',
    'apps/server/src/modules/integrations/b.ts',
  ],
  [
    'integration-folders-import-downwards',
    'apps/server/src/modules/integrations/reading/a.ts',
    '../sync/b.ts',
    'apps/server/src/modules/integrations/sync/b.ts',
  ],
  [
    'integration-folders-import-downwards',
    'apps/server/src/modules/integrations/unlisted/a.ts',
    '../provider/b.ts',
    'apps/server/src/modules/integrations/provider/b.ts',
  ],
  [
    'tools-know-no-product',
    'packages/backup/src/a.ts',
    '../../domain/src/b.ts',
    'packages/domain/src/b.ts',
  ],
  [
    'packages-know-no-app',
    'packages/sandbox/src/a.ts',
    '../../../apps/server/src/b.ts',
    'apps/server/src/b.ts',
  ],
  [
    'providers-see-only-the-port',
    'apps/server/src/providers/gmail/a.ts',
    '../../modules/auth/b.ts',
    'apps/server/src/modules/auth/b.ts',
  ],
])('finds a planted violation of %s', async (rule, from, specifier, to) => {
  plant(from, `import { b } from '${specifier}';\nexport const a: number = b;\n`);
  plant(to, 'export const b: number = 1;\n');
  const { files, violations } = await importReport([from, to], root);
  expect(files).toEqual(expect.arrayContaining([from, to]));
  expect(violations).toEqual([`${rule}: ${from} → ${to}`]);
});

it('looks through the links of the workspace and at imports of types alone', async () => {
  plantPackage('contract');
  plantPackage('domain');
  plant('packages/domain/src/activities/side.ts', 'export type Side = "both";\n');
  plant(
    'packages/contract/src/endpoint.ts',
    "import type { Side } from '@repo/domain/activities/side';\nexport const side: Side = 'both';\n",
  );
  const { violations } = await importReport(['packages'], root);
  expect(violations).toEqual([
    'contract-is-a-leaf: packages/contract/src/endpoint.ts → packages/domain/src/activities/side.ts',
  ]);
});

it('finds a cycle', async () => {
  plant('apps/web/src/lib/a.ts', "import { b } from './b.ts';\nexport const a: number = b;\n");
  plant('apps/web/src/lib/b.ts', "import { a } from './a.ts';\nexport const b: number = a;\n");
  const { violations } = await importReport(['apps'], root);
  expect(violations).toContain('no-cycle: apps/web/src/lib/a.ts → apps/web/src/lib/b.ts');
});

it('has no rule that guards no file of this repository', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' }).split(
    '\n',
  );
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string; from: { path?: string }; to: { path?: string } }[];
  };
  // The rule for modules that are not listed guards those that are added.
  const rules = forbidden.filter(({ from }) => !from.path?.includes('(?!'));
  for (const { name, from, to } of rules) {
    for (const { path: pattern = '' } of [from, to]) {
      expect(
        files.some((file) => new RegExp(pattern).test(file)),
        `${name}: ${pattern}`,
      ).toBe(true);
    }
  }
});
