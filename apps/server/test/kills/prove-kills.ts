import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { hasAccountChanges } from '../../src/modules/accounts/deletion/continue-account-changes.ts';
import { rebuildPublished } from '../../src/modules/activities/rebuild-published.ts';
import { hasLeftRequests } from '../../src/modules/activities/publishing/publish-requests.ts';
import { storedRows } from '../../src/modules/activities/publishing/stored-rows.fixture.ts';
import { hasDueRelationships } from '../../src/modules/relationships/refresh-due-relationships.ts';
import { createDatabase, type Database } from '../../src/platform/database/create-database.ts';
import { type Process, startProcess } from '../faults/processes.ts';
import { freePort } from '../free-port.ts';
import { startOwnPostgres } from '../own-postgres.ts';
import { type LargeAccounts, makeLargeAccounts } from '../slow-work/large-accounts.ts';
import { control } from '@repo/sandbox/testing/control';
import { earlierMail, fileKind, historyKind, mailbox } from './import-kinds.ts';
import { type KillKind, killKinds, type KillWorld } from './kill-kinds.ts';
import { createRemoteApp } from './remote-app.ts';

/**
 * `npm run proof -- kills`: kills two processes while they do each kind of work, with and without PostgreSQL, starts
 * two again, and looks when the work is taken up and whether what is stored is what a rebuild stores. Exit code 1
 * where it takes longer than a minute, or anything is lost or half done. `--kills 1` is the short form, and `--minutes 20`
 * begins no further round of all kinds after that time; `--only import` has only the kinds with that in their name.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    emails: { type: 'string', default: '2000' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: 'Infinity' },
  },
});
const [kills, emails] = [Number(values.kills), Number(values.emails)];
const endsAt = performance.now() + Number(values.minutes) * 60_000;
const TAKEN_UP_WITHIN_MS = 60_000;
const write = (line: string) => void process.stdout.write(`${line}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);

const postgres = await startOwnPostgres();
const key = `k:${randomBytes(32).toString('base64')}`;
let isRight = true;
const sandbox = await startProcess(
  'packages/sandbox/src/main.ts',
  ['--data', `${postgres.folder}/sandbox`, '--mailbox', mailbox, '--json'],
  { isReady: (line) => line.startsWith('{') },
);
const { url: sandboxUrl } = JSON.parse(sandbox.ready) as { url: string };

const open = (url: string) =>
  createDatabase({ url, poolSize: 3, onLostConnection: () => {}, applicationName: 'proof' });

async function startServer(databaseUrl: string): Promise<Process & { url: string }> {
  const port = await freePort();
  const started = await startProcess('apps/server/src/main.ts', [], {
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: postgres.folder,
      ENCRYPTION_KEYS: key,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'info',
      GOOGLE_CLIENT_ID: 'sandbox',
      GOOGLE_CLIENT_SECRET: 'sandbox',
      GOOGLE_ROOT_URL: sandboxUrl,
      GMAIL_UNITS_PER_MINUTE: '10000000',
    },
    isReady: (line) => line.includes('"msg":"ready"'),
  });
  return { ...started, url: `http://127.0.0.1:${port}` };
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Copies the database with the large accounts, to which nothing is connected. */
async function copy(original: string): Promise<string> {
  const admin = open(postgres.url);
  const url = new URL(postgres.url);
  url.pathname = `/kills_${randomBytes(6).toString('hex')}`;
  await sql
    .raw(`create database ${nameOf(url.href)} template ${nameOf(original)} strategy file_copy`)
    .execute(admin);
  await admin.destroy();
  return url.href;
}

async function drop(url: string): Promise<void> {
  const admin = open(postgres.url);
  await sql.raw(`drop database ${nameOf(url)} with (force)`).execute(admin);
  await admin.destroy();
}

/** When a job of the kind began since then, in milliseconds after it; undefined if none did. */
async function takenUpAfter(db: Database, job: string, since: Date): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(started_on) as at from pgboss.job
    where name = ${job} and started_on > ${since}`.execute(db);
  const at = rows[0]?.at;
  return at ? new Date(at).getTime() - since.getTime() : undefined;
}

/** The same of any work, once it goes on. */
async function takenUp(
  db: Database,
  { job, progress }: KillKind,
  { killed, before }: { killed: Date; before: number | undefined },
): Promise<number | undefined> {
  if (job !== undefined) return takenUpAfter(db, job, killed);
  const now = await progress?.(db);
  return now === before ? undefined : Date.now() - killed.getTime();
}

async function isIdle(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = 'remove-domain' and state in ('created', 'retry', 'active')
    union all select from time_zone_changes`.execute(db);
  return (
    rows.length === 0 &&
    !(await hasLeftRequests(db)) &&
    !(await hasAccountChanges(db)) &&
    !(await hasDueRelationships(db))
  );
}

