import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { hasAccountChanges } from '#modules/accounts/deletion/continue-account-changes.ts';
import { rebuildPublished } from '#modules/activities/publishing/rebuild-published.ts';
import { hasLeftRequests } from '#modules/activities/publish-requests.ts';
import { storedRows } from '#modules/activities/publishing/stored-rows.fixture.ts';
import { hasDueRelationships } from '#modules/relationships/refresh-due-relationships.ts';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { type Process, startProcess } from '../faults/processes.ts';
import { freePort } from '../free-port.ts';
import { type OwnPostgres, startOwnPostgres } from '../own-postgres.ts';
import { type LargeAccounts, makeLargeAccounts } from '../slow-work/large-accounts.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { control } from '@repo/sandbox/testing/control';
import { earlierMail, fileKind, historyKind, mailbox } from './import-kinds.ts';
import { type KillKind, killKinds, type KillWorld } from './kill-kinds.ts';
import { startFollowers } from './followers.ts';
import { type Kill, Killed, type Round, TAKEN_UP_WITHIN_MS } from './killed.ts';
import { createRemoteApp } from './remote-app.ts';

/**
 * `npm run proof -- kills`: kills two processes while they do each kind of work, with and without PostgreSQL,
 * starts two again, and looks when the work is taken up, whether what is stored is what a rebuild stores, and whether a
 * client that only follows the changes has what a client has that reads everything.
 * A kill counts only where work was left by it: every second time while the job that continues it runs,
 * otherwise at any moment. Exit code 1 where it takes longer than a minute after both have started, or
 * anything is lost or half done. `--kills 1` is the short form, and `--minutes 20` begins no kill after that
 * time; `--only import` has only the kinds with that in their name; `--lanes 3` makes as many kills at a
 * time, each beside a PostgreSQL of its own.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    emails: { type: 'string', default: '2000' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: 'Infinity' },
    lanes: { type: 'string', default: '1' },
  },
});
const [kills, emails] = [Number(values.kills), Number(values.emails)];
const endsAt = performance.now() + Number(values.minutes) * 60_000;
/** A job that has not begun by then is not waited for; milliseconds. */
const JOB_BEGINS_MS = 15_000;

const write = (line: string) => void process.stdout.write(`${line}\n`);

const key = `k:${randomBytes(32).toString('base64')}`;
const folder = makeTemporaryFolder('kills');
const sandbox = await startProcess(
  'packages/sandbox/src/main.ts',
  ['--data', `${folder}/sandbox`, '--mailbox', mailbox, '--json'],
  { isReady: (line) => line.startsWith('{') },
);
const { url: sandboxUrl } = JSON.parse(sandbox.ready) as { url: string };

const open = (url: string) =>
  createDatabase({ url, poolSize: 3, onLostConnection: () => {}, applicationName: 'proof' });

/** A PostgreSQL with the large accounts, of whose database each round has a copy. */
interface Lane {
  postgres: OwnPostgres;
  original: string;
  accounts: LargeAccounts;
}

