import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '#platform/database/create-database.ts';
import { startProcess } from './faults/processes.ts';
import { freePort } from './free-port.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { createMakers } from './test-makers.ts';

/**
 * `npm run proof -- nginx`: two servers behind nginx with deploy/proxies/nginx.conf; one is killed and
 * restarted, and the other is shut down. Exit code 1 when a request of a client fails. Needs nginx.
 */
const write = (line: string) => void process.stdout.write(`${line}\n`);
const version = spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr.trim();
const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
const postgres = await startOwnPostgres();
const db = createDatabase({ url: postgres.url, poolSize: 2, onLostConnection: () => {} });
const [first, second, front] = [await freePort(), await freePort(), await freePort()];

const start = (port: number) =>
  startProcess('apps/server/src/main.ts', ['--role=api'], {
    env: {
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      PORT: String(port),
      TRUST_PROXY: 'true',
    },
    isReady: (line) => line.includes('"msg":"ready"'),
  });

async function startNginx() {
  const root = path.join(import.meta.dirname, '../../..');
  const site = (await readFile(path.join(root, 'deploy/proxies/nginx.conf'), 'utf8'))
    .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${second}`)
    .replace('listen 8080', `listen 127.0.0.1:${front}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
     events {} http { access_log off; ${temporary}\n${site} }`,
  );
  return spawn('nginx', ['-c', path.join(folder, 'nginx.conf')], { stdio: 'ignore' });
}

const nginx = await startNginx();
try {
  let [one, other] = await Promise.all([start(first), start(second)]);
  const { token } = await createMakers(db).person();
  const headers = { authorization: `Bearer ${token}` };
  const answers = new Map<number | string, number>();
  const load = { on: true };
  const events = fetch(`http://127.0.0.1:${front}/api/integrations/events`, { headers });
  const people = Array.from({ length: 6 }, async () => {
    while (load.on) {
      const answer = await fetch(`http://127.0.0.1:${front}/api/auth/me`, { headers });
      await answer.arrayBuffer();
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
    }
  });
  const reader = (await events).body?.getReader();
  const begun = performance.now();
  const { value } = (await reader?.read()) ?? {};
  write(
    `${version} passes an event on after ${(performance.now() - begun).toFixed(0)} ms: ${new TextDecoder().decode(value).split('\n')[0]}`,
  );
  await reader?.cancel();
  await sleep(1_000);
  await one.kill();
  write('one server killed');
  await sleep(2_000);
  one = await start(first);
  await sleep(2_500);
  write(`the other one stopped: exit ${await other.stop()}`);
  await sleep(1_500);
  other = await start(second);
  load.on = false;
  await Promise.all(people);
  for (const [status, count] of answers) write(`GET /api/auth/me ${status}: ${count}`);
  if ([...answers.keys()].some((status) => status !== 200)) process.exitCode = 1;
  await Promise.all([one.stop(), other.stop()]);
} finally {
  nginx.kill('SIGTERM');
  await once(nginx, 'exit');
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
