import zlib from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Context } from '../context.ts';
import { AppError } from './app-error.ts';
import { DatabaseUnavailableError } from '../database/database-unavailable.ts';
import { createHttp } from './create-http.ts';

let whole: TestApp;
let app: FastifyInstance;

/** The plain server with some routes for the tests. */
async function build(config: Partial<Context['config']> = {}): Promise<FastifyInstance> {
  const http = await createHttp({
    ...whole.context,
    config: { ...whole.context.config, ...config },
  });
  http.get('/api/test/large', async () => ({ text: 'x'.repeat(2_000) }));
  http.get('/api/test/small', async () => ({ text: 'x' }));
  http.post('/api/test/echo', async ({ body }) => ({ body: body ?? null }));
  http.get('/api/test/address', async ({ ip }) => ({ ip }));
  http.get('/api/test/broken', () => Promise.reject(new Error('secret detail')));
  const full = (code: string) => Object.assign(new Error('secret detail'), { code });
  http.get('/api/test/full/database', () =>
    Promise.reject(new DatabaseUnavailableError('full', full('53100'))),
  );
  http.get('/api/test/full/disk', () => Promise.reject(full('ENOSPC')));
  http.get('/api/test/full/quota', () => Promise.reject(full('EDQUOT')));
  http.get('/api/test/limited', () =>
    Promise.reject(new AppError('RATE_LIMITED', 'Too many', { retryAfterSeconds: 1.2 })),
  );
  http.get('/api/test/paused', () => Promise.reject(new AppError('RATE_LIMITED', 'Too many')));
  return http;
}

beforeAll(async () => {
  whole = await createTestApp();
  app = await build({ corsOrigins: ['https://app.example'], publicUrl: 'https://api.example' });
});
afterAll(async () => {
  await app.close();
  await whole.close();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });

