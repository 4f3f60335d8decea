import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase } from '../../src/platform/database/create-database.ts';
import { migrateToLatest } from '../../src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLog } from '../../src/platform/log/create-log.ts';
import { startProcess } from '../faults/processes.ts';
import { createMakers, knownPassword } from '../test-makers.ts';
import {
  close,
  open,
  openMany,
  postHead,
  statusOf,
  type Opened,
  type Target,
} from './connections.ts';
import {
  guessPasswords,
  type GuessingAttack,
  post,
  signInRepeatedly,
  trySignIn,
} from './guessing-attack.ts';
import { createHonestUser } from './honest-user.ts';
import { proveGrowth } from './prove-growth.ts';

/**
 * `npm run proof:abuse`: a server as in service, on a database of its own, under attack over real
 * connections, and what an honest user notices of it. Before that, how the work of every call grows
 * with its input. Exit code 1 when somebody is not served, or a call takes more than it may.
 */
const write = (line: string) => void process.stdout.write(`${line}\n`);
const port = 20_000 + Math.floor(Math.random() * 20_000);
const target: Target = { host: '127.0.0.1', port };

/** Attackers stand at addresses of their own, all of this machine. */
const addressOf = (index: number) => `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;

if (!(await proveGrowth(write))) process.exitCode = 1;

const folder = await mkdtemp(path.join(tmpdir(), 'proof-'));
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'postgres'),
  log: createLog('silent'),
  onLost: (error) => write(`the database is lost: ${error.message}`),
});
await migrateToLatest(postgres.url);
const db = createDatabase({ url: postgres.url, poolSize: 2, onLostConnection: () => {} });
const person = await createMakers(db).person();
const server = await startProcess('apps/server/src/main.ts', ['--role=api'], {
  env: {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    PORT: String(port),
    LOG_LEVEL: 'info',
  },
  isReady: (line) => line.includes('"ready"'),
});
const honest = createHonestUser(target, person);

/** What the attackers got, and how long the honest user waits compared with before. */
async function underAttack(
  name: string,
  attack: () => Promise<{ say: () => string; end: () => Promise<void> | void }>,
) {
  await db.deleteFrom('attempts').execute();
  await db.deleteFrom('sign_in_failures').execute();
  const before = await honest.measure();
  const { say, end } = await attack();
  const during = await honest.measure();
  await end();
  const ratio = (one: number, other: number) => `${(one / Math.max(other, 1)).toFixed(1)} times`;
  write(
    `${name}: ${say()}; an honest user reads in ${ratio(during.read, before.read)} and signs in in ${ratio(during.signIn, before.signIn)} the time of before, ${during.refused} of ${during.asked} refused`,
  );
  if (during.served === 0 || during.isSignedIn === false) process.exitCode = 1;
}

const countStatuses = (all: readonly Opened[]): string => {
  const counts = new Map<string, number>();
  for (const one of all) {
    const status = String(statusOf(one) ?? (one.closedAfter() === undefined ? 'open' : 'cut'));
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
};

const holding =
  (count: number, manner: { say?: string; drip?: string }, seconds: number) => async () => {
    const all = await openMany(count, (index) =>
      open(target, { ...manner, from: addressOf(index) }),
    );
    let told = '';
    return {
      say: () => told,
      end: async () => {
        await sleep(seconds * 1_000);
        const longest = Math.max(...all.map(({ closedAfter }) => closedAfter() ?? 0));
        const left = all.filter(({ closedAfter }) => closedAfter() === undefined).length;
        told = `${count} connections, ${left} left after ${seconds} s, the last cut after ${(longest / 1_000).toFixed(0)} s (${countStatuses(all)})`;
        close(all);
      },
    };
  };

const flooding = (from: (index: number) => string, parallel: number) => async () => {
  const body = (index: number) =>
    JSON.stringify({ email: `nobody${index}@a.example`, password: 'a guess' });
  const done: Opened[] = [];
  const end = new AbortController();
  const isOn = () => !end.signal.aborted;
  const attackers = Array.from({ length: parallel }, async (_, attacker) => {
    for (let round = 0; isOn(); round += 1) {
      const index = round * parallel + attacker;
      const text = body(index);
      const one = await open(target, {
        say: `${postHead('/api/auth/login', text.length).replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')}${text}`,
        from: from(index),
      });
      while (isOn() && one.closedAfter() === undefined) await sleep(10);
      if (one.closedAfter() !== undefined) done.push(one);
      one.socket.destroy();
    }
  });
  await sleep(2_000);
  return {
    say: () => `${done.length} sign-ins tried, ${countStatuses(done)}`,
    end: async () => {
      end.abort();
      await Promise.all(attackers);
    },
  };
};

