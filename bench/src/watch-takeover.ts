import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createWatchedServer } from './freshness/watched-server.ts';

/**
 * Measures how long the mailboxes of a process that is killed (SIGKILL) are watched by no one: two processes, and a
 * stand-in for their mail server that counts connections, so that none is watched twice.
 */
const { values } = parseArgs({ options: { mailboxes: { type: 'string', default: '100' } } });
const mailboxes = Number(values.mailboxes);
const TIMEOUT_MS = 180_000;

const mail = fork(path.join(import.meta.dirname, 'freshness/serve-idle.ts'));
const [{ port, ca }] = (await once(mail, 'message')) as [{ port: number; ca: string }];
const server = await createWatchedServer(ca);
try {
  for (let index = 0; index < mailboxes; index += 1) {
    const credentials = {
      user: `user${index}`,
      password: 'secret',
      server: { host: '127.0.0.1', port, security: 'tls' },
    };
    const row = { cursor: '{}', due_at: sql`now() + interval '1 day'` };
    await server.connect(`user${index}@example.org`, credentials, row);
  }
  const live = async (besides: readonly string[]) => {
    const { rows } = await sql<{ process: string; live: number }>`
      select watched_by::text as process, count(watched_since)::int as live from integrations
      where watched_by is not null and watched_by <> all(${besides}::uuid[])
      group by watched_by`.execute(server.db);
    return {
      all: rows.reduce((sum, one) => sum + one.live, 0),
      by: rows.map((one) => one.process),
    };
  };
  const until = async (besides: readonly string[]) => {
    const end = performance.now() + TIMEOUT_MS;
    for (;;) {
      const now = await live(besides);
      if (now.all === mailboxes) return now.by;
      if (performance.now() > end) throw new Error(`${now.all} of ${mailboxes} are live.`);
      await sleep(100);
    }
  };
  const first = await server.start({});
  const killed = await until([]);
  await server.start({});
  await sleep(5_000);
  console.log(`open connections with two processes: ${await open()} of ${mailboxes}`);
  const begun = performance.now();
  await first.kill();
  await until(killed);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`all watched by the other ${seconds} s after kill -9; open: ${await open()}`);
} finally {
  await server.stop();
  if (mail.connected) mail.disconnect();
}

async function open(): Promise<number> {
  mail.send('count');
  const [count] = (await once(mail, 'message')) as [number];
  return count;
}
