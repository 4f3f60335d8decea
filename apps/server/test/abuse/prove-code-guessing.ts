import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@repo/contract/limits';
import { codeOf, fromBase32 } from '#modules/sign-in-factors/app-codes.fixture.ts';
import { createMakers, knownPassword, type MadePerson } from '../test-makers.ts';
import { post, type TestResponse, trySignIn } from './guessing-attack.ts';
import { forgetAttempts, median, type Proof } from './proof.ts';

const ATTEMPTS = 10_000;
const AT_ONCE = 100;
const NETWORKS = 1_000;
const HOME = '127.0.0.1';

/**
 * 10,000 guesses of codes, from 1,000 networks, by someone who knows the password of a user with a second factor.
 * Meanwhile the user signs in with their recovery codes.
 *
 * @returns whether the user always got in within 2 s, no guess was right, and no more were checked than allowed.
 */
export async function proveCodeGuessing(proof: Proof): Promise<boolean> {
  const { target, db, write } = proof;
  await forgetAttempts(proof);
  const person = await createMakers(db).person({ email: 'with-factor@example.com' });
  const recoveryCodes = await setUpApp(proof, person);
  const signInWith = async (answer: object, from: string): Promise<TestResponse> => {
    const begun = performance.now();
    const first = await trySignIn(target, { email: person.email, password: knownPassword, from });
    const pendingToken = pendingTokenOf(first);
    if (pendingToken === undefined) return first;
    const last = await post(
      target,
      '/api/auth/login/second-factor',
      { pendingToken, ...answer },
      from,
    );
    return { ...last, milliseconds: performance.now() - begun };
  };

  // From now on the owner's network is known, as it is of everyone who has signed in before.
  await signInWith({ recoveryCode: recoveryCodes.pop() ?? '' }, HOME);
  const own: TestResponse[] = [];
  const ends = new AbortController();
  const owner = (async () => {
    for (const recoveryCode of recoveryCodes) {
      own.push(await signInWith({ recoveryCode }, HOME));
      await sleep(2_000, undefined, { signal: ends.signal }).catch(() => {});
    }
  })();
  const begun = performance.now();
  const statuses = new Map<number, number>();
  let next = 0;
  const attackers = Array.from({ length: AT_ONCE }, async () => {
    while (next < ATTEMPTS) {
      const attempt = (next += 1) - 1;
      const network = attempt % NETWORKS;
      const from = `127.4.${Math.floor(network / 250)}.${(network % 250) + 1}`;
      const code = String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0');
      // A request that the server drops is a guess that was not checked.
      const status = await signInWith({ code }, from).then(
        (answer) => answer.status,
        () => 0,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await Promise.all(attackers);
  const seconds = (performance.now() - begun) / 1_000;
  ends.abort();
  await owner;

  const checked = (statuses.get(400) ?? 0) + (statuses.get(200) ?? 0);
  const counts = [...statuses].map(([status, count]) => `${count} × ${status || 'cut'}`).join(', ');
  const times = own.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const failed = own.filter(({ status }) => status !== 200).length;
  const maximum = times.at(-1) ?? Infinity;
  write(
    `guesses of codes by someone who knows the password, from ${NETWORKS.toLocaleString('en')} networks: ${ATTEMPTS.toLocaleString('en')} attempts, ${AT_ONCE} at a time, in ${seconds.toFixed(0)} s (${counts}); ${checked} guesses were checked, at most ${limits.wrongCodesPerDay} may be`,
  );
  write(
    `  the owner signs in with recovery codes: ${own.length} times, ${failed} refused, median ${median(times).toFixed(0)} ms, longest ${maximum.toFixed(0)} ms`,
  );
  const isGuessed = statuses.has(200);
  return !isGuessed && checked <= limits.wrongCodesPerDay && failed === 0 && maximum <= 2_000;
}

/** Sets up an authenticator app, over the API. Returns the recovery codes. */
async function setUpApp({ target }: Proof, { token }: MadePerson): Promise<string[]> {
  const address = `http://${target.host}:${target.port}/api/auth/factors/authenticator-app`;
  const send = async (method: string, body?: object) => {
    const answer = await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${address}: ${await answer.text()}`);
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  };
  const { key, setUpToken } = await send('POST');
  const code = codeOf(fromBase32(String(key)));
  const { recoveryCodes } = await send('PUT', { setUpToken, code });
  return recoveryCodes as string[];
}

function pendingTokenOf({ status, text }: TestResponse): string | undefined {
  if (status !== 401) return undefined;
  const { error } = JSON.parse(text) as { error: { details?: { pendingToken?: string } } };
  return error.details?.pendingToken;
}
