import { copyFile, mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import {
  close,
  open,
  type Opened,
  openMany,
  postHead,
  statusOf,
  type Target,
} from './connections.ts';

const page = path.join(import.meta.dirname, '../../../web/index.html');

/** More than the operating system takes of a response that no one reads. */
const largeBytes = 20_000_000;
let webFolder: string;
let app: TestApp;
let target: Target;
let token: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'connections-'));
  await mkdir(path.join(webFolder, 'assets'));
  await copyFile(page, path.join(webFolder, 'index.html'));
  await writeFile(path.join(webFolder, 'assets/large-AAAAAAAA.js'), Buffer.alloc(largeBytes, ' '));
  app = await createTestApp({ webFolder });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  // As in production, but with shorter timeouts: half a second for a head, one second for a
  // request.
  app.app.server.headersTimeout = 500;
  app.app.server.requestTimeout = 1_000;
  target = { host: '127.0.0.1', port: (app.app.server.address() as AddressInfo).port };
  token = (await app.make.person()).token;
});
afterAll(async () => {
  await app.close();
  await rm(webFolder, { recursive: true });
});

async function isServed(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${target.port}/api/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.ok;
}

const areClosed = (all: readonly Opened[]) => () =>
  all.every(({ closedAfter }) => closedAfter() !== undefined);

// At the same time: each waits for seconds.
describe.concurrent('slow clients are disconnected while others are served', () => {
  test.each([
    ['with the head', { say: 'GET / HTTP/1.1\r\nhost: a\r\n', drip: 'x: y\r\n' }],
    ['with the body', { say: postHead('/api/auth/login', 10_000), drip: ' ' }],
    ['to say anything', {}],
  ])('%s', { timeout: 20_000 }, async (_what, manner) => {
    const slow = await openMany(100, () => open(target, manner));
    expect(await isServed()).toBe(true);
    await expect.poll(areClosed(slow), { timeout: 12_000 }).toBe(true);
    expect(await isServed()).toBe(true);
    close(slow);
  });
});

describe('too much is refused before it is read', () => {
  test('a body that says how long it is', { timeout: 20_000 }, async () => {
    const part = 'x'.repeat(1024 * 1024);
    const large = await openMany(20, () =>
      open(target, {
        say: postHead('/api/auth/login', 1_000_000_000) + part,
        drip: part,
        pause: 20,
      }),
    );
    await expect.poll(areClosed(large), { timeout: 10_000 }).toBe(true);
    // A client that is still sending when the connection is closed may lose the response in
    // transit.
    const answered = large.filter((one) => statusOf(one) === 413);
    expect(answered.length).toBeGreaterThan(0);
    expect(answered[0]?.heard()).toContain('"code":"PAYLOAD_TOO_LARGE"');
    expect(await isServed()).toBe(true);
    close(large);
  });

  test('a body that does not', async () => {
    const head =
      'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    const chunk = `80000\r\n${'x'.repeat(0x80000)}\r\n`;
    const one = await open(target, { say: head + chunk });
    await expect.poll(() => statusOf(one)).toBe(413);
    close([one]);
  });

  test.each([
    ['whose length is announced', 'content-length: 600000'],
    // Counts as the longest one, whatever arrives of it.
    ['whose length is unknown', 'transfer-encoding: chunked'],
  ])('bodies of one member %s, beyond what is read of them at a time', async (_what, length) => {
    const { heldBodyBytes } = limits;
    // One body is read whatever its size.
    Object.assign(limits, { heldBodyBytes: 500_000 });
    const head = (bearer: string) =>
      postHead('/api/accounts/import', 0)
        .replace('content-length: 0', length)
        .replace('\r\n\r\n', `\r\nauthorization: Bearer ${bearer}\r\n\r\n`);
    const other = await app.make.person();
    try {
      const first = await open(target, { say: head(token) });
      // The first one is being read when the server has responded to something after it.
      expect(await isServed()).toBe(true);
      const second = await open(target, { say: head(token) });
      await expect.poll(() => statusOf(second)).toBe(429);
      const others = await open(target, { say: head(other.token) });
      close([first]);
      const third = await open(target, { say: head(token) });
      expect(await isServed()).toBe(true);
      expect([statusOf(others), statusOf(third)]).toEqual([undefined, undefined]);
      close([second, others, third]);
    } finally {
      Object.assign(limits, { heldBodyBytes });
    }
  });

  test('a head', async () => {
    const one = await open(target, {
      say: `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`,
    });
    await expect.poll(() => statusOf(one)).toBe(431);
    await expect.poll(areClosed([one])).toBe(true);
  });
});

