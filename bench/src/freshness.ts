import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { mailPassword } from '../../apps/server/test/mail-servers/mail-server.ts';
import {
  append,
  openAsOwner,
  writeMail,
} from '../../apps/server/test/mail-servers/mailbox-owner.ts';
import { startDovecot } from '../../apps/server/test/mail-servers/start-dovecot.ts';
import { startTlsFront } from '../../apps/server/test/mail-servers/start-tls-front.ts';
import { createWatchedServer } from './freshness/watched-server.ts';

/**
 * Measures the time from the delivery of an email into a mailbox on Dovecot, by APPEND, until it is published: with
 * the inbox watched, or read on schedule alone (`--polling`), with the product open in a browser or not (`--open`).
 */
const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '200' },
    /** Seconds between two emails, on average. */
    every: { type: 'string', default: '4' },
    polling: { type: 'boolean', default: false },
    open: { type: 'boolean', default: false },
  },
});
const count = Number(values.mails);
const everyMs = Number(values.every) * 1_000;
/** How often is looked for what was published; milliseconds. */
const LOOK_MS = values.polling ? 250 : 20;
/** The time until a mailbox is connected, and until the last email is published; milliseconds. */
const TIMEOUT_MS = 700_000;

const dovecot = await startDovecot();
const front = await startTlsFront(dovecot.port);
const server = await createWatchedServer(front.ca);
const { db } = server;
const closing = new AbortController();
try {
  await server.connect('alice@example.org', {
    user: 'alice',
    password: mailPassword,
    server: { host: '127.0.0.1', port: front.port, security: 'tls' },
  });
  const { url } = await server.start({ IMAP_IDLE: String(!values.polling) });
  await until(async () => {
    const { watched_since: since, last_sync: sync } = await db
      .selectFrom('integrations')
      .select(['watched_since', 'last_sync'])
      .executeTakeFirstOrThrow();
    return values.polling ? sync !== null : since !== null;
  });
  if (values.open) void followEvents(`${url}/api/integrations/events`);
  const owner = await openAsOwner(dovecot.port, 'alice');
  const delivered = new Map<string, number>();
  const delays: number[] = [];
  let isDone = false;
  const looking = until(async () => {
    const { rows } = await sql<{ title: string }>`
      select title from account_activities where title = any(${[...delivered.keys()]})`.execute(db);
    for (const { title } of rows) {
      delays.push(performance.now() - (delivered.get(title) ?? 0));
      delivered.delete(title);
    }
    return isDone && delivered.size === 0;
  });
  for (let index = 0; index < count; index += 1) {
    // At no fixed distance: nothing can be in step with it.
    await sleep(everyMs * (0.5 + Math.random()));
    const subject = `mail ${index}`;
    const mail = writeMail({ subject, from: `Bob <bob${index}@acme.com>` });
    delivered.set(subject, performance.now());
    await append(owner, mail);
  }
  isDone = true;
  await looking;
  const sorted = delays.toSorted((one, other) => one - other);
  const at = (share: number) =>
    `${((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) / 1000).toFixed(2)} s`;
  console.log(
    `${values.polling ? 'polling' : 'watched'}${values.open ? ', page open' : ''}: ${delays.length} emails, p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`,
  );
  owner.close();
} finally {
  closing.abort();
  await server.stop();
  await front.close();
  await dovecot.stop();
}

/** As a page does: the stream ends after some minutes, and is opened again. */
async function followEvents(url: string): Promise<void> {
  const { signal } = closing;
  const headers = { authorization: `Bearer ${server.person.token}` };
  while (!signal.aborted) {
    const { status, body } = await fetch(url, { headers, signal });
    if (status !== 200) throw new Error(`The event stream answers ${status}.`);
    await body?.pipeTo(new WritableStream(), { signal }).catch(() => {});
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS + count * everyMs * 1.5;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('It takes too long.');
    await sleep(LOOK_MS);
  }
}
