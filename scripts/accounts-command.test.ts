import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'accounts-command-'));
  const bin = path.join(folder, 'opt/node_modules/.bin');
  for (const one of [bin, path.join(folder, 'opt/deploy'), path.join(folder, 'work')]) {
    mkdirSync(one, { recursive: true });
  }
  const command = path.join(folder, 'opt/deploy/accounts');
  cpSync(path.join(import.meta.dirname, '../deploy/accounts'), command);
  chmodSync(command, 0o755);
  writeFileSync(path.join(bin, 'node'), '#!/bin/sh\npwd\nprintf "%s\\n" "$@"\nexit 3\n', {
    mode: 0o755,
  });
  symlinkSync(command, path.join(folder, 'accounts'));
});
afterAll(() => rmSync(folder, { recursive: true }));

// Where a server is installed the command reads that server's settings.
test.skipIf(existsSync('/etc/accounts/env'))(
  'the installed command passes its arguments on, in the folder in which it was called',
  () => {
    const cwd = path.join(folder, 'work');
    const { status, stdout } = spawnSync(
      path.join(folder, 'accounts'),
      ['backup', '--file', 'a b.backup'],
      { cwd, encoding: 'utf8' },
    );
    const main = path.join(folder, 'opt/apps/server/src/cli/main.ts');
    expect(stdout.trimEnd().split('\n')).toEqual([cwd, main, 'backup', '--file', 'a b.backup']);
    expect(status).toBe(3);
  },
);

test('install.sh copies every package that the server imports', () => {
  const root = path.join(import.meta.dirname, '..');
  const { dependencies } = JSON.parse(
    readFileSync(path.join(root, 'apps/server/package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> };
  const script = readFileSync(path.join(root, 'deploy/install.sh'), 'utf8');
  const copied = (/tar -cf - (package\.json [^|]*)\|/.exec(script)?.[1] ?? '').split(/[\s\\]+/);
  const missing = Object.keys(dependencies).filter((name) => {
    const folder = ['apps/server/node_modules', 'node_modules'].find((one) =>
      existsSync(path.join(root, one, name, 'package.json')),
    );
    return folder === undefined || !copied.includes(folder);
  });
  expect(missing).toEqual([]);
});