describe('what is no HTTP is refused and answered by no one else', () => {
  const body = '{"email":"a@a.example","password":"a"}';
  const login = 'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
  test.each([
    ['noise', '\0\x16\x03\x01\x02\0\x01\0\r\n\r\n'],
    ['a broken line', 'GET /\x00 HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['no host', 'GET /api/auth/me HTTP/1.1\r\n\r\n'],
    ['two lengths', `${login}content-length: 5\r\ncontent-length: 50\r\n\r\n${body}`],
    [
      'a length and chunks',
      `${login}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
    ],
    ['a length that is none', `${login}content-length: -1\r\n\r\n${body}`],
    [
      'a chunk that is none',
      `${login}transfer-encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
    ],
    [
      'chunks that are not the last coding',
      `${login}transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    ],
    ['a folded header', 'GET / HTTP/1.1\r\nhost: a\r\nx: y\r\n z: w\r\n\r\n'],
    [
      'a bare line feed in a header',
      'GET /api/auth/me HTTP/1.1\r\nhost: a\r\nauthorization: Bearer a\nx: y\r\n\r\n',
    ],
  ])('%s', async (_what, say) => {
    const one = await open(target, { say });
    await expect.poll(() => statusOf(one)).toBe(400);
    await expect.poll(areClosed([one])).toBe(true);
    expect(one.heard().match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(one.heard()).not.toMatch(/node_modules|\n\s+at /);
  });

  test.each([
    '/%',
    '/%c0%ae%c0%ae/etc/passwd',
    '/api/accounts/%',
    '/api/accounts/%00',
    '/api/accounts/..%2f..%2fadmin',
    '//elsewhere.example/%2f..',
    '/api/workspaces/%ED%A0%80/accounts',
    `/api/accounts/${'a'.repeat(300)}`,
    'http://elsewhere.example/api/auth/me',
    '/api/auth/me#?',
  ])('an address such as %s is answered', async (address) => {
    const one = await open(target, { say: `GET ${address} HTTP/1.1\r\nhost: a\r\n\r\n` });
    await expect.poll(() => statusOf(one)).toBeGreaterThan(0);
    expect(statusOf(one)).toBeLessThan(500);
    expect(one.heard()).not.toMatch(/^location:/im);
    close([one]);
  });
});

describe('a client that sends many requests at once', () => {
  const getOf = (address: string) => `GET ${address} HTTP/1.1\r\nhost: a\r\n\r\n`;

  test('gets the responses to some', async () => {
    const one = await open(target, { say: getOf('/healthz').repeat(20) });
    await expect.poll(() => one.heard().match(/HTTP\/1\.1 200/g)).toHaveLength(20);
    close([one]);
  });

  test('is disconnected with thousands, without anything being done for them', async () => {
    const say = getOf('/api/openapi.json').repeat(5_000);
    const all = await openMany(10, () => open(target, { say }));
    await expect.poll(areClosed(all), { timeout: 5_000 }).toBe(true);
    expect(await isServed()).toBe(true);
  });

  test('has few files of the documentation open', async () => {
    const file = 'swagger-ui-bundle.js';
    const openFiles = async () => {
      const opened = (await readdir('/proc/self/fd')).map((descriptor) =>
        readlink(`/proc/self/fd/${descriptor}`).catch(() => ''),
      );
      return (await Promise.all(opened)).filter((name) => name.endsWith(file)).length;
    };
    const silent = await openMany(10, async () => {
      const opened = await open(target);
      opened.socket.pause();
      opened.socket.write(getOf(`/api/docs/static/${file}`).repeat(20));
      return opened;
    });
    await expect.poll(openFiles, { timeout: 10_000 }).toBeGreaterThan(20);
    expect(await isServed()).toBe(true);
    expect(await openFiles()).toBeLessThanOrEqual(50);
    close(silent);
    await expect.poll(openFiles, { timeout: 10_000 }).toBe(0);
  });
});

describe('a client that reads no response', () => {
  const countConnections = () => promisify(app.app.server.getConnections.bind(app.app.server))();

  test('is cut off', { timeout: 30_000 }, async () => {
    const { server } = app.app;
    const { timeout } = server;
    expect(timeout).toBe(120_000);
    const address = '/assets/large-AAAAAAAA.js';
    // The server reads its files with the first request.
    const read = await fetch(`http://127.0.0.1:${target.port}${address}`);
    expect((await read.arrayBuffer()).byteLength).toBe(largeBytes);
    server.timeout = 3_000;
    try {
      const silent = await openMany(20, async () => {
        const opened = await open(target);
        opened.socket.pause();
        opened.socket.write(`GET ${address} HTTP/1.1\r\nhost: a\r\n\r\n`);
        return opened;
      });
      await expect.poll(countConnections, { timeout: 2_500 }).toBeGreaterThanOrEqual(20);
      expect(await isServed()).toBe(true);
      await expect.poll(countConnections, { timeout: 20_000 }).toBeLessThan(5);
      close(silent);
    } finally {
      server.timeout = timeout;
    }
  });

  test('gets no more of them, and takes the memory of no one', { timeout: 60_000 }, async () => {
    const person = await app.make.person();
    await sql`
      insert into domains (owner_id, domain, source)
      select ${person.id}, 'unread' || number || '.example', 'manual'
      from generate_series(1, ${limits.trackedDomains}) number`.execute(app.db);
    const statusFor = async (bearer: string) => {
      const url = `http://127.0.0.1:${target.port}/api/auth/me`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${bearer}` } });
      await answer.arrayBuffer();
      return answer.status;
    };
    const { unreadCharacters } = limits;
    Object.assign(limits, { unreadCharacters: 2_000_000 });
    try {
      const list = `GET /api/accounts?type=domains HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${person.token}\r\n\r\n`;
      const silent = await open(target);
      silent.socket.pause();
      silent.socket.write(list.repeat(12));
      await expect.poll(() => statusFor(person.token), { timeout: 30_000 }).toBe(429);
      expect(await statusFor(token)).toBe(200);
      silent.socket.destroy();
      await expect.poll(() => statusFor(person.token), { timeout: 20_000 }).toBe(200);
    } finally {
      Object.assign(limits, { unreadCharacters });
    }
  });
});
