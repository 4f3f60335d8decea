import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { family, memory } from './process-memory.ts';

/**
 * From a clone to the product running, with a warm package cache: how long it takes, what it needs
 * on disk, what the build needs of memory at its highest, and what everything together needs at
 * rest.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'set-up-'));
const clone = path.join(folder, 'clone');
const restSeconds = 60;

function run(command: string, args: string[], cwd: string): number {
  const started = performance.now();
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  return (performance.now() - started) / 1000;
}

const postgresOf = (dataDir: string) =>
  execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataDir) && line.includes('postgres'))
    .flatMap((line) => family(Number.parseInt(line, 10)));

try {
  run('git', ['clone', '--quiet', root, clone], folder);
  const installSeconds = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], clone);
  const dataDir = path.join(folder, 'data');
  const started = performance.now();
  const demo = spawn(
    'npm',
    ['run', '--silent', 'demo', '--', '--port', '0', '--json', '--data', dataDir],
    {
      cwd: clone,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ready = new Promise<string>((resolve) =>
    createInterface({ input: demo.stdout }).once('line', resolve),
  );
  const ended = once(demo, 'exit').then(([code]) => {
    throw new Error(`The demo ended with ${code} before it was ready.`);
  });
  let peak = 0;
  for (let waiting = true; waiting;) {
    peak = Math.max(peak, memory(family(demo.pid ?? 0)));
    const tick = sleep(50).then(() => true);
    waiting = await Promise.race([tick, ready.then(() => false), ended]);
  }
  const startSeconds = (performance.now() - started) / 1000;
  await sleep(restSeconds * 1000);
  const atRest = memory([...new Set([...family(demo.pid ?? 0), ...postgresOf(dataDir)])]);
  const disk = execFileSync('du', ['-sm', clone, dataDir], { encoding: 'utf8' }).match(/^\d+/gm);
  ended.catch(() => {});
  demo.kill('SIGTERM');
  console.table({
    'npm ci, seconds': installSeconds.toFixed(1),
    'npm run demo until ready, seconds': startSeconds.toFixed(1),
    'both, seconds': (installSeconds + startSeconds).toFixed(1),
    'highest memory until ready, MiB': peak.toFixed(0),
    [`memory after ${restSeconds} s at rest, with PostgreSQL, MiB`]: atRest.toFixed(0),
    'disk: clone with packages, MiB': disk?.[0],
    'disk: data, MiB': disk?.[1],
  });
} finally {
  await sleep(2_000);
  rmSync(folder, { recursive: true, force: true });
}
