import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { failure } from '@repo/contract/error';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, statusOf, type Target } from '#test/abuse/connections.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';

let app: TestApp;
let target: Target;
beforeAll(async () => {
  app = await createTestApp({ config: { publicUrl: 'https://app.example' } });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  target = { host: '127.0.0.1', port: (app.app.server.address() as AddressInfo).port };
});
afterAll(() => app.close());

const host = 'host: a\r\n';
const post = `POST /api/auth/login HTTP/1.1\r\n${host}content-type: application/json\r\n`;
const chunked = `${post}transfer-encoding: chunked\r\n\r\n`;

test.each([
  [431, 'a long header', `GET / HTTP/1.1\r\n${host}x: ${'y'.repeat(17_000)}\r\n\r\n`],
  [431, 'many headers', `GET / HTTP/1.1\r\n${host}${'x: y\r\n'.repeat(5_000)}\r\n`],
  [431, 'a long address', `GET /${'y'.repeat(17_000)} HTTP/1.1\r\n${host}\r\n`],
  [413, 'extensions of a chunk', `${chunked}1;x=${'y'.repeat(20_000)}\r\n{\r\n0\r\n\r\n`],
  [400, 'a method that there is not', `FETCH / HTTP/1.1\r\n${host}\r\n`],
  [400, 'a version that there is not', `GET / HTTP/7.3\r\n${host}\r\n`],
  [400, 'HTTP/2 without an agreement', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  [400, 'TLS', '\x16\x03\x01\x02\0\x01\0\r\n\r\n'],
  [400, 'no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  [400, 'two lengths', `${post}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`],
  [400, 'a chunk without a length', `${chunked}zz\r\n{}\r\n0\r\n\r\n`],
  [400, 'a tunnel', `CONNECT a:443 HTTP/1.1\r\n${host}\r\n`],
  [417, 'an expectation', `${post}expect: a miracle\r\ncontent-length: 2\r\n\r\n{}`],
])('%i for %s, in the envelope, and the connection ends', async (status, _what, say) => {
  const one = await open(target, { say });
  await expect.poll(() => one.closedAfter()).toBeDefined();
  expect(statusOf(one)).toBe(status);
  expectWhole(one.heard());
});

test.each([
  ['a head of 2 MB', `GET / HTTP/1.1\r\n${host}x: ${'y'.repeat(2_000_000)}\r\n\r\n`, 431],
  ['no HTTP, 2 MB of it', 'y'.repeat(2_000_000), 400],
  ['a tunnel with 2 MB', `CONNECT a:443 HTTP/1.1\r\n${host}\r\n${'y'.repeat(2_000_000)}`, 400],
])('the response arrives while the client still sends %s', async (_what, say, status) => {
  for (let round = 0; round < 20; round += 1) {
    const one = await open(target, { say });
    let reset: Error | undefined;
    one.socket.on('error', (error) => (reset = error));
    await expect.poll(() => one.closedAfter()).toBeDefined();
    expect(reset).toBeUndefined();
    expect(statusOf(one)).toBe(status);
    expectWhole(one.heard());
  }
});

test.each([
  [413, 'a body that is too long', `${post}content-length: 99999999\r\n\r\n${'y'.repeat(100_000)}`],
  [
    413,
    'a body that says nothing of its length and is too long',
    `${chunked}${`fffff\r\n${'y'.repeat(0xfffff)}\r\n`.repeat(12)}`,
  ],
  [
    413,
    'a body that waits for 100-continue and is too long',
    `${post}expect: 100-continue\r\ncontent-length: 99999999\r\n\r\n`,
  ],
])('%i for %s, in the envelope, and the connection ends', async (status, _what, say) => {
  const one = await open(target, { say });
  await expect.poll(() => one.closedAfter()).toBeDefined();
  const heard = one.heard().replace('HTTP/1.1 100 Continue\r\n\r\n', '');
  expect(heard).toContain(`HTTP/1.1 ${status} `);
  expectWhole(heard);
});

test('408 for a head that does not arrive', async () => {
  const { server } = app.app;
  const connected = once(server, 'connection');
  const one = await open(target, { say: 'GET / HTTP/1.1\r\n' });
  const [socket] = await connected;
  // What Node says after ten seconds.
  server.emit(
    'clientError',
    Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  );
  await expect.poll(() => one.closedAfter()).toBeDefined();
  expect(statusOf(one)).toBe(408);
  expectWhole(one.heard());
});

/** One response with the envelope and the headers of every other one. */
function expectWhole(heard: string): void {
  expect(heard.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  for (const line of [
    'connection: close',
    'x-content-type-options: nosniff',
    'referrer-policy: no-referrer',
    'strict-transport-security: ',
    'cache-control: no-store',
    "content-security-policy: default-src 'none'",
    'x-request-id: ',
  ]) {
    expect(head.toLowerCase()).toContain(`\r\n${line}`);
  }
  const { success, error } = failure.parse(JSON.parse(body));
  expect(success).toBe(false);
  expect(head).toContain(` ${error.status} `);
}
