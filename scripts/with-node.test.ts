import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const launcher = path.join(import.meta.dirname, 'with-node.sh');

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'with-node-'));
  mkdirSync(path.join(root, 'scripts'));
  copyFileSync(launcher, path.join(root, 'scripts/with-node.sh'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A fake Node that prints its name; its version is only checked if npm did not install it. */
function makeNode(folder: string, name: string, { major = 20, runs = true } = {}) {
  const file = path.join(root, folder, 'node');
  mkdirSync(path.dirname(file), { recursive: true });
  const lines = [
    runs ? '#!/bin/sh' : '#!/lib/there-is-no-such-loader',
    'case $1 in',
    `  --version) echo v${major}.0.0 ;;`,
    `  -e) [ ${major} -ge 24 ] ;;`,
    `  *) echo "${name} $*" ;;`,
    'esac',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
}

const ownFolder = `node_modules/node-${platform()}-${arch()}/bin`;

/** Runs a command through the launcher on a machine whose PATH has the folder `system` first. */
function run(...command: string[]) {
  const { status, stdout, stderr } = spawnSync('sh', ['scripts/with-node.sh', ...command], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: `${path.join(root, 'system')}:/usr/bin:/bin` },
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

test('takes the Node that npm brought, without a link to it in node_modules/.bin', () => {
  makeNode('system', 'system', { major: 20 });
  makeNode(ownFolder, 'own');
  expect(run('node', 'main.ts', '--port', '0')).toEqual({
    status: 0,
    stdout: 'own main.ts --port 0',
    stderr: '',
  });
});

test('programs in node_modules/.bin are found and run on that Node', () => {
  makeNode('system', 'system', { major: 20 });
  makeNode(ownFolder, 'own');
  mkdirSync(path.join(root, 'node_modules/.bin'));
  const program = path.join(root, 'node_modules/.bin/some-tool');
  writeFileSync(program, '#!/usr/bin/env node\n');
  chmodSync(program, 0o755);
  expect(run('some-tool', 'run')).toMatchObject({ status: 0, stdout: `own ${program} run` });
});

test.each([
  ['brought none', () => {}],
  ['brought one that does not run here', () => makeNode(ownFolder, 'own', { runs: false })],
])('takes a Node of the system that is new enough where npm has %s', (_, prepare) => {
  mkdirSync(path.join(root, 'node_modules'));
  prepare();
  makeNode('system', 'system', { major: 24 });
  expect(run('node', 'main.ts')).toMatchObject({ status: 0, stdout: 'system main.ts' });
});

test('says in one sentence what to install where no Node fits', () => {
  mkdirSync(path.join(root, 'node_modules'));
  makeNode('system', 'system', { major: 20 });
  const { status, stdout, stderr } = run('node', 'main.ts');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^This needs Node 24 or newer, .*: install Node 24 .*\.$/);
});

test('says so where nothing was installed yet', () => {
  makeNode('system', 'system', { major: 20 });
  expect(run('node', 'main.ts')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The packages are not installed: run npm ci, then this again.',
  });
});

test('becomes the command: its process id, its signals, its exit code', async () => {
  makeNode(ownFolder, 'own');
  expect(run('sh', '-c', 'exit 7')).toMatchObject({ status: 7 });
  const script = 'trap "exit 3" TERM; echo $$; while :; do sleep 0.05; done';
  const child = spawn('sh', ['scripts/with-node.sh', 'sh', '-c', script], { cwd: root });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  expect(Number(line)).toBe(child.pid);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([3, null]);
});

test('every npm script is run by it, and it needs the Node that the lockfile brings', () => {
  const manifest = path.join(import.meta.dirname, '../package.json');
  const { scripts, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
  const launch = /^(exec (env \w+=\S+ )*)?sh scripts\/with-node\.sh \S/;
  const others = Object.entries<string>(scripts).filter(([, command]) => !launch.test(command));
  expect(others).toEqual([]);
  const major = /^major=(\d+)$/m.exec(readFileSync(launcher, 'utf8'))?.[1];
  const brought = Object.values<string>(optionalDependencies).map(
    (version) => version.split('.')[0],
  );
  expect([...new Set(brought)]).toEqual([major]);
});
