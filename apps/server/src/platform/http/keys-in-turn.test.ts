import Fastify from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createApiKey } from '../secrets/api-key.ts';
import { AppError } from './app-error.ts';
import { createRoute } from './route.ts';

const holder = {
  keyId: 'key',
  id: '0198c1d2-0000-7000-8000-000000000001',
  name: 'Ann',
  email: 'ann@acme.example',
  isAdmin: false,
  scopes: ['workspaces:read'],
};

/** Longer than a request may have waited that is not authenticated again. */
const SLOW_MS = 80;

function serve(handle: () => Promise<void>) {
  const app = Fastify();
  onTestFinished(() => app.close());
  const authenticated: string[] = [];
  const revoked = new Set<string>();
  const route = createRoute(app, {
    authenticate: async () => undefined,
    authenticateKey: async (key) => {
      authenticated.push(key);
      if (revoked.has(key)) throw new AppError('UNAUTHENTICATED', 'This API key was revoked.');
      return holder;
    },
    checkResponses: false,
    poolSize: 10,
    maintenance: () => undefined,
    runOnce: (_call, _exchange, run) => run(),
  });
  route('GET /api/workspaces', async () => {
    await handle();
    return { items: [] };
  });
  const send = (key: string) =>
    app
      .inject({ url: '/api/workspaces', headers: { authorization: `Bearer ${key}` } })
      .then(({ statusCode }) => statusCode);
  return { authenticated, revoked, send };
}

test('a key whose requests wait for their turns is authenticated once for each', async () => {
  const { authenticated, send } = serve(() => sleep(SLOW_MS));
  const key = createApiKey();
  expect(await send(key)).toBe(200);
  const statuses = await Promise.all(Array.from({ length: 12 }, () => send(key)));
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(authenticated.length).toBe(13);
});

test('a key that is revoked while its request waits reads nothing', async () => {
  let handled = 0;
  const { revoked, send } = serve(async () => {
    handled += 1;
    await sleep(SLOW_MS);
  });
  const key = createApiKey();
  await send(key);
  const waiting = Array.from({ length: 8 }, () => send(key));
  await sleep(SLOW_MS / 2);
  const begun = handled;
  revoked.add(key);
  const statuses = await Promise.all(waiting);
  expect(statuses.filter((status) => status === 200)).toHaveLength(begun - 1);
  expect(handled).toBe(begun);
});

test('a revoked key takes no further turns of its user', async () => {
  const { revoked, send } = serve(() => sleep(5 * SLOW_MS));
  const [works, lost] = [createApiKey(), createApiKey()];
  await send(lost);
  revoked.add(lost);
  expect(await send(lost)).toBe(401);
  let isRead = false;
  const reading = Promise.all(Array.from({ length: 4 }, () => send(works))).then(
    () => (isRead = true),
  );
  expect(await send(lost)).toBe(401);
  expect(isRead).toBe(false);
  await reading;
});
