import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** Matches settings that reveal a package registry or its credentials. */
const registry =
  /"resolved":\s*"\w+:|_authToken|^\s*(@[\w-]+:)?registry\s*=|\/\/registry\.npmjs\.org|npmrc\s*=/m;

test('no file names a registry or who may use it', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && !file.startsWith('scripts/no-registry'));
  expect(files).toContain('package-lock.json');
  const naming = files.filter((file) => {
    try {
      return registry.test(readFileSync(path.join(root, file), 'latin1'));
    } catch {
      // Removed and not yet committed.
      return false;
    }
  });
  expect(naming).toEqual([]);
});

test('every package is pinned to what it was when it was locked', () => {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; version?: string; integrity?: string }>;
  };
  const loose = Object.entries(lock.packages)
    .filter(([name]) => name.includes('node_modules/'))
    .filter(([, { link, version, integrity }]) => !link && !(version && integrity))
    .map(([name]) => name);
  expect(loose).toEqual([]);
});
