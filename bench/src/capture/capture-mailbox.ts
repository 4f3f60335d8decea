import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { readConfig } from '../../../apps/server/src/config.ts';
import { startSyncLoop } from '../../../apps/server/src/modules/integrations/start-sync-loop.ts';
import { createDatabase } from '../../../apps/server/src/platform/database/create-database.ts';
import { migrateToLatest } from '../../../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../../../apps/server/src/platform/log/create-log.ts';
import { createSecretBox } from '../../../apps/server/src/platform/secrets/secret-box.ts';
import { createImap } from '../../../apps/server/src/providers/imap/imap.ts';
import { mailPassword } from '../../../apps/server/test/mail-servers/mail-server.ts';
import { family, memory, processorTime } from '../process-memory.ts';
import { self } from './make-mail.ts';
import {
  type Measured,
  type MeasuredMailbox,
  ownTime,
  readArgument,
  serverTimes,
  spentSince,
} from './measured.ts';
import { noJobs, prepareCapture } from './prepare-capture.ts';

/** Captures a mailbox into a new database, as the server's worker does. */
interface Capture extends MeasuredMailbox {
  /** A database of the server in which the new one is created. */
  databaseUrl: string;
  folder: string;
  name: string;
}

const { databaseUrl, folder, name, port, ca, mails, domains, servers } = readArgument<Capture>();

const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
await client.query(`create database ${name}`);
await client.end();
const url = new URL(databaseUrl);
url.pathname = `/${name}`;
await migrateToLatest(url.href);

const config = readConfig({ LOG_LEVEL: 'error', DATA_DIR: folder });
const db = createDatabase({ url: url.href, poolSize: 10, onLostConnection: () => {} });
const secretBox = createSecretBox(config.encryptionKeys);
const credentials = {
  user: 'alice',
  password: mailPassword,
  server: { host: '127.0.0.1', port, security: 'tls' },
};
const provider = createImap({ privateNetworks: ['127.0.0.0/8'], ca });
const source = provider.open({
  ownerId: self,
  credentials,
  source: self,
  saveCredentials: () => {},
  spendRequest: async () => {},
  signal: new AbortController().signal,
});
const cursor = await source.position();
source.close?.();
await prepareCapture(db, secretBox, { provider: 'imap', credentials, cursor, domains });

const steps = [1_000, 10_000, 25_000, 50_000, 75_000, mails].filter((step) => step <= mails);
const measured: Measured['memory'] = [];
const started = performance.now();
const before = { ...serverTimes(servers), server: ownTime() };
const loop = startSyncLoop(
  {
    config,
    log: createLog('error'),
    db,
    jobs: noJobs,
    mailer: { send: async () => {} },
    secretBox,
  },
  [provider],
);
for (let isDone = false; !isDone; await sleep(100)) {
  const task = await db.selectFrom('sync_tasks').select('processed').executeTakeFirst();
  isDone = task === undefined;
  for (const step of steps.splice(
    0,
    steps.filter((one) => isDone || one <= (task?.processed ?? 0)).length,
  )) {
    measured.push([step, memory(family(process.pid))]);
  }
}
const seconds = (performance.now() - started) / 1000;
const [, ...below] = family(process.pid);
const processorTimes = {
  ...spentSince(before, { ...serverTimes(servers), server: ownTime() }),
  'process of the mailbox': processorTime(below),
};
await loop.stop();
const { rows } = await sql<{ count: number }>`
  select count(*)::integer as count from account_activities`.execute(db);
await db.destroy();
process.send?.({
  mails: rows[0]?.count ?? 0,
  seconds,
  memory: measured,
  processorTimes,
} satisfies Measured);
process.disconnect();
