import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { bodyLimitOf, type Endpoint } from '@repo/contract/endpoint';
import { endpoints } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_PENDING_PUBLIC_BODIES } from '#platform/http/limit-pending-bodies.ts';
import { absent } from '../authorization/world.ts';
import { standInProviders } from '../authorization/stand-in-providers.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { close, open, openMany, statusOf, type Target } from './connections.ts';

let app: TestApp;
let target: Target;
beforeAll(async () => {
  app = await createTestApp({ providers: standInProviders });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  target = { host: '127.0.0.1', port: (app.app.server.address() as AddressInfo).port };
});
afterAll(() => app.close());

/** The head of a request whose body never arrives. */
const headOf = (method: string, path: string, bytes: number) =>
  `${method} ${path.replaceAll('{provider}', 'fathom').replaceAll(/\{\w+\}/g, absent)} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer unknown\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;

const withBody = Object.entries<Endpoint>(endpoints)
  .map(([name, call]) => [...(name.split(' ') as [string, string]), call] as const)
  .filter(([method]) => method !== 'GET');

describe('no body is waited for', () => {
  test.each(withBody.filter(([, , { access }]) => access !== 'public'))(
    'of %s %s, whose caller is unknown',
    async (method, path, call) => {
      const one = await open(target, { say: headOf(method, path, bodyLimitOf(call)) });
      await expect.poll(() => statusOf(one)).toBe(401);
      close([one]);
    },
  );

  test.each(withBody.filter(([, , { access }]) => access === 'public'))(
    'of %s %s, which anyone may call, when it is larger than 16 KiB',
    async (method, path) => {
      const one = await open(target, { say: headOf(method, path, 16 * 1024 + 1) });
      await expect.poll(() => statusOf(one)).toBe(413);
      close([one]);
    },
  );

  test.each(['/api', '/api/nothing', '/login'])('at %s, where there is no call', async (path) => {
    const one = await open(target, { say: headOf('POST', path, 1_000) });
    await expect.poll(() => statusOf(one)).toBe(404);
    close([one]);
  });
});

test('the connection of a refused caller ends when the body is large, and goes on when it is small', async () => {
  const path = '/api/accounts/import';
  const large = await open(target, { say: headOf('POST', path, limits.bodyBytes + 1) });
  await expect.poll(() => large.closedAfter()).toBeDefined();
  expect(statusOf(large)).toBe(401);
  const small = await open(target, { say: headOf('POST', path, 2) });
  await expect.poll(() => statusOf(small)).toBe(401);
  small.socket.write('{}GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(() => small.heard()).toContain('{"status":"ok"}');
  close([small]);
});

describe('a body that anyone may send', () => {
  const slow = { say: headOf('POST', '/api/auth/login', 1_000) };

  test('is closed when many others follow, and quick clients are served', async () => {
    const all = await openMany(MAX_PENDING_PUBLIC_BODIES + 20, () => open(target, slow));
    const cut = () => all.filter(({ closedAfter }) => closedAfter() !== undefined);
    await expect.poll(() => cut().length).toBe(20);
    const answer = await fetch(`http://127.0.0.1:${target.port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@company.com', password: 'a guess' }),
    });
    expect(answer.status).toBe(401);
    close(all);
    await Promise.all(all.map(({ socket }) => socket.closed || once(socket, 'close')));
  });

  test('is cut when it comes in crumbs, each of which takes memory', async () => {
    const head = headOf('POST', '/api/auth/login', 0).replace(
      'content-length: 0',
      'transfer-encoding: chunked',
    );
    const one = await open(target, { say: head + '1\r\n \r\n'.repeat(1_000) });
    await expect.poll(() => one.closedAfter()).toBeDefined();
  });

  test('is cut when it has not come after ten seconds', { timeout: 40_000 }, async () => {
    const one = await open(target, { ...slow, drip: ' ', pause: 500 });
    // Differs from the timeout of a whole request, which is 30 s.
    await expect.poll(() => one.closedAfter(), { timeout: 25_000 }).toBeDefined();
  });
});
