import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { trustProxies } from './trusted-proxies.ts';

/** The address that the server takes for the client's. */
async function clientOf(
  trusted: boolean | readonly string[],
  { from, forwarded }: { from: string; forwarded?: string },
): Promise<string> {
  const app = Fastify({ trustProxy: trustProxies(trusted) });
  app.get('/', (request) => request.ip);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const response = await app.inject({ url: '/', remoteAddress: from, headers });
  await app.close();
  return response.body;
}

test.each<[what: string, trusted: boolean | string[], from: string, header: string, is: string]>([
  ['nobody is believed by default', false, '127.0.0.1', '203.0.113.7', '127.0.0.1'],
  ['a proxy on this machine', true, '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['a proxy on this machine, by IPv6', true, '::1', '203.0.113.7', '203.0.113.7'],
  ['a proxy in a private network', true, '10.1.2.3', '203.0.113.7', '203.0.113.7'],
  ['one in a container', true, '::ffff:172.17.0.1', '203.0.113.7', '203.0.113.7'],
  ['a client that reaches the server itself', true, '198.51.100.9', '10.0.0.1', '198.51.100.9'],
  ['a forged entry before that of the proxy', true, '127.0.0.1', '1.2.3.4, 10.5.5.5', '10.5.5.5'],
  ['a listed proxy', ['192.0.2.10'], '192.0.2.10', '203.0.113.7', '203.0.113.7'],
  ['one that is not listed', ['192.0.2.10'], '192.0.2.11', '203.0.113.7', '192.0.2.11'],
  ['one nearby that is not listed', ['192.0.2.10'], '127.0.0.1', '203.0.113.7', '127.0.0.1'],
  ['a network of proxies', ['192.0.2.0/24'], '192.0.2.77', '203.0.113.7', '203.0.113.7'],
  ['one of IPv6', ['2001:db8::/32'], '2001:db8::5', '2001:4860::1', '2001:4860::1'],
  ['a mapped address', ['192.0.2.0/24'], '::ffff:192.0.2.5', '203.0.113.7', '203.0.113.7'],
  [
    'two proxies, one behind the other',
    ['192.0.2.10', '10.0.0.0/8'],
    '10.0.0.2',
    '203.0.113.7, 192.0.2.10',
    '203.0.113.7',
  ],
  [
    'a forged entry before two proxies',
    ['192.0.2.10', '10.0.0.0/8'],
    '10.0.0.2',
    '8.8.8.8, 203.0.113.7, 192.0.2.10',
    '203.0.113.7',
  ],
  [
    'a client that claims to be a proxy',
    ['192.0.2.10'],
    '192.0.2.10',
    '192.0.2.10, 198.51.100.9',
    '198.51.100.9',
  ],
  ['an entry that is no address', ['192.0.2.10'], '192.0.2.10', 'unknown', 'unknown'],
])('%s', async (_, trusted, from, forwarded, is) => {
  expect(await clientOf(trusted, { from, forwarded })).toBe(is);
});

test('a proxy that names nobody is the client', async () => {
  expect(await clientOf(['192.0.2.10'], { from: '192.0.2.10' })).toBe('192.0.2.10');
});
