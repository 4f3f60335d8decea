import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './connections.ts';

export interface GuessingAttack {
  attempts: number;
  /** Number of concurrent requests. */
  atOnce: number;
  /** The address in each network. */
  networks: readonly string[];
  emailOf: (attempt: number) => string;
}

export interface GuessingOutcome {
  seconds: number;
  /** The number of responses with each status. */
  statuses: Map<number, number>;
}

export interface TestResponse {
  status: number;
  text: string;
  milliseconds: number;
}

/** Tries to sign in once from one address. */
export function trySignIn(
  { host, port }: Target,
  { email, password, from }: { email: string; password: string; from: string },
): Promise<TestResponse> {
  return post({ host, port }, '/api/auth/login', { email, password }, from);
}

export function post(
  { host, port }: Target,
  path: string,
  body: object,
  from: string,
): Promise<TestResponse> {
  const begun = performance.now();
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': text.length };
    const sent = request(
      { host, port, path, method: 'POST', headers, localAddress: from, agent: false },
      (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (part: string) => (answer += part));
        response.on('end', () => {
          const milliseconds = performance.now() - begun;
          resolve({ status: response.statusCode ?? 0, text: answer, milliseconds });
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

/** Guesses wrong passwords over several connections, each attempt from the next network in turn. */
export async function guessPasswords(
  target: Target,
  { attempts, atOnce, networks, emailOf }: GuessingAttack,
): Promise<GuessingOutcome> {
  const begun = performance.now();
  const statuses = new Map<number, number>();
  let next = 0;
  const attackers = Array.from({ length: atOnce }, async () => {
    while (next < attempts) {
      const attempt = (next += 1) - 1;
      const from = networks[attempt % networks.length] ?? '';
      const guess = { email: emailOf(attempt), password: `guess ${attempt}`, from };
      // A request that the server drops is a guess that was not checked.
      const status = await trySignIn(target, guess).then(
        (answer) => answer.status,
        () => 0,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await Promise.all(attackers);
  return { seconds: (performance.now() - begun) / 1_000, statuses };
}

/** Signs in repeatedly until stopped. */
export function signInRepeatedly(
  target: Target,
  { email, password, fromOf }: { email: string; password: string; fromOf: (at: number) => string },
) {
  const answers: TestResponse[] = [];
  const end = new AbortController();
  const running = (async () => {
    for (let at = 0; !end.signal.aborted; at += 1) {
      answers.push(await trySignIn(target, { email, password, from: fromOf(at) }));
      await sleep(500);
    }
  })();
  return async (): Promise<TestResponse[]> => {
    end.abort();
    await running;
    return answers;
  };
}
