import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '../../src/platform/database/create-database.ts';
import { readReadiness } from '../../src/platform/database/read-readiness.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLog } from '../../src/platform/log/create-log.ts';
import { startProcess } from '../faults/processes.ts';
import { freePort } from '../free-port.ts';
import { startProxy } from '../start-proxy.ts';
import { createMakers } from '../test-makers.ts';
import { checkOutPrevious } from './check-out-previous.ts';

/**
 * `npm run proof:upgrade`: the version before the newest migration serves under load, this one is
 * started beside it and migrates, the earlier one goes. Exit code 1 when a request fails.
 */
const write = (line: string) => void process.stdout.write(`${line}\n`);

const previous = await checkOutPrevious();
const folder = await mkdtemp(path.join(tmpdir(), 'upgrade-'));
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'postgres'),
  log: createLog('silent'),
  onLost: (error) => write(`the database is lost: ${error.message}`),
});
const db = createDatabase({ url: postgres.url, poolSize: 2, onLostConnection: () => {} });

async function start(from?: string) {
  const port = await freePort();
  const running = await startProcess('apps/server/src/main.ts', ['--role=all'], {
    env: { DATABASE_URL: postgres.url, DATA_DIR: folder, PORT: String(port) },
    isReady: (line) => line.includes('"msg":"ready"'),
    ...(from !== undefined && { from }),
  });
  return { ...running, url: `http://127.0.0.1:${port}` };
}

try {
  const before = await start(previous.folder);
  write(`the version before ${previous.newest} serves`);
  const make = createMakers(db);
  const [{ id: personId, token }, place] = [await make.person(), await make.workspace()];
  await make.membership(place.id, personId, 'owner');
  const accounts = `/api/workspaces/${place.id}/accounts`;
  // Not the integrations: this version's code asks the newest migration's table for them.
  const calls = ['/api/auth/me', '/api/workspaces', accounts];
  const urls = [before.url];
  const proxy = await startProxy(urls);
  const answers = new Map<string, number>();
  const load = { on: true };
  const people = Array.from({ length: 6 }, async (_, person) => {
    for (let turn = person; load.on; turn += 1) {
      const call = calls[turn % calls.length] ?? '';
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const isWrite = turn % 10 === 0;
      const answer = isWrite
        ? await fetch(`${urls[turn % urls.length]}/api/accounts/import`, {
            method: 'POST',
            headers,
            body: JSON.stringify({
              domains: [`c${turn}-${person}.example`],
              source: 'manual',
              name: 'Company',
              workspaceId: place.id,
            }),
          })
        : await fetch(`${proxy.url}${call}`, { headers });
      await answer.text();
      const key = `${isWrite ? 'POST /api/accounts/import' : `GET ${call.replace(place.id, '…')}`} ${answer.status}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
    }
  });
  await sleep(1_000);
  const after = await start();
  write(`this version serves beside it; its schema: ${(await readReadiness(db)).status}`);
  urls.push(after.url);
  await sleep(4_000);
  const { status } = await fetch(`${before.url}/readyz`);
  write(`the version before says of itself: ${status === 200 ? 'ready' : status}`);
  urls.shift();
  await sleep(500);
  write(`the version before ends with ${await before.stop()}`);
  await sleep(1_000);
  load.on = false;
  await Promise.all(people);
  await proxy.close();
  write(`this version ends with ${await after.stop()}`);
  for (const [key, count] of [...answers].sort()) write(`${key}: ${count}`);
  if ([...answers.keys()].some((key) => !key.endsWith(' 200'))) process.exitCode = 1;
} finally {
  await db.destroy();
  await postgres.stop();
  await previous.remove();
  await rm(folder, { recursive: true, force: true });
}
