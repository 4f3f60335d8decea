import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createWatchedServer } from './freshness/watched-server.ts';
import { memory, processorTime } from './process-memory.ts';

/**
 * Measures what it costs one process to watch mailboxes in which nothing happens: memory beside the same process
 * that watches none, and processor time, renewals included. The mail server is a stand-in with TLS.
 */
const { values } = parseArgs({
  options: {
    mailboxes: { type: 'string', default: '1000' },
    /** For so many seconds. */
    seconds: { type: 'string', default: '60' },
  },
});
const mailboxes = Number(values.mailboxes);
const seconds = Number(values.seconds);
const START_TIMEOUT_MS = 180_000;
/** After the start, and after the last mailbox is live. */
const SETTLE_MS = 10_000;

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
    // Not to be synced: that is another measurement.
    const values = { cursor: '{}', due_at: sql`now() + interval '1 day'` };
    await server.connect(`user${index}@example.org`, credentials, values);
  }
  const measure = async (env: Record<string, string>, expected: number) => {
    const { child, stop } = await server.start(env);
    const pids = [child.pid ?? 0];
    const begun = performance.now();
    for (let live = -1; live < expected; await sleep(250)) {
      const { rows } = await sql<{ live: number }>`
        select count(watched_since)::int as live from integrations`.execute(server.db);
      live = rows[0]?.live ?? 0;
      if (performance.now() - begun > START_TIMEOUT_MS) throw new Error(`${live} are live.`);
    }
    const startSeconds = (performance.now() - begun) / 1000;
    await sleep(SETTLE_MS);
    const before = processorTime(pids);
    await sleep(seconds * 1000);
    const share = (processorTime(pids) - before) / seconds;
    const mib = memory(pids);
    await stop();
    return { startSeconds, share, mib };
  };
  const none = await measure({ IMAP_IDLE: 'false' }, 0);
  const all = await measure({ IMAP_IDLE_SECONDS: String(Math.max(20, seconds)) }, mailboxes);
  console.table({
    'watches none': row(none),
    [`watches ${mailboxes}`]: row(all),
    difference: row({
      startSeconds: all.startSeconds,
      share: all.share - none.share,
      mib: all.mib - none.mib,
    }),
  });
} finally {
  await server.stop();
  if (mail.connected) mail.disconnect();
}

function row({ startSeconds, share, mib }: { startSeconds: number; share: number; mib: number }) {
  return {
    'all live after, s': startSeconds.toFixed(1),
    'memory, MiB': mib.toFixed(0),
    'of one core, %': (share * 100).toFixed(1),
  };
}
