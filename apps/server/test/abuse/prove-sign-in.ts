import { knownPassword } from '../test-makers.ts';
import {
  type GuessingAttack,
  guessPasswords,
  signInRepeatedly,
  trySignIn,
} from './guessing-attack.ts';
import { forgetAttempts, median, type Proof } from './proof.ts';

/**
 * Three attacks of 10,000 guesses each, while the owner of the account signs in.
 *
 * @returns whether the owner always got in within 2 s and no more guesses than allowed were
 *   checked.
 */
export async function proveSignIn(proof: Proof): Promise<boolean> {
  const { email } = proof.person;
  const oneNetwork = ['127.2.0.1'];
  const manyNetworks = Array.from(
    { length: 1_000 },
    (_, at) => `127.3.${Math.floor(at / 250)}.${(at % 250) + 1}`,
  );
  const outcomes = [
    await proveGuessing(
      proof,
      'guesses for one account from 1 network',
      { networks: oneNetwork, atOnce: 500, emailOf: () => email },
      10,
    ),
    await proveGuessing(
      proof,
      'guesses for one account from 1,000 networks',
      // More new networks at once than passwords can be checked is not promised.
      { networks: manyNetworks, atOnce: 100, emailOf: () => email },
      2_100,
    ),
    await proveGuessing(
      proof,
      "guesses for other emails from the owner's own network",
      { networks: ['127.0.0.1'], atOnce: 500, emailOf: (at) => `nobody${at}@a.example` },
      Infinity,
    ),
  ];
  return outcomes.every(Boolean);
}

/** The sign-in of docs/decisions/sign-in.md: the results of its owner and of an attacker. */
async function proveGuessing(
  proof: Proof,
  name: string,
  attack: Omit<GuessingAttack, 'attempts'>,
  guesses: number,
): Promise<boolean> {
  const { target, person, write } = proof;
  await forgetAttempts(proof);
  const { email } = person;
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
  const { seconds, statuses } = await guessPasswords(target, { attempts: 10_000, ...attack });
  const checked = statuses.get(401) ?? 0;
  const counts = [...statuses].map(([status, count]) => `${count} × ${status || 'cut'}`).join(', ');
  write(
    `${name}: 10,000 attempts, ${attack.atOnce} at a time, in ${seconds.toFixed(0)} s (${counts})${Number.isFinite(guesses) ? `; ${checked} guesses were checked, at most ${guesses} may be` : ''}`,
  );
  let isKept = checked <= guesses;
  for (const [whence, end] of Object.entries(tries)) {
    const answers = await end();
    const times = answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
    const failed = answers.filter(({ status }) => status !== 200).length;
    const maximum = times.at(-1) ?? Infinity;
    const late = times.filter((time) => time > 2_000).length;
    write(
      `  the owner signs in from ${whence}: ${answers.length} times, ${failed} refused, ${late} after 2 s, median ${median(times).toFixed(0)} ms, longest ${maximum.toFixed(0)} ms`,
    );
    if (failed > 0 || late > 0) isKept = false;
  }
  return isKept;
}