/** The signing in of docs/decisions/sign-in.md: what its owner and what an attacker gets. */
async function proveSignIn(
  name: string,
  attack: Omit<GuessingAttack, 'attempts' | 'atOnce'> & { atOnce?: number },
  guesses: number,
) {
  await db.deleteFrom('attempts').execute();
  await db.deleteFrom('sign_in_failures').execute();
  const { email } = person;
  const { atOnce = 100, ...rest } = attack;
  const home = '127.0.0.1';
  const owner = { email, password: knownPassword };
  await trySignIn(target, { ...owner, from: home });
  const tries = {
    'their own network': signInRepeatedly(target, { ...owner, fromOf: () => home }),
    'a new network each time': signInRepeatedly(target, {
      ...owner,
      fromOf: (at) => `127.9.${Math.floor(at / 250)}.${(at % 250) + 1}`,
    }),
  };
  const { seconds, statuses } = await guessPasswords(target, { attempts: 10_000, atOnce, ...rest });
  const checked = statuses.get(401) ?? 0;
  const counts = [...statuses].map(([status, count]) => `${count} × ${status || 'cut'}`).join(', ');
  write(
    `${name}: 10,000 attempts, ${atOnce} at a time, in ${seconds.toFixed(0)} s (${counts})${Number.isFinite(guesses) ? `; ${checked} guesses were checked, at most ${guesses} may be` : ''}`,
  );
  if (checked > guesses) process.exitCode = 1;
  for (const [whence, end] of Object.entries(tries)) {
    const answers = await end();
    const times = answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
    const failed = answers.filter(({ status }) => status !== 200).length;
    const longest = times.at(-1) ?? Infinity;
    const late = times.filter((time) => time > 2_000).length;
    write(
      `  the owner signs in from ${whence}: ${answers.length} times, ${failed} refused, ${late} after 2 s, median ${median(times).toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
    );
    if (failed > 0 || late > 0) process.exitCode = 1;
  }
}

const median = (times: readonly number[]) => times[Math.floor(times.length / 2)] ?? 0;

/** 1,000 requests for a reset link with an email of a person, and 1,000 with one of nobody. */
async function proveResetRequests() {
  const { rows } = await sql<{ email: string }>`
    insert into users (email, name)
    select 'known' || n || '@reset.example', 'Known' from generate_series(1, 1000) n
    returning email`.execute(db);
  const requests = [
    ...rows.map(({ email }) => ({ email, isKnown: true })),
    ...rows.map((_, at) => ({ email: `other${at}@reset.example`, isKnown: false })),
  ]
    .map((one) => ({ ...one, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order);
  const worker = await startProcess('apps/server/src/main.ts', ['--role=worker'], {
    env: { DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: 'info' },
    isReady: (line) => line.includes('"ready"'),
  });
  try {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (const [at, { email, isKnown }] of requests.entries()) {
      const from = `127.5.${Math.floor(at / 250)}.${(at % 250) + 1}`;
      const path = '/api/auth/request-password-reset';
      const { status, milliseconds } = await post(target, path, { email }, from);
      if (status !== 200) process.exitCode = 1;
      times[isKnown ? 'known' : 'unknown'].push(milliseconds);
    }
    const known = times.known.toSorted((a, b) => a - b);
    const unknown = times.unknown.toSorted((a, b) => a - b);
    const difference = kolmogorovSmirnov(known, unknown);
    // The critical value of the two-sample test at 0.1 %.
    const critical = 1.95 * Math.sqrt(2 / 1_000);
    write(
      `reset requests, 1,000 known and 1,000 unknown emails in random order: median ${median(known).toFixed(1)} and ${median(unknown).toFixed(1)} ms; the distributions differ by at most ${difference.toFixed(3)} (Kolmogorov-Smirnov; ${critical.toFixed(3)} would be a difference at 0.1 %)`,
    );
    if (difference > critical) process.exitCode = 1;
  } finally {
    await worker.stop();
  }
  await db.deleteFrom('users').where('email', 'like', '%@reset.example').execute();
}

/** The largest distance between the distributions of two sorted samples, 0 to 1. */
function kolmogorovSmirnov(one: readonly number[], other: readonly number[]): number {
  const shareUpTo = (sample: readonly number[], value: number) =>
    sample.filter((item) => item <= value).length / sample.length;
  return Math.max(
    ...[...one, ...other].map((value) => Math.abs(shareUpTo(one, value) - shareUpTo(other, value))),
  );
}

/** How long a mail takes that was requested after 10,000 others, all for unknown emails. */
async function proveResetMail() {
  await db.deleteFrom('attempts').execute();
  const unknown = Array.from({ length: 10_000 }, (_, at) => ({ email: `no${at}@reset.example` }));
  for (let at = 0; at < unknown.length; at += 5_000) {
    await db
      .insertInto('reset_requests')
      .values(unknown.slice(at, at + 5_000))
      .execute();
  }
  const worker = await startProcess('apps/server/src/main.ts', ['--role=worker'], {
    env: { DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: 'info' },
    isReady: (line) => line.includes('"ready"'),
  });
  try {
    const begun = performance.now();
    await post(target, '/api/auth/request-password-reset', { email: person.email }, '127.6.0.1');
    const issued = () =>
      db.selectFrom('requested_password_resets').select('user_id').executeTakeFirst();
    while ((await issued()) === undefined && performance.now() - begun < 60_000) await sleep(50);
    const took = (performance.now() - begun) / 1_000;
    write(
      `a reset mail behind 10,000 requests for unknown emails leaves after ${took.toFixed(1)} s`,
    );
    if (took > 10) process.exitCode = 1;
  } finally {
    await worker.stop();
  }
}

try {
  const slowHead = { say: 'GET / HTTP/1.1\r\nhost: a\r\n', drip: 'x: y\r\n' };
  const slowBody = { say: postHead('/api/auth/login', 100_000), drip: ' ' };
  await underAttack('slow heads', holding(500, slowHead, 17));
  await underAttack('slow bodies', holding(500, slowBody, 37));
  await underAttack('silence', holding(3_000, {}, 17));
  const large = 'x'.repeat(1024 * 1024);
  await underAttack(
    'large bodies',
    holding(200, { say: postHead('/api/auth/login', 1e9) + large, drip: large }, 10),
  );
  await underAttack(
    'sign-ins from one address',
    flooding(() => '127.2.0.1', 50),
  );
  await underAttack('sign-ins from many addresses', flooding(addressOf, 100));
  const oneNetwork = ['127.2.0.1'];
  const manyNetworks = Array.from(
    { length: 1_000 },
    (_, at) => `127.3.${Math.floor(at / 250)}.${(at % 250) + 1}`,
  );
  const { email } = person;
  await proveSignIn(
    'guesses for one account from 1 network',
    { networks: oneNetwork, atOnce: 200, emailOf: () => email },
    10,
  );
  await proveSignIn(
    'guesses for one account from 1,000 networks',
    { networks: manyNetworks, emailOf: () => email },
    2_100,
  );
  await proveSignIn(
    "guesses for other emails from the owner's own network",
    { networks: ['127.0.0.1'], atOnce: 200, emailOf: (at) => `nobody${at}@a.example` },
    Infinity,
  );
  await proveResetRequests();
  await proveResetMail();
} finally {
  await server.stop();
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
