import type { Endpoint } from '@repo/contract/endpoint';
import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../authorization/world.ts';
import { isLong } from '../long-tests.ts';
import { expectHarmless } from './expect-harmless.ts';
import { hostileRequest } from './hostile-request.ts';
import { naughtyStrings } from './hostile-values.ts';

/**
 * Requests to each endpoint; more with `ABUSE_RUNS=1000`. A failure prints the seed that reproduces
 * it.
 */
const numRuns = Number(process.env['ABUSE_RUNS'] ?? (isLong ? 60 : 15));
/** The short form uses every so many of the naughty strings. */
const step = isLong ? 1 : 10;

let world: World;
let ids: string[];
beforeAll(async () => {
  world = await createWorld();
  const { ours, theirs } = world;
  const { colleague } = ours;
  ids = [ours.id, theirs.id, ours.accountId, ours.activityId, colleague.id, colleague.mailboxId];
});
afterAll(() => world.app.close());

let token: string;
beforeEach(async () => {
  const { app, people } = world;
  // Earlier requests may have ended sessions and triggered syncs that an endpoint would wait for.
  token = await app.make.session(people.administrator.id);
  await app.make.membership(world.ours.id, people.administrator.id, 'owner').catch(() => {});
  await app.db.deleteFrom('sync_tasks').execute();
  await app.db.deleteFrom('rate_limit_counters').execute();
  await app.db.deleteFrom('sign_in_failures').execute();
  const tomorrow = new Date(Date.now() + 86_400_000);
  await app.db
    .updateTable('integrations')
    .set({ cursor: '{}', last_synced_at: tomorrow })
    .execute();
});

async function send(request: InjectOptions): Promise<LightMyRequestResponse> {
  const response = await world.app.app.inject({
    ...request,
    headers: { authorization: `Bearer ${token}`, ...request.headers },
    payloadAsStream: true,
  });
  const isEndless = response.headers['content-type']?.toString().startsWith('text/event-stream');
  const stream = response.stream();
  if (isEndless) stream.destroy();
  const body = isEndless ? '' : Buffer.concat(await stream.toArray()).toString();
  return Object.assign(response, { body });
}

test('the list of naughty strings is at hand', ({ skip }) => {
  skip(
    naughtyStrings === undefined,
    'shared/data/naughty-strings.json is not beside the repository',
  );
  expect(naughtyStrings?.length).toBeGreaterThan(100);
});

describe('whatever is sent, the answer is in the envelope and tells nothing', () => {
  test.each(Object.entries<Endpoint>(endpoints))('%s', { timeout: 120_000 }, async (name, call) => {
    const [method = '', path = ''] = name.split(' ');
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(hostileRequest([method, path], call, ids), async (request) => {
        const response = await send(request);
        const { statusCode } = response;
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        expectHarmless(
          response,
          `${request.method} ${String(request.url)} ${String(request.payload).slice(0, 500)}`,
        );
      }),
      { numRuns },
    );
    // Not all requests may be refused before they reach a handler.
    if (call.access !== 'secret') expect(statuses.get(401) ?? 0).toBeLessThan(numRuns / 2);
  });

  test('no request changed what every object inherits', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });
});

describe('each naughty string', () => {
  const inputs: [EndpointName, (text: string) => InjectOptions][] = [
    ['POST /api/auth/login', (text) => ({ payload: { email: text, password: text } })],
    ['GET /api/admin/users', (text) => ({ query: { search: text } })],
    ['POST /api/accounts/import', (text) => ({ payload: { domains: [text] } })],
    [
      'POST /api/admin/users/invite',
      (text) => ({ payload: { email: `${text}@a.example`, name: text } }),
    ],
  ];

  test.each(inputs)('in %s', { timeout: 120_000 }, async (name, requestOf) => {
    const [method, url] = name.split(' ') as ['GET' | 'POST', string];
    const chosen = naughtyStrings?.filter((_, index) => index % step === 0) ?? [];
    for (const text of chosen) {
      await world.app.db.deleteFrom('rate_limit_counters').execute();
      await world.app.db.deleteFrom('sign_in_failures').execute();
      const response = await send({ method, url, ...requestOf(text) });
      expectHarmless(response, `${name} ${JSON.stringify(text)}`);
      expect([401, 429].includes(response.statusCode) && name !== 'POST /api/auth/login').toBe(
        false,
      );
    }
  });
});
