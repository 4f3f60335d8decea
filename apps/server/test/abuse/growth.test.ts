import { bodyLimitOf, type Endpoint } from '@repo/contract/endpoint';
import { endpoints } from '@repo/contract/endpoints';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absent, createWorld, type World } from '../authorization/world.ts';
import { growingBodies, growingHeads, type GrowingRequest } from './growing-requests.ts';
import { type Growth, measureGrowth } from './measure-growth.ts';

/**
 * Checks for every endpoint of the contract, including new ones, that the work is proportional to
 * the size of the request. Only expensive ones are measured in more than one size here; `npm run
 * proof -- abuse` measures four doublings, takes the best of five, and judges smaller costs.
 */
const isFull = process.env['ABUSE_GROWTH'] === 'full';
const { factors, ...precision } = isFull
  ? { factors: [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1], rounds: 5, floorMs: 4 }
  : { factors: [1 / 8, 1 / 2, 1], rounds: 3, floorMs: 25 };
/** The largest body that is parsed; larger ones are only sent to endpoints that accept them. */
const largestBody = isFull ? 1_000_000 : 200_000;

/** Slope of a line through the doublings; n log n results in 1.1. */
const maxExponent = isFull ? 1.2 : 1.5;
/**
 * Maximum cost of an unauthenticated request with 200 KB; milliseconds. Less precise when other
 * tests run at the same time.
 */
const maxCostBeforeAuthenticationMs = isFull ? 5 : 25;
const bodyBeforeAuthentication = 200_000;
/** Less than the 16 KB that Node.js accepts. */
const largestHead = 12_000;
/** A request that takes longer has failed; milliseconds. */
const requestTimeout = 20_000;

let world: World;
let measured = 0;
let judged = 0;
const worst = { exponent: 0, growing: 'none', cost: 0, costly: 'none' };
const total = Object.keys(endpoints).length;
let done = 0;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.app.close();
  if (!isFull) return;
  process.stdout.write(
    `growth of work, in all: ${measured} kinds of requests over ${total} calls, ${judged} costly enough to judge; the steepest grows with the power ${worst.exponent.toFixed(2)} (${worst.growing}), at most ${maxExponent}; the most expensive before authentication takes ${worst.cost.toFixed(1)} ms (${worst.costly}), at most ${maxCostBeforeAuthenticationMs} ms\n`,
  );
});

/** The URL of an endpoint, with existing ids unless they would be deleted. */
function addressOf(method: string, path: string): string {
  const { ours, iconSignature } = world;
  const { owner, colleague } = ours;
  const known: Record<string, string> = {
    workspaceId: ours.id,
    accountId: ours.accountId,
    activityId: ours.activityId,
    integrationId: owner.webhookId,
    userId: colleague.id,
    id: path.includes('/integrations/') ? owner.mailboxId : colleague.id,
    provider: path.includes('webhooks') ? 'fathom' : 'gmail',
    domain: 'acme.com',
    signature: iconSignature,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    method === 'DELETE' ? absent : (known[name] ?? absent),
  );
}

/** The query that an endpoint needs to do its work without waiting for a provider. */
const validQueries: Record<string, string> = {
  'GET /api/accounts': 'type=domains&',
  'GET /api/accounts/discover': 'progress=true&',
};

/**
 * Sends a request and reads the response; for event streams only the head, since they do not end.
 */
async function send(request: InjectOptions): Promise<number> {
  const signal = AbortSignal.timeout(requestTimeout);
  const response = await world.app.app.inject({ ...request, signal, payloadAsStream: true });
  const stream = response.stream();
  if (String(response.headers['content-type']).startsWith('text/event-stream')) stream.destroy();
  else await stream.toArray({ signal });
  return response.statusCode;
}

async function measure(
  name: string,
  { what, request, largest = Number.POSITIVE_INFINITY }: GrowingRequest,
  limit: number,
  bearer: string,
): Promise<Growth & { described: string; status: number }> {
  const [method = '', path = ''] = name.split(' ');
  const address = addressOf(method, path);
  const sizes = factors.map((factor) => Math.min(limit, largest) * factor);
  // Created beforehand, so that creating them is not measured.
  const requests = new Map(
    sizes.map((size) => {
      const { url: query = '', headers, ...rest } = request(size);
      const sent = { authorization: `Bearer ${bearer}`, ...headers };
      return [
        size,
        { ...rest, method, url: `${address}${String(query)}`, headers: sent } as InjectOptions,
      ];
    }),
  );
  let status = 0;
  const work = async (size: number) => void (status = await send(requests.get(size) ?? {}));
  const growth = await measureGrowth(work, { sizes, ...precision });
  const described = `${name}, ${what}, ${growth.costs.map((cost) => cost.toFixed(1)).join(' → ')} ms`;
  measured += 1;
  if (growth.costs.length > 1) {
    judged += 1;
    if (isFull) process.stderr.write(`  ${growth.exponent.toFixed(2)} ${described}\n`);
  }
  if (growth.exponent > worst.exponent) {
    Object.assign(worst, { exponent: growth.exponent, growing: described });
  }
  return { ...growth, described, status };
}

/**
 * Measures again what exceeded the limit: a garbage collection or a compilation in another thread
 * counts as well, and can last longer than all rounds together. What is expensive remains so.
 */
async function measureBeforeAuthentication(name: string, shape: GrowingRequest, limit: number) {
  for (let looks = 1; ; looks += 1) {
    const measured = await measure(name, shape, limit, 'unknown');
    const isWithin =
      (measured.costs.at(-1) ?? 0) <= maxCostBeforeAuthenticationMs &&
      measured.exponent <= maxExponent;
    if (isWithin || looks === 3) return measured;
  }
}

describe.each(Object.entries<Endpoint>(endpoints))('%s', { timeout: 600_000 }, (name, call) => {
  const takesBody = !name.startsWith('GET');
  const bodies = takesBody ? growingBodies(call) : [];
  const heads = growingHeads(call, validQueries[name] ?? '');

  test('costs little before its caller is known', async () => {
    for (const shape of [...bodies, ...heads]) {
      const limit = bodies.includes(shape) ? bodyBeforeAuthentication : largestHead;
      const { costs, exponent, described } = await measureBeforeAuthentication(name, shape, limit);
      expect.soft(exponent, described).toBeLessThanOrEqual(maxExponent);
      const cost = costs.at(-1) ?? 0;
      if (cost > worst.cost) Object.assign(worst, { cost, costly: described });
      expect.soft(cost, described).toBeLessThanOrEqual(maxCostBeforeAuthenticationMs);
    }
  });

  test('costs in proportion to what a known caller sends', async () => {
    const { app, people, ours } = world;
    const who = call.access === 'admin' ? people.administrator.id : ours.owner.id;
    // The JSON around the growing part takes some bytes as well.
    const limit = takesBody ? Math.min(bodyLimitOf(call), largestBody) * 0.95 : largestHead;
    let token = '';
    let isSpent = true;
    for (const shape of takesBody ? bodies : heads) {
      // Earlier requests may have ended the session or exhausted a rate limit.
      if (isSpent) {
        token = call.access === 'secret' ? ours.owner.webhookToken : await app.make.session(who);
        await app.db.deleteFrom('rate_limit_counters').execute();
      }
      const { exponent, described, status } = await measure(name, shape, limit, token);
      isSpent = status === 401 || status === 429 || name === 'POST /api/auth/logout';
      expect.soft(exponent, described).toBeLessThanOrEqual(maxExponent);
    }
    done += 1;
    if (isFull) process.stderr.write(`growth of work: ${done} of ${total} calls, ${name}\n`);
  });
});
