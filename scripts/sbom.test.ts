import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSbom, findSbomGaps, type Lockfile } from './sbom.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

test('names every package of the lockfile, with no network and nothing installed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sbom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lockfile = read('package-lock.json') as Lockfile;
  const workspaces = Object.keys(lockfile.packages).filter(
    (folder) => !folder.includes('node_modules'),
  );
  for (const workspace of workspaces) {
    mkdirSync(path.join(folder, workspace), { recursive: true });
    const file = path.join(workspace, 'package.json');
    copyFileSync(path.join(root, file), path.join(folder, file));
  }
  copyFileSync(path.join(root, 'package-lock.json'), path.join(folder, 'package-lock.json'));
  // A registry that nothing listens at, and an empty cache.
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9');
  vi.stubEnv('npm_config_cache', path.join(folder, 'cache'));
  onTestFinished(() => void vi.unstubAllEnvs());

  const sbom = createSbom(folder);
  expect(sbom.bomFormat).toBe('CycloneDX');
  const { name, version } = read('package.json');
  expect(sbom.metadata.component).toMatchObject({ name, version });
  expect(findSbomGaps(sbom, lockfile)).toEqual([]);
  expect(sbom.components.map(({ purl }) => purl)).toContain(
    `pkg:npm/pg@${lockfile.packages['node_modules/pg']?.version}`,
  );
});

test('finds what is missing, or has no checksum', () => {
  const sbom = {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'x', version: '1.0.0' } },
    components: [
      { 'bom-ref': 'a@1.0.0', purl: '', hashes: [{ alg: 'SHA-512', content: 'ab' }] },
      { 'bom-ref': '@s/b@1.0.0', purl: '' },
    ],
  };
  const packages = {
    '': { version: '1.0.0' },
    'packages/own': { version: '1.0.0' },
    'node_modules/own': { link: true },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/@s/b': { version: '1.0.0' },
    'node_modules/a/node_modules/c': { version: '2.0.0' },
    'node_modules/alias': { name: 'a', version: '1.0.0' },
  };
  expect(findSbomGaps(sbom, { packages })).toEqual(['@s/b@1.0.0', 'c@2.0.0']);
});
