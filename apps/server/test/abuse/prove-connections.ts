import { setTimeout as sleep } from 'node:timers/promises';
import {
  close,
  open,
  openMany,
  postHead,
  statusOf,
  type Opened,
  type Target,
} from './connections.ts';
import { createHonestUser } from './honest-user.ts';
import { forgetAttempts, type Proof } from './proof.ts';

/** Each attacker has its own address, all of them on this machine. */
const addressOf = (index: number) => `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;

/** Maximum delay of others: a multiple of the time without the attack, or milliseconds. */
const MAX_RATIO = 3;
const MAX_MS = 100;

interface Attack {
  /** Describes what the attackers achieved; complete after `end`. */
  say: () => string;
  end: () => Promise<void>;
  /** Number of connections left at the end, for attacks that keep them open. */
  left?: () => number;
}

/**
 * Attacks with connections that are kept open or flooded, and measures the effect on an honest
 * user.
 *
 * @returns whether the honest user was served during every attack, without delay if connections are
 *   only kept open, and all connections were closed in the end.
 */
export async function proveConnections(proof: Proof): Promise<boolean> {
  const { target, person, write } = proof;
  const honest = createHonestUser(target, person);
  let isServed = true;

  /** The results of the attackers, and the waiting time of the honest user compared with before. */
  async function underAttack(name: string, attack: () => Promise<Attack>) {
    await forgetAttempts(proof);
    const before = await honest.measure();
    const { say, end, left } = await attack();
    const during = await honest.measure();
    await end();
    const ratio = (one: number, other: number) => `${(one / Math.max(other, 1)).toFixed(1)} times`;
    write(
      `${name}: ${say()}; an honest user reads in ${ratio(during.read, before.read)} and signs in in ${ratio(during.signIn, before.signIn)} the time of before, ${during.refused} of ${during.asked} refused`,
    );
    if (during.served === 0 || !during.isSignedIn) isServed = false;
    if (left === undefined) return;
    const bound = Math.max(MAX_MS, MAX_RATIO * before.readP95);
    write(
      `  p95 of reading ${before.readP95.toFixed(0)} → ${during.readP95.toFixed(0)} ms, at most ${bound.toFixed(0)} ms; ${left()} connections left, none may be`,
    );
    if (during.readP95 > bound || during.refused > 0 || left() > 0) isServed = false;
  }

  const slowHead = { say: 'GET / HTTP/1.1\r\nhost: a\r\n', drip: 'x: y\r\n' };
  const slowBody = { say: postHead('/api/auth/login', 10_000), drip: ' ' };
  await underAttack('slow heads', holding(target, 500, slowHead, 17));
  await underAttack('slow bodies', holding(target, 500, slowBody, 14));
  await underAttack('silence', holding(target, 3_000, {}, 17));
  const large = 'x'.repeat(1024 * 1024);
  await underAttack(
    'large bodies',
    holding(target, 200, { say: postHead('/api/auth/login', 1e9) + large, drip: large }, 10),
  );
  await underAttack(
    'sign-ins from one address',
    flooding(target, () => '127.2.0.1', 50),
  );
  await underAttack('sign-ins from many addresses', flooding(target, addressOf, 100));
  return isServed;
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
  (target: Target, count: number, manner: { say?: string; drip?: string }, seconds: number) =>
  async (): Promise<Attack> => {
    const all = await openMany(count, (index) =>
      open(target, { ...manner, from: addressOf(index) }),
    );
    let [output, left] = ['', count];
    return {
      say: () => output,
      left: () => left,
      end: async () => {
        await sleep(seconds * 1_000);
        const maximum = Math.max(...all.map(({ closedAfter }) => closedAfter() ?? 0));
        left = all.filter(({ closedAfter }) => closedAfter() === undefined).length;
        output = `${count} connections, ${left} left after ${seconds} s, the last cut after ${(maximum / 1_000).toFixed(0)} s (${countStatuses(all)})`;
        close(all);
      },
    };
  };

const flooding =
  (target: Target, from: (index: number) => string, parallel: number) =>
  async (): Promise<Attack> => {
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
