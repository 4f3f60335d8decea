import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { post } from './guessing-attack.ts';
import { compareTimes, shuffled } from './compare-times.ts';
import { type Proof, startWorker } from './proof.ts';

/** Maximum delay of an email behind many requests of others. */
const maxMailSeconds = 10;
/** Networks that request the 1,000 emails of a flood. */
const floodingNetworks = 10;

/**
 * Attacks with requests for reset links.
 *
 * @returns whether nothing distinguishes known emails from unknown ones, and no request delays
 *   another's email.
 */
export async function proveResets(proof: Proof): Promise<boolean> {
  const outcomes = [
    await proveResetRequests(proof),
    await proveResetMail(proof),
    await proveFlood(proof),
  ];
  return outcomes.every(Boolean);
}

/** 1,000 requests for a reset link with an email of a user, and 1,000 with one of no user. */
async function proveResetRequests(proof: Proof): Promise<boolean> {
  const { db, target, write } = proof;
  let isKept = true;
  const { rows } = await sql<{ email: string }>`
    insert into users (email, name)
    select 'known' || n || '@reset.example', 'Known' from generate_series(1, 1000) n
    returning email`.execute(db);
  const requests = shuffled([
    ...rows.map(({ email }) => ({ email, isKnown: true })),
    ...rows.map((_, at) => ({ email: `other${at}@reset.example`, isKnown: false })),
  ]);
  const worker = await startWorker(proof);
  try {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (const [at, { email, isKnown }] of requests.entries()) {
      const from = `127.5.${Math.floor(at / 250)}.${(at % 250) + 1}`;
      const path = '/api/auth/request-password-reset';
      const { status, milliseconds } = await post(target, path, { email }, from);
      if (status !== 200) isKept = false;
      times[isKnown ? 'known' : 'unknown'].push(milliseconds);
    }
    const { described, isEqual } = compareTimes(times.known, times.unknown);
    write(`reset requests, 1,000 known and 1,000 unknown emails in random order: ${described}`);
    if (!isEqual) isKept = false;
  } finally {
    await worker.stop();
  }
  await db.deleteFrom('users').where('email', 'like', '%@reset.example').execute();
  return isKept;
}

/**
 * Measures the delay of an email that was requested after the maximum of waiting requests, all for
 * unknown emails.
 */
async function proveResetMail(proof: Proof): Promise<boolean> {
  const { db, write } = proof;
  await db.deleteFrom('rate_limit_counters').execute();
  // The emails to the known addresses above would be sent as well.
  await sql`delete from pgboss.job where name = 'send-requested-reset'`.execute(db);
  // One more can wait, whether or not the worker has begun with these.
  const unknown = Array.from({ length: limits.waitingResetRequests - 1 }, (_, at) => ({
    email: `no${at}@reset.example`,
  }));
  for (let at = 0; at < unknown.length; at += 5_000) {
    await db
      .insertInto('reset_requests')
      .values(unknown.slice(at, at + 5_000))
      .execute();
  }
  const worker = await startWorker(proof);
  try {
    const { status, seconds } = await measureReset(proof);
    write(
      `a reset mail behind ${unknown.length.toLocaleString('en')} requests for unknown emails leaves after ${seconds.toFixed(1)} s (its request: ${status})`,
    );
    return status === 200 && seconds <= maxMailSeconds;
  } finally {
    await worker.stop();
  }
}

/**
 * Measures the delay of an email that is requested after 1,000 known ones from some other networks,
 * which the worker is sending meanwhile.
 */
async function proveFlood(proof: Proof): Promise<boolean> {
  const { db, target, write } = proof;
  await db.deleteFrom('rate_limit_counters').execute();
  await db.deleteFrom('requested_password_resets').execute();
  const { rows: known } = await sql<{ email: string }>`
    insert into users (email, name)
    select 'flooded' || n || '@reset.example', 'Known' from generate_series(1, 1000) n
    returning email`.execute(db);
  for (const [at, { email }] of known.entries()) {
    const from = `127.7.0.${(at % floodingNetworks) + 1}`;
    await post(target, '/api/auth/request-password-reset', { email }, from);
  }
  const worker = await startWorker(proof);
  try {
    const { status, seconds } = await measureReset(proof);
    const begun = performance.now();
    const sent = async () =>
      (await db.selectFrom('requested_password_resets').select('user_id').execute()).length;
    while ((await sent()) <= known.length && performance.now() - begun < 120_000) await sleep(100);
    const all = seconds + (performance.now() - begun) / 1_000;
    write(
      `a reset mail behind 1,000 requests for known emails from ${floodingNetworks} networks leaves after ${seconds.toFixed(1)} s (its request: ${status}), the last of them after ${all.toFixed(1)} s`,
    );
    return status === 200 && seconds <= maxMailSeconds;
  } finally {
    await worker.stop();
    await db.deleteFrom('users').where('email', 'like', '%@reset.example').execute();
  }
}

/** Requests a reset email for the user, and waits until it leaves. */
async function measureReset({ db, person, target }: Proof) {
  const begun = performance.now();
  const path = '/api/auth/request-password-reset';
  const { status } = await post(target, path, { email: person.email }, '127.6.0.1');
  const issued = () =>
    db
      .selectFrom('requested_password_resets')
      .select('user_id')
      .where('user_id', '=', person.id)
      .executeTakeFirst();
  while ((await issued()) === undefined && performance.now() - begun < 60_000) await sleep(50);
  return { status, seconds: (performance.now() - begun) / 1_000 };
}