async function startServer(
  postgres: OwnPostgres,
  databaseUrl: string,
): Promise<Process & { url: string }> {
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
async function copy(postgres: OwnPostgres, original: string): Promise<string> {
  const admin = open(postgres.url);
  const url = new URL(postgres.url);
  url.pathname = `/kills_${randomBytes(6).toString('hex')}`;
  await sql
    .raw(`create database ${nameOf(url.href)} template ${nameOf(original)} strategy file_copy`)
    .execute(admin);
  await admin.destroy();
  return url.href;
}

async function drop(postgres: OwnPostgres, url: string): Promise<void> {
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

const isLeft = async (db: Database, kind: KillKind): Promise<boolean> =>
  !(await isIdle(db)) || (await kind.isLeft?.(db)) === true;

async function isJobActive(db: Database, { job }: KillKind): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${job ?? ''} and state = 'active'`.execute(db);
  return rows.length > 0;
}

/** Waits for something that is looked for again and again, or for the end of the time. */
async function waitFor(found: () => Promise<boolean>, ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end && !(await found());) {
    await sleep(20);
  }
}

/** @returns undefined if nothing was left by the kill. */
async function killOnce(lane: Lane, kill: Kill): Promise<Round | undefined> {
  const { postgres, original, accounts } = lane;
  const { kind } = kill;
  const url = await copy(postgres, original);
  const start = () => startServer(postgres, url);
  const [first, second] = await Promise.all([start(), start()]);
  const db = open(url);
  let address = first.url;
  const app = createRemoteApp(db, () => address);
  const world: KillWorld = { ...accounts, app, address: () => address };
  try {
    const followers = await startFollowers(db);
    const begun = kind.begin(world).catch(() => {});
    if (kind.isAwaited === true) await begun;
    await waitFor(() => isLeft(db, kind), JOB_BEGINS_MS);
    if (kill.inJob && kind.job !== undefined) {
      await waitFor(
        async () => (await isJobActive(db, kind)) || !(await isLeft(db, kind)),
        JOB_BEGINS_MS,
      );
    }
    await sleep(Math.random() * kill.within);
    const killed = new Date();
    await Promise.all([first.kill(), second.kill()]);
    if (kill.withPostgres) await postgres.end('SIGKILL');
    await begun;
    const left = await whenBack(() => isLeft(db, kind));
    if (!left) return undefined;
    const isInJob = await isJobActive(db, kind);
    const again = await Promise.all([whenBack(start), whenBack(start)]);
    const startedMs = Date.now() - killed.getTime();
    address = again[0].url;
    const before = await kind.progress?.(db);
    await followers.catchUp();
    let takenUpMs: number | undefined;
    for (;;) {
      takenUpMs ??= await takenUp(db, kind, { killed, before });
      const finishedMs = Date.now() - killed.getTime();
      const isDone =
        (await kind.isFinished?.(world).catch(() => false)) !== false && (await isIdle(db));
      if (isDone || finishedMs > 5 * TAKEN_UP_WITHIN_MS) {
        await Promise.all(again.map((one) => one.stop()));
        const lost = (await kind.countLost?.(db, world)) ?? 0;
        const wrong = isDone ? lost + (await followers.countWrong()) : Number.NaN;
        const different = wrong + (isDone ? await countDifferent(db) : 0);
        // What was finished between two looks has been taken up by then.
        takenUpMs ??= isDone ? finishedMs : Infinity;
        return { startedMs, takenUpMs, finishedMs, different, isInJob };
      }
      await sleep(200);
    }
  } finally {
    await Promise.all([first.kill(), second.kill()]);
    await db.destroy();
    // The superuser may be vacuuming it.
    await whenBack(() => drop(postgres, url));
  }
}

/** PostgreSQL may still recover. */
async function whenBack<Result>(work: () => Promise<Result>, tries = 40): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((tries -= 1) === 0) throw error;
      await sleep(500);
    }
  }
}

async function startLane(): Promise<Lane> {
  const postgres = await startOwnPostgres();
  const original = await copy(postgres, postgres.url);
  const server = await startServer(postgres, original);
  const db = open(original);
  const app = createRemoteApp(db, () => server.url);
  const accounts = await makeLargeAccounts(app, emails);
  await server.stop();
  await db.destroy();
  return { postgres, original, accounts };
}

const lanes: Lane[] = [];
try {
  for (let number = 0; number < Number(values.lanes); number += 1) lanes.push(await startLane());
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
    .flatMap((kind) => [false, true].map((withPostgres) => new Killed(kind, withPostgres)));
  const next = Array.from({ length: kills }, () => kinds).flat();
  await Promise.all(
    lanes.map(async (lane) => {
      while (performance.now() < endsAt) {
        const one = next.shift();
        if (one === undefined) break;
        await one.killIn((kill) => killOnce(lane, kill));
      }
    }),
  );
  write(
    `Accounts of ${emails} emails; two processes killed with -9 inside each kind of work, and two started again:`,
  );
  for (const one of kinds) write(one.describe());
  if (!kinds.every(({ isRight }) => isRight)) process.exitCode = 1;
} finally {
  await sandbox.kill();
  await Promise.all(lanes.map(({ postgres }) => postgres.stop()));
  await rm(folder, { recursive: true, force: true });
}
