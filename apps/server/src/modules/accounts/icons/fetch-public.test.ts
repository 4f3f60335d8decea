import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFetchPublic } from '#platform/net/fetch-public.ts';
import { iconRequest } from './icon-fetcher.ts';
import { findIcon } from './find-icon.ts';
import type * as publicAddress from '#platform/net/public-address.ts';

/** A company's web server, at an address that counts as public in this test. */
const company = { host: '127.0.0.2', heard: [] as string[] };
/** A server inside the network, which must not be reachable through the fetcher. */
const inner = { host: '127.0.0.1', heard: [] as string[] };

const { port } = vi.hoisted(() => ({ port: { number: 0 } }));

/** The addresses that each name resolves to, one entry per lookup; the last entry is repeated. */
const names = new Map<string, string[][]>();
const fetchPublic = createFetchPublic(async (host) => {
  const answers = names.get(host) ?? [];
  const addresses = answers.length > 1 ? answers.shift() : answers[0];
  if (addresses === undefined) throw new Error('ENOTFOUND');
  return addresses;
}, iconRequest);

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

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Handler;
let servers: http.Server[];

beforeAll(async () => {
  const listen = async (site: typeof company, handler: Handler) => {
    const server = http.createServer((request, response) => {
      site.heard.push(`${request.headers.host}${request.url}`);
      handler(request, response);
    });
    await new Promise<void>((resolve) => server.listen(port.number, site.host, resolve));
    port.number = (server.address() as AddressInfo).port;
    return server;
  };
  servers = [
    await listen(company, (request, response) => answer(request, response)),
    await listen(inner, (_request, response) => response.end(png)),
  ];
});
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});
beforeEach(() => {
  names.clear();
  names.set('company.example', [[company.host]]);
  names.set('inner.example', [[inner.host]]);
  company.heard.length = 0;
  inner.heard.length = 0;
  answer = (_request, response) => response.writeHead(404).end();
});

const limits = () => ({ signal: AbortSignal.timeout(2_000), maximumBytes: 64 });
const read = (address: string) => fetchPublic(new URL(address), limits());
const redirectTo =
  (location: string): Handler =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

test('addresses on the public internet are fetched', async () => {
  answer = (_request, response) => response.end(png);
  expect(await read('https://company.example/favicon.ico')).toMatchObject({
    status: 200,
    body: png,
  });
});

describe('no request is sent to private networks', () => {
  test.each([
    ['this machine', ['127.0.0.1']],
    ['another address of it', ['127.8.8.8']],
    ['a private network', ['10.0.0.7']],
    ['the cloud’s metadata', ['169.254.169.254']],
    ['this machine as IPv6', ['::1']],
    ['this machine mapped into IPv6', ['::ffff:127.0.0.1']],
    ['this machine mapped, in hexadecimal', ['::ffff:7f00:1']],
    ['a private network by NAT64', ['64:ff9b::a00:7']],
    ['a link', ['fe80::1']],
    ['a unique local address', ['fd00::1']],
    ['a public address and a private one', ['127.0.0.2', '127.0.0.1']],
  ])('whose name points to %s', async (_what, addresses) => {
    names.set('attacker.example', [addresses]);
    await expect(read('https://attacker.example/')).rejects.toThrow('not public');
    expect([...inner.heard, ...company.heard]).toEqual([]);
  });

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://company.example:8080/',
    'http://inner.example/',
    'file:///etc/passwd',
    'ftp://inner.example/',
  ])('whose address is %s', async (address) => {
    await expect(read(address)).rejects.toThrow('is not asked');
    expect(inner.heard).toEqual([]);
  });

  test('when a name points elsewhere as soon as it was looked at', async () => {
    names.set('rebinding.example', [[company.host], [inner.host]]);
    answer = (_request, response) => response.end(png);
    // The first request connects to the address that was checked; the next lookup is checked again.
    expect((await read('https://rebinding.example/')).body).toEqual(png);
    await expect(read('https://rebinding.example/')).rejects.toThrow('not public');
    expect(company.heard).toHaveLength(1);
    expect(inner.heard).toEqual([]);
  });

  test.each([
    'https://inner.example/secret.png',
    'https://127.0.0.1/secret.png',
    'https://[::1]/secret.png',
    'http://inner.example/secret.png',
    '//inner.example/secret.png',
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    'gopher://inner.example/',
    'https://user:password@inner.example/',
    '\u0000',
  ])('when the company redirects to %s', async (location) => {
    answer = redirectTo(encodeURI(location));
    expect(await findIcon(fetchPublic, 'company.example')).toBeUndefined();
    expect(company.heard.length).toBeGreaterThan(0);
    expect(inner.heard).toEqual([]);
  });

  test('when the company’s page names an icon there', async () => {
    answer = (request, response) => {
      if (request.url === '/') response.end('<link rel="icon" href="https://inner.example/a.png">');
      else response.writeHead(404).end();
    };
    expect(await findIcon(fetchPublic, 'company.example')).toBeUndefined();
    expect(inner.heard).toEqual([]);
  });
});

describe('bad responses are refused', () => {
  test('with more than an icon can be', async () => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    answer = (_request, response) => {
      response.on('close', resolve);
      const go = () => {
        while (response.write(Buffer.alloc(65_536))) continue;
        response.once('drain', go);
      };
      go();
    };
    await expect(read('https://company.example/')).rejects.toThrow('larger than allowed');
    await left;
  });

  test.each<[string, Handler]>([
    ['never', () => {}],
    [
      'a byte now and then',
      (_request, response) => {
        const drip = setInterval(() => response.write('a'), 50);
        response.on('close', () => clearInterval(drip));
      },
    ],
    ['with a redirect each time', redirectTo('/again')],
  ])('when it answers %s', { timeout: 10_000 }, async (_what, handler) => {
    answer = handler;
    names.set('www.company.example', [[company.host]]);
    expect(await findIcon(fetchPublic, 'company.example')).toBeUndefined();
    expect(company.heard.length).toBeLessThan(20);
  });

  test.each([
    [
      'a picture that holds a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    ],
    ['a page', '<!doctype html><script>1</script>'],
    ['a script', 'alert(1)'],
    ['nothing', ''],
  ])('with %s that is called a picture', async (_what, body) => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(body);
    expect(await findIcon(fetchPublic, 'company.example')).toBeUndefined();
  });
});
