import { setTimeout as sleep } from 'node:timers/promises';
import { knownPassword, type MadePerson } from '../test-makers.ts';
import { percentile } from './percentile.ts';
import type { Target } from './connections.ts';

export interface Measured {
  /**
   * The median and the p95 of reading, and the median of signing in including retries;
   * milliseconds.
   */
  read: number;
  readP95: number;
  signIn: number;
  isSignedIn: boolean;
  asked: number;
  served: number;
  refused: number;
}

const reads = 60;
const signIns = 3;
/** Number of attempts to sign in before a user gives up. */
const maxTries = 5;

/** A user who works with the product while others attack it. */
export function createHonestUser({ host, port }: Target, { email, token }: MadePerson) {
  const request = async (path: string, init: RequestInit) => {
    const begun = performance.now();
    const answer = await fetch(`http://${host}:${port}${path}`, init);
    await answer.text();
    return { answer, took: performance.now() - begun };
  };

  const read = () => request('/api/workspaces', { headers: { authorization: `Bearer ${token}` } });

  /** Retries as often as the server asks for, after the requested time. */
  async function signIn(): Promise<number | undefined> {
    const begun = performance.now();
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { answer } = await request('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: knownPassword }),
      });
      if (answer.ok) return performance.now() - begun;
      await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    }
    return undefined;
  }

  return {
    async measure(): Promise<Measured> {
      const times: number[] = [];
      for (let count = 0; count < reads; count += 1) {
        const { answer, took } = await read();
        if (answer.ok) times.push(took);
      }
      const entries: number[] = [];
      for (let count = 0; count < signIns; count += 1) {
        const took = await signIn();
        if (took !== undefined) entries.push(took);
      }
      return {
        read: percentile(times, 50),
        readP95: percentile(times, 95),
        signIn: percentile(entries, 50),
        isSignedIn: entries.length === signIns,
        asked: reads,
        served: times.length,
        refused: reads - times.length,
      };
    },
  };
}
