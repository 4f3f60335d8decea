import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const files = globSync('{apps,packages,e2e,demo,scripts,docs}/**/*.{ts,tsx,md,txt}', {
  cwd: root,
  exclude: (name) => name.endsWith('node_modules'),
});
const pages = ['docs/security.md', 'docs/evidence/attacks.md', 'docs/evidence/asvs.md'];
const document = pages.map((page) => readFileSync(path.join(root, page), 'utf8')).join('\n');
const named = [...document.matchAll(/`([\w./-]+\.(?:ts|tsx))`/g)].map(([, name = '']) => name);

test('names only files that exist', () => {
  expect(named.length).toBeGreaterThan(60);
  const missing = named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});

test('names a test for each attack that succeeded and each kind of work before authentication', () => {
  for (const heading of ['Attacks that succeeded before', 'Work before authentication']) {
    const [, section = ''] = document.split(`# ${heading}\n`);
    const rows = (section.split('\n#')[0] ?? '')
      .split('\n')
      .filter((line) => /^\| [^-|]/.test(line))
      .slice(1);
    expect(rows.length).toBeGreaterThan(5);
    const without = rows.filter((row) => !/`[\w-]+\.test\.tsx?`|the same/.test(row));
    expect(without).toEqual([]);
  }
});
