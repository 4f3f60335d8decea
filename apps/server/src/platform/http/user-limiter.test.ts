import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@repo/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { createUserLimiter, type RunInTurn } from './user-limiter.ts';

const call = {} as Endpoint;
const heavy = { cost: 'high' } as Endpoint;
const exchange = {
  request: { method: 'GET', query: {}, params: {}, raw: { socket: {} } },
  reply: { raw: { once: () => {} } },
} as unknown as Parameters<RunInTurn>[2];

interface Requests {
  count: number;
  /** Of each; milliseconds. */
  ms: number;
  response: string;
}

/** Sends requests of a user, and returns how many of them ran at once. */
async function concurrencyOf(
  run: RunInTurn,
  user: string,
  { count, ms, response }: Requests,
): Promise<number> {
  let running = 0;
  let peak = 0;
  const work = async () => {
    running += 1;
    peak = Math.max(peak, running);
    await sleep(ms);
    running -= 1;
    return response;
  };
  await Promise.all(Array.from({ length: count }, () => run(user, call, exchange, work)));
  return peak;
}

test.each([
  ['take long', { ms: 500, response: '' }],
  ['have large responses', { ms: 1, response: 'x'.repeat(10_000_000) }],
])(
  'a user whose requests %s has them one at a time for a while, and others do not',
  async (_, one) => {
    const { run } = createUserLimiter({ poolSize: 10 });
    const usual = { count: 4, ms: 1, response: '' };
    expect(await concurrencyOf(run, 'ann', usual)).toBe(4);
    expect(await concurrencyOf(run, 'ann', { count: 4, ...one })).toBe(4);
    expect(await concurrencyOf(run, 'ann', usual)).toBe(1);
    expect(await concurrencyOf(run, 'ben', usual)).toBe(4);
  },
);

test('an expensive request and the others of a busy user take turns', async () => {
  const { run } = createUserLimiter({ poolSize: 10 });
  const held = Promise.withResolvers<string>();
  const running = run('ann', heavy, exchange, () => held.promise);
  // Not busy yet: others run beside it.
  await concurrencyOf(run, 'ann', { count: 1, ms: 1, response: 'x'.repeat(40_000_000) });
  let isServed = false;
  const other = run('ann', call, exchange, async () => (isServed = true));
  await sleep(20);
  expect(isServed).toBe(false);
  expect(await concurrencyOf(run, 'ben', { count: 2, ms: 1, response: '' })).toBe(2);
  held.resolve('');
  await Promise.all([running, other]);
  expect(isServed).toBe(true);
});

/** Occupies all turns of expensive requests with those of others, until it is ended. */
function occupy(run: RunInTurn, users: readonly string[]) {
  const held = Promise.withResolvers<string>();
  const isRunning: string[] = [];
  const all = users.map((user) =>
    run(user, heavy, exchange, async () => {
      isRunning.push(user);
      return held.promise;
    }),
  );
  return { isRunning, end: () => (held.resolve(''), Promise.all(all)) };
}

test.each([
  [1, 2],
  [2, 2],
  [4, 4],
  [64, 5],
])(
  'with %i processors %i expensive requests of all users run at once',
  async (processors, count) => {
    const { run } = createUserLimiter({ poolSize: 10, processors });
    const users = Array.from({ length: 8 }, (_, at) => `user ${at}`);
    const { isRunning, end } = occupy(run, users);
    await sleep(20);
    expect(isRunning).toEqual(users.slice(0, count));
    // What is cheap does not wait for them.
    expect(await concurrencyOf(run, 'ann', { count: 4, ms: 1, response: '' })).toBe(4);
    await end();
    expect(isRunning).toEqual(users);
  },
);

/** Has users send requests of a length until they are busy, and then one more each. Returns whose run at once. */
async function runningOf(
  users: readonly string[],
  requests: { count: number; ms: number },
  { sent = call, method = 'GET', processors = 2 } = {},
): Promise<string[]> {
  const { run } = createUserLimiter({ poolSize: 10, processors });
  await Promise.all(users.map((user) => concurrencyOf(run, user, { ...requests, response: '' })));
  const held = Promise.withResolvers<string>();
  const running: string[] = [];
  const given = { ...exchange, request: { ...exchange.request, method } } as typeof exchange;
  const all = users.map((user) =>
    run(user, sent, given, async () => {
      running.push(user);
      return held.promise;
    }),
  );
  await sleep(20);
  const atOnce = [...running];
  held.resolve('');
  await Promise.all(all);
  expect(running).toEqual(users);
  return atOnce;
}

describe('of three busy users', () => {
  const users = ['ann', 'ben', 'cleo'];
  const long = { count: 4, ms: 450 };

  test.each([
    ['reads', { sent: call }],
    ['expensive reads', { sent: heavy }],
  ])('whose requests take long, one processor works on their %s', async (_, given) => {
    expect(await runningOf(users, long, given)).toEqual(['ann']);
    expect(await runningOf(users, long, { ...given, processors: 3 })).toEqual(['ann', 'ben']);
  });

  test('the changes wait no longer than others', async () => {
    expect(await runningOf(users, long, { method: 'POST' })).toEqual(users);
  });

  test('who send many short requests, none waits for another', async () => {
    expect(await runningOf(users, { count: 40, ms: 50 })).toEqual(users);
  });
});
