import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Piscina } from 'piscina';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#src/app.ts';
import { standInProviders } from '../authorization/stand-in-providers.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { isLong } from '../long-tests.ts';
import { toRequest } from '../test-call.ts';
import type { ClientRequest, ClientResponse } from './client.ts';
import { type CostsWorld, createCostsWorld } from './costs-world.ts';
import { measureStretches } from './measure-stretches.ts';
import { MAX_BYTES, type ReadingCall, readingCalls, type ReadingName } from './reading-calls.ts';
import { largeWorld, smallWorld } from './world-size.ts';

/** For longer no request may keep others waiting; milliseconds. */
const MAX_STRETCH_MS = 50;
/** The garbage collector may come in between, so the best of these counts. */
const TRIES = 5;

let testApp: TestApp;
let app: FastifyInstance;
let world: CostsWorld;
let client: Piscina;
let origin: string;
beforeAll(async () => {
  testApp = await createTestApp();
  world = await createCostsWorld(testApp.db, isLong ? largeWorld : smallWorld);
  // As in production: responses are not compared with the contract, which takes longer than to write them.
  app = await buildApp(testApp.context, { providers: standInProviders });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  client = new Piscina({
    filename: new URL('client.ts', import.meta.url).href,
    name: 'send',
    maxThreads: 1,
  });
}, 900_000);
afterAll(async () => {
  await client.destroy();
  await app.close();
  await testApp.close();
});

const send = (request: ClientRequest): Promise<ClientResponse> => client.run(request);

const reading = Object.keys(endpoints).filter((name) => name.startsWith('GET ')) as ReadingName[];

test.each(reading)('%s returns and works within its bounds', { timeout: 120_000 }, async (name) => {
  const calls = readingCalls(world)[name];
  expect(calls, 'is in test/costs/reading-calls.ts').toBeDefined();
  if (typeof calls === 'string') return;
  for (const call of calls) await measure(name, call);
});

/** The largest part of a file of accounts: each row with a domain that has to be converted, and as long as fits. */
const importPart = (part: number) => {
  const rows = Array.from({ length: limits.rowsPerImportPart }, (_, row) => ({
    domain: `https://www.münchen-${part}-${row}.example.org/kontakt`,
    name: `München ${row} ${'Gesellschaft '.repeat(14)}`,
    owner: row % 2 === 0 ? 'member7@costs.example' : 'Nobody of this name',
    note: 'Getroffen auf der Messe. '.repeat(19),
  }));
  return JSON.stringify({ rows });
};

test.each(['account-import/preview', 'account-import'])(
  'a part of %s works within its bounds',
  { timeout: 120_000 },
  async (name) => {
    // The entries of the filled log are more changes than one person may make in a day.
    await sql`update audit_entries set at = at - interval '2 days'`.execute(testApp.db);
    let best = Infinity;
    for (let count = 0; count < TRIES && best >= MAX_STRETCH_MS / 2; count += 1) {
      const url = `${origin}/api/workspaces/${world.workspaceId}/${name}`;
      const body = importPart(count);
      const { result, maxMs } = await measureStretches(() =>
        send({ url, token: world.ann.token, body }),
      );
      expect(result.status, result.text).toBe(200);
      best = Math.min(best, maxMs);
    }
    expect(best).toBeLessThan(MAX_STRETCH_MS);
  },
);

async function measure(name: EndpointName, call: ReadingCall): Promise<void> {
  const { url, query = {} } = toRequest(name, call);
  const request = {
    url: `${origin}${String(url)}?${new URLSearchParams(query as Record<string, string>)}`,
    token: world.ann.token,
  };
  let best: { result: ClientResponse; maxMs: number } | undefined;
  for (let count = 0; count < TRIES; count += 1) {
    const measured = await measureStretches(() => send(request));
    if (best === undefined || measured.maxMs < best.maxMs) best = measured;
    if (best.maxMs < MAX_STRETCH_MS / 2) break;
  }
  const { status, bytes, text } = best?.result ?? {};
  const what = `${call.of ?? ''}: ${text}`;
  expect.soft(status, what).toBe(call.expected ?? 200);
  expect.soft(bytes, what).toBeLessThan(call.maxBytes ?? MAX_BYTES);
  expect.soft(best?.maxMs, what).toBeLessThan(MAX_STRETCH_MS);
}