describe('compression', () => {
  test.each([
    ['br', 'gzip, deflate, br', zlib.brotliDecompressSync],
    ['gzip', 'gzip, deflate', zlib.gunzipSync],
    ['gzip', 'br;q=0, gzip;q=0.5', zlib.gunzipSync],
  ])('%s, when the browser accepts "%s"', async (encoding, accepted, decompress) => {
    const { headers, rawPayload } = await get('/api/test/large', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toContain('accept-encoding');
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
    expect(JSON.parse(decompress(rawPayload).toString())).toEqual({ text: 'x'.repeat(2_000) });
  });

  test('none, when the browser accepts none', async () => {
    const { headers, body } = await get('/api/test/large', { 'accept-encoding': 'identity' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body)).toEqual({ text: 'x'.repeat(2_000) });
  });

  test('none for a small answer', async () => {
    const { headers } = await get('/api/test/small', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

test('a rate-limited client receives Retry-After, also from errors without one', async () => {
  expect((await get('/api/test/limited')).headers['retry-after']).toBe('2');
  expect((await get('/api/test/paused')).headers['retry-after']).toBe('60');
});

describe('CORS', () => {
  const preflight = (origin: string, method: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/auth/login',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('lets an allowed origin %s', async (method) => {
    const { statusCode, headers } = await preflight('https://app.example', method);
    expect(statusCode).toBe(204);
    expect(headers['access-control-allow-origin']).toBe('https://app.example');
    expect(headers['access-control-allow-methods']).toContain(method);
    expect(headers['access-control-allow-headers']).toContain('authorization');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('lets an allowed origin read failures and when to come back', async () => {
    const { statusCode, headers } = await get('/api/test/limited', {
      origin: 'https://app.example',
    });
    expect(statusCode).toBe(429);
    expect(headers['retry-after']).toBe('2');
    expect(headers['access-control-allow-origin']).toBe('https://app.example');
    expect(headers['access-control-expose-headers']).toContain('retry-after');
  });

  test.each(['https://evil.example', 'https://app.example.evil.example', 'null'])(
    'lets %s nothing',
    async (origin) => {
      const { headers } = await preflight(origin, 'POST');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});

describe('every answer', () => {
  test('forbids a browser to make anything of it but data', async () => {
    const { headers } = await get('/api/test/small');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; .*frame-ancestors 'none'$/,
      ),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('asks for https only where that is served', async () => {
    const plain = await build({ publicUrl: 'http://localhost:3000' });
    const { headers } = await plain.inject('/api/test/small');
    expect(headers['strict-transport-security']).toBeUndefined();
    await plain.close();
  });

  test('tells nothing of an unexpected failure but where to find it', async () => {
    const { statusCode, headers, body } = await get('/api/test/broken');
    expect(statusCode).toBe(500);
    expect(JSON.parse(body)).toEqual({
      success: false,
      error: {
        message: 'Internal server error',
        status: 500,
        code: 'UNKNOWN_ERROR',
        details: { requestId: headers['x-request-id'] },
      },
    });
  });

  test.each([
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['PUT', '/api/nothing?token=secret'],
    ['POST', '/login'],
  ] as const)('says in the envelope that there is no %s %s', async (method, url) => {
    const response = await app.inject({ method, url });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      success: false,
      error: {
        message: `There is no endpoint ${method} ${url.split('?')[0]}`,
        status: 404,
        code: 'NOT_FOUND',
      },
    });
  });
});

describe('a body', () => {
  const post = (payload: string, type = 'application/json') =>
    app.inject({
      method: 'POST',
      url: '/api/test/echo',
      headers: { 'content-type': type },
      payload,
    });

  test('is read as JSON', async () => {
    expect((await post('{"a":[1,null]}')).json()).toEqual({ body: { a: [1, null] } });
  });

  test('may be empty', async () => {
    expect((await post('')).json()).toEqual({ body: null });
  });

  test.each([
    ['no JSON', '{"a":', 'application/json'],
    ['one that reaches for the prototype', '{"__proto__":{"admin":true}}', 'application/json'],
    ['another type', 'a=1', 'application/x-www-form-urlencoded'],
    ['plain text', '{"a":1}', 'text/plain'],
  ])('is refused: %s', async (_, payload, type) => {
    const response = await post(payload, type);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, error: { code: 'VALIDATION_FAILED' } });
  });

  test('is refused when it is too large', async () => {
    const response = await post(JSON.stringify('x'.repeat(300_000)));
    expect(response.statusCode).toBe(413);
    expect(response.json().error.code).toBe('PAYLOAD_TOO_LARGE');
  });
});

describe('the address of a request', () => {
  const forwarded = { 'x-forwarded-for': '192.0.2.66, 203.0.113.7' };

  test('is the connection itself without a proxy', async () => {
    expect((await get('/api/test/address', forwarded)).json()).toEqual({ ip: '127.0.0.1' });
  });

  test('is what the proxy saw, whatever was claimed before', async () => {
    const behind = await build({ trustProxy: true });
    const response = await behind.inject({ url: '/api/test/address', headers: forwarded });
    expect(response.json()).toEqual({ ip: '203.0.113.7' });
    await behind.close();
  });
});

describe('the API document', () => {
  test('names every call', async () => {
    const { paths } = (await get('/api/openapi.json')).json();
    expect(paths['/api/auth/login'].post.responses['200']).toBeDefined();
  });

  test('is readable, under a policy of its own', async () => {
    const page = await get('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<title>API</title>');
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect((await get('/api/docs/json')).json().openapi).toBe('3.1.0');
    expect((await get('/api/docs/static/swagger-initializer.js')).statusCode).toBe(200);
  });

  test.each(['/api/openapi.json', '/api/docs/json'])('is written once, at %s', async (url) => {
    const { headers } = await get(url);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const again = await get(url, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get('/api/docs/yaml')).statusCode).toBe(404);
    expect((await get('/api/docs/static//etc/passwd')).statusCode).toBe(404);
  });
});

test('health says whether the database answers', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
});

test.each(['database', 'disk', 'quota'])('a full disk is named: %s', async (kind) => {
  const response = await get(`/api/test/full/${kind}`);
  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('30');
  expect(response.json()).toEqual({
    success: false,
    error: {
      message:
        'The disk of the server is full, so this could not be done. Please try again later, or ask your administrator.',
      status: 503,
      code: 'UNAVAILABLE',
    },
  });
});
