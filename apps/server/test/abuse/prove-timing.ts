import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { compareTimes, shuffled } from './compare-times.ts';
import { trySignIn } from './guessing-attack.ts';
import { forgetAttempts, type Proof } from './proof.ts';

/** Requests of each kind. */
const count = 1_000;

/** @returns whether no response time reveals a token that is nearly right, or an email that is known. */
export async function proveTiming(proof: Proof): Promise<boolean> {
  const outcomes = [await proveTokens(proof), await proveEmails(proof)];
  return outcomes.every(Boolean);
}

const randomToken = () => randomBytes(32).toString('base64url');

/** Tokens of no session: random ones, and live ones with other last characters. */
async function proveTokens({ target, person, write }: Proof): Promise<boolean> {
  const { token: live } = person;
  const times = { random: [] as number[], near: [] as number[] };
  for (const kind of shuffled(Array.from({ length: 2 * count }, (_, at) => at % 2))) {
    const end = randomToken();
    const token = kind === 0 ? end : live.slice(0, -2) + end.slice(0, 2);
    const begun = performance.now();
    const answer = await fetch(`http://${target.host}:${target.port}/api/auth/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.text();
    if (answer.status === 401)
      times[kind === 0 ? 'random' : 'near'].push(performance.now() - begun);
  }
  const { described, isEqual } = compareTimes(times.random, times.near);
  write(
    `session tokens, ${count} random ones and ${count} that differ from a live one in the last two characters: ${described}`,
  );
  return isEqual;
}

/** Wrong passwords for known emails, unknown ones, and those of users who cannot sign in. */
async function proveEmails(proof: Proof): Promise<boolean> {
  const { db, target, person, write } = proof;
  await forgetAttempts(proof);
  for (const [kind, password, isActive] of [
    ['known', true, true],
    ['deactivated', true, false],
    ['without-password', false, true],
  ] as const) {
    await sql`
      insert into users (email, name, is_active, password_hash)
      select ${kind} || n || '@timing.example', 'Timing', ${isActive},
        case when ${password} then password_hash end
      from users, generate_series(1, ${count}::integer) n where id = ${person.id}`.execute(db);
  }
  const kinds = ['known', 'unknown', 'deactivated', 'without-password'];
  const times = new Map(kinds.map((kind) => [kind, [] as number[]]));
  const attempts = kinds.flatMap((kind) =>
    Array.from({ length: count }, (_, at) => ({ kind, email: `${kind}${at + 1}@timing.example` })),
  );
  for (const [at, { kind, email }] of shuffled(attempts).entries()) {
    const from = `127.8.${Math.floor(at / 250)}.${(at % 250) + 1}`;
    const { status, milliseconds } = await trySignIn(target, { email, password: 'a guess', from });
    if (status === 401) times.get(kind)?.push(milliseconds);
  }
  await db.deleteFrom('users').where('email', 'like', '%@timing.example').execute();
  let isKept = true;
  for (const kind of kinds.slice(1)) {
    const { described, isEqual } = compareTimes(times.get('known') ?? [], times.get(kind) ?? []);
    write(`sign-ins, ${count} for known emails and ${count} for ${kind} ones: ${described}`);
    if (!isEqual) isKept = false;
  }
  return isKept;
}
