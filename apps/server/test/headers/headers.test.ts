import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIconAddress } from '#modules/accounts/icons/icon-address.ts';
import { IconCache } from '#modules/accounts/icons/icon-cache.ts';
import { guessLimits } from '#modules/auth/guess-budget.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
const web = 'https://web.example';

const page = path.join(import.meta.dirname, '../../../web/index.html');

let folder: string;
let app: TestApp;
let token: string;
let icon: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'headers-'));
  await mkdir(path.join(folder, 'assets'));
  await copyFile(page, path.join(folder, 'index.html'));
  await writeFile(path.join(folder, 'assets', 'index-Bu0dzztv.js'), 'export {};');
  app = await createTestApp({
    webFolder: folder,
    config: { publicUrl: 'https://app.example', webUrl: 'https://app.example', corsOrigins: [web] },
  });
  token = (await app.make.person()).token;
  const { config } = app.context;
  await new IconCache(path.join(config.dataDir, 'icons')).write('acme.com', {
    type: 'png',
    bytes: png,
  });
  icon = createIconAddress(config)('acme.com');
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const request = (url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url: url === 'the icon' ? icon : url, headers });

/** The directives of a response's Content-Security-Policy. */
function policyOf({ headers }: LightMyRequestResponse): Map<string, string> {
  const policy = String(headers['content-security-policy']);
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

const addresses = [
  '/',
  '/acme/sales/accounts',
  '/assets/index-Bu0dzztv.js',
  '/assets/missing.js',
  '/api/auth/me',
  '/api/nothing',
  '/api/accounts/%ff',
  'the icon',
  '/api/integrations/gmail/oauth/callback?state=made-up',
  '/api/openapi.json',
  '/api/docs/',
  '/healthz',
  '/readyz',
];

describe.each(addresses)('%s', (url) => {
  test('lets a browser run, frame and guess nothing that it should not', async () => {
    const response = await request(url);
    expect(response.statusCode).toBeLessThan(500);
    const policy = policyOf(response);
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('object-src')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('script-src') ?? "'none'").toMatch(/^'(self|none)'$/);
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    expect(response.headers['x-powered-by']).toBeUndefined();
    expect(response.headers['server']).toBeUndefined();
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  test('is of the type that it says', async () => {
    const { headers, body } = await request(url);
    if (body === '') return;
    expect(headers['content-type']).toMatch(
      /^(image\/png|(text|application)\/\w+; charset=utf-8)$/,
    );
  });
});

test('the page shares its window with no one and asks for no device', async () => {
  const { headers } = await request('/');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['permissions-policy']).toContain('camera=()');
  expect(headers['permissions-policy']).toContain('microphone=()');
});

test.each(['/api/auth/me', '/api/workspaces', '/api/integrations', '/api/nothing'])(
  'what %s answers is kept nowhere',
  async (url) => {
    const { headers } = await request(url, { authorization: `Bearer ${token}` });
    expect(headers['cache-control']).toBe('no-store');
  },
);

describe('another origin', () => {
  const asking = (origin: string) =>
    request('/api/auth/me', { origin, authorization: `Bearer ${token}` });

  test('may read answers only when it is configured', async () => {
    expect((await asking(web)).headers['access-control-allow-origin']).toBe(web);
    for (const origin of ['https://elsewhere.example', 'null', `${web}.elsewhere.example`]) {
      const { headers } = await asking(origin);
      expect(headers['access-control-allow-origin']).not.toBe(origin);
      expect(headers['access-control-allow-origin']).not.toBe('*');
    }
  });

  test('is never sent along who is signed in', async () => {
    const { headers } = await asking(web);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a'])(
    'cannot make a call as %s, which a browser sends unasked',
    async (type) => {
      const response = await app.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': type, origin: 'https://elsewhere.example' },
        payload: '{"email":"a@a.example","password":"a"}',
      });
      expect(response.statusCode).toBe(400);
    },
  );
});

describe('behind a proxy', () => {
  const wrong = (at: TestApp, forwarded: string) =>
    at.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '198.51.100.9',
      headers: { 'x-forwarded-for': forwarded },
      payload: { email: 'nobody@a.example', password: 'a guess' },
    });
  /** One guess more than a network has for an email. */
  const flood = async (at: TestApp, forwardedBy: (count: number) => string) => {
    const statuses: number[] = [];
    for (let count = 0; count <= guessLimits.perNetwork; count += 1) {
      statuses.push((await wrong(at, forwardedBy(count))).statusCode);
    }
    return statuses;
  };

  test(
    'an invented X-Forwarded-For gives no one another address',
    { timeout: 30_000 },
    async () => {
      const statuses = await flood(app, (count) => `203.0.113.${count}`);
      expect(statuses.at(-1)).toBe(429);
    },
  );

  test(
    'the entry of the proxy counts, not the entries before it',
    { timeout: 30_000 },
    async () => {
      const proxied = await createTestApp({ config: { trustProxy: ['198.51.100.9'] } });
      try {
        const invented = await flood(proxied, (count) => `203.0.113.${count}, 192.0.2.7`);
        expect(invented.at(-1)).toBe(429);
        expect((await wrong(proxied, '192.0.2.8')).statusCode).toBe(401);
      } finally {
        await proxied.close();
      }
    },
  );
});

test.each(['TRACE', 'CONNECT', 'PROPFIND'])('%s is not served', async (method) => {
  const response = await app.app.inject({ method: method as 'GET', url: '/api/auth/me' });
  expect(response.statusCode).toBeGreaterThanOrEqual(400);
  expect(response.statusCode).toBeLessThan(500);
});
