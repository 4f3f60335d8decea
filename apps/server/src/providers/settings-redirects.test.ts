import http from 'node:http';
import type { RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type * as publicAddress from '#platform/net/public-address.ts';
import { createFetchPublic } from '#platform/net/fetch-public.ts';
import { findCalendarServer } from './caldav/find-calendar-server.ts';
import { findServer } from './imap/find-server/find-server.ts';

/** A stranger's web server, at an address that counts as public in this test, and one inside the network. */
const places = { stranger: '127.0.0.2', inner: '127.0.0.1' };
const heard: string[] = [];
const { port } = vi.hoisted(() => ({ port: { number: 0 } }));

// The same connection without TLS, on an unprivileged port.
vi.mock('node:https', () => ({
  request: (url: URL, options: RequestOptions) =>
    http.request(Object.assign(new URL(url.href), { protocol: 'http:' }), {
      ...options,
      port: port.number,
    }),
}));
vi.mock('#platform/net/public-address.ts', async (original) => {
  const { isPublicAddress } = await original<typeof publicAddress>();
  return {
    isPublicAddress: (address: string) => address === '127.0.0.2' || isPublicAddress(address),
  };
});

let location = '';
let resolved: string[] = [];
const servers: http.Server[] = [];

beforeAll(async () => {
  for (const address of Object.values(places)) {
    const server = http.createServer(({ headers, url }, response) => {
      heard.push(`${address} ${headers.host?.split(':')[0]}${url}`);
      if (headers.authorization !== undefined) heard.push(`${places.inner} got a password`);
      if (address === places.inner) response.writeHead(401).end('<clientConfig/>');
      else response.writeHead(302, { location }).end();
    });
    await new Promise<void>((resolve) => server.listen(port.number, address, resolve));
    port.number = (server.address() as AddressInfo).port;
    servers.push(server);
  }
});
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});
beforeEach(() => {
  heard.length = 0;
  resolved = [];
});

/** Names below `inner.example` point into the network, and `rebinding.example` from its second lookup on. */
const search = {
  fetch: createFetchPublic(
    async (host) => {
      const isAgain = resolved.includes(host) && host.endsWith('rebinding.example');
      resolved.push(host);
      return [isAgain || host.endsWith('inner.example') ? places.inner : places.stranger];
    },
    { accept: '*/*', 'user-agent': 'test' },
  ),
  records: { mx: async () => [], srv: async () => [] },
};

const signal = () => AbortSignal.timeout(5_000);

test.each([
  ['https://inner.example/secret'],
  ['//inner.example/secret'],
  ['http://stranger.example/secret'],
  ['https://stranger.example:8443/secret'],
  ['https://127.0.0.1/secret'],
  ['https://127.0.0.1./secret'],
  ['https://2130706433/secret'],
  ['https://0177.1/secret'],
  ['https://[::ffff:127.0.0.1]/secret'],
  ['https://ann:secret@inner.example/secret'],
  ['file:///etc/passwd'],
])('a search for settings follows no redirect to %s', async (target) => {
  location = target;
  expect(await findServer(search, 'ann@company.example', signal())).toBeUndefined();
  const calendars = await findCalendarServer(search, 'ann@company.example', signal());
  // A port that is not that of https is only named, for the person to confirm.
  expect(calendars?.server).toEqual(
    target.includes(':8443')
      ? { host: 'stranger.example', port: 8443, security: 'tls' }
      : undefined,
  );
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.filter((line) => line.startsWith(places.inner))).toEqual([]);
});

test('each address of a search is resolved once, and again for the next one', async () => {
  location = '/again';
  await findCalendarServer(search, 'ann@rebinding.example', signal());
  expect(resolved.length).toBeGreaterThan(1);
  expect(heard).toEqual([`${places.stranger} rebinding.example/.well-known/caldav`]);
});