/** The accounts whose stored rows differ from those that a rebuild stores. */
async function countDifferent(db: Database): Promise<number> {
  const accounts = await db
    .selectFrom('workspace_accounts')
    .select(['id', 'workspace_id'])
    .execute();
  let different = 0;
  for (const { id, workspace_id: workspaceId } of accounts) {
    const before = JSON.stringify(await storedRows(db, id));
    await db.transaction().execute((tx) => rebuildPublished(tx, { workspaceId, accountId: id }));
    if (JSON.stringify(await storedRows(db, id)) !== before) different += 1;
  }
  return different;
}

interface Round {
  takenUpMs: number;
  finishedMs: number;
  different: number;
}

async function killOnce(
  kind: KillKind,
  original: { url: string; accounts: LargeAccounts },
  withPostgres: boolean,
): Promise<Round> {
  const url = await copy(original.url);
  const [first, second] = await Promise.all([startServer(url), startServer(url)]);
  const db = open(url);
  let address = first.url;
  const app = createRemoteApp(db, () => address);
  const world: KillWorld = { ...original.accounts, app, address: () => address };
  try {
    // At any moment: during the request, or during what goes on with it.
    const begun = kind.begin(world).catch(() => {});
    await Promise.race([begun, ...(kind.isAwaited === true ? [] : [sleep(1_500)])]);
    await sleep(Math.random() * 2_500);
    const killed = new Date();
    await Promise.all([first.kill(), second.kill()]);
    if (withPostgres) await postgres.end('SIGKILL');
    await begun;
    const again = await Promise.all([startAgain(url), startAgain(url)]);
    address = again[0].url;
    const before = await kind.progress?.(db);
    let takenUpMs: number | undefined;
    for (;;) {
      takenUpMs ??= await takenUp(db, kind, { killed, before });
      const passed = Date.now() - killed.getTime();
      const isDone =
        (await kind.isFinished?.(world).catch(() => false)) !== false && (await isIdle(db));
      if (isDone || passed > 5 * TAKEN_UP_WITHIN_MS) {
        const finishedMs = passed;
        await Promise.all(again.map((one) => one.stop()));
        const lost = (await kind.countLost?.(db)) ?? 0;
        const different = isDone ? lost + (await countDifferent(db)) : Number.NaN;
        // Nothing was left to take up.
        return { takenUpMs: takenUpMs ?? (isDone ? 0 : Infinity), finishedMs, different };
      }
      await sleep(200);
    }
  } finally {
    await db.destroy();
    await drop(url);
  }
}

/** PostgreSQL may still recover. */
async function startAgain(url: string, tries = 20) {
  for (;;) {
    try {
      return await startServer(url);
    } catch (error) {
      if ((tries -= 1) === 0) throw error;
      await sleep(500);
    }
  }
}

try {
  const original = await copy(postgres.url);
  const server = await startServer(original);
  const db = open(original);
  const accounts = await makeLargeAccounts(
    createRemoteApp(db, () => server.url),
    emails,
  );
  await server.stop();
  await db.destroy();
  for (let number = 0; number < emails; number += 1) {
    await fetch(`${sandboxUrl}/sandbox/gmail/${mailbox}/messages`, {
      method: 'POST',
      body: earlierMail(number, emails),
    });
  }
  // So that an import takes some seconds.
  await control(sandboxUrl, 'POST', 'faults', {
    path: '/gmail/v1/users/me/messages',
    effect: { kind: 'slow', ms: 20 },
  });
  const kinds = [...killKinds, fileKind(5 * emails), historyKind(emails)]
    .filter(({ name }) => name.includes(values.only))
    .flatMap((kind) =>
      [false, true].map((withPostgres) => ({ kind, withPostgres, rounds: [] as Round[] })),
    );
  let made = 0;
  for (; made < kills && performance.now() < endsAt; made += 1) {
    for (const { kind, withPostgres, rounds } of kinds) {
      const result = await killOnce(kind, { url: original, accounts }, withPostgres);
      say(`${kind.name}${withPostgres ? ', with PostgreSQL' : ''}: ${JSON.stringify(result)}`);
      rounds.push(result);
    }
  }
  write(
    `Accounts of ${emails} emails; two processes killed with -9 during each kind of work, ${made} times, and two started again:`,
  );
  for (const { kind, withPostgres, rounds } of kinds) {
    const [takenUp, finished] = [
      Math.max(...rounds.map(({ takenUpMs }) => takenUpMs)),
      Math.max(...rounds.map(({ finishedMs }) => finishedMs)),
    ];
    const different = rounds.reduce((sum, one) => sum + one.different, 0);
    if (takenUp > TAKEN_UP_WITHIN_MS || different !== 0) isRight = false;
    write(
      `  ${kind.name}${withPostgres ? ', with PostgreSQL' : ''}: taken up after ${(takenUp / 1_000).toFixed(1)} s at most, ` +
        `finished after ${(finished / 1_000).toFixed(1)} s at most, ${different} accounts or emails other than they should be`,
    );
  }
} finally {
  await sandbox.kill();
  await postgres.stop();
}
if (!isRight) process.exitCode = 1;
