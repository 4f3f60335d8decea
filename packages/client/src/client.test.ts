import { expect, test } from 'vitest';
import { ApiError, createClient } from './client.ts';

const workspaceId = '00000000-0000-4000-8000-000000000001';

/** A client whose server gives these answers, and the requests that it gets. */
function clientOf(...answers: (Response | Error)[]) {
  const requests: { url: string; method: string; headers: Headers }[] = [];
  const client = createClient({
    address: 'https://tracker.example.com',
    key: 'atk_key',
    attempts: 3,
    async fetch(url, init) {
      requests.push({
        url: String(url),
        method: init?.method ?? '',
        headers: new Headers(init?.headers),
      });
      const next = answers.shift() ?? new Error('no more answers');
      if (next instanceof Error) throw next;
      return next;
    },
  });
  return { client, requests };
}

const success = (data: unknown) => Response.json({ success: true, data });
const failure = (status: number, code: string, headers = {}) =>
  Response.json(
    { success: false, error: { message: code, status, code, details: {} } },
    { status, headers },
  );
const upsert = {
  params: { workspaceId, domain: 'a/b.com' },
  body: { name: 'A' },
};
const byDomain = 'PUT /api/workspaces/{workspaceId}/accounts/by-domain/{domain}';

test('a write is repeated with the same Idempotency-Key until it is answered', async () => {
  const busy = { 'retry-after': '0' };
  const { client, requests } = clientOf(
    new TypeError('fetch failed'),
    failure(503, 'UNAVAILABLE', busy),
    success({ accountId: workspaceId, isNew: true }),
  );
  expect(await client.call(byDomain, upsert)).toEqual({ accountId: workspaceId, isNew: true });
  expect(requests.map(({ url, method }) => `${method} ${url}`)).toEqual(
    Array.from(
      { length: 3 },
      () =>
        `PUT https://tracker.example.com/api/workspaces/${workspaceId}/accounts/by-domain/a%2Fb.com`,
    ),
  );
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer atk_key');
});

test('what the server refuses is not repeated, and neither is what it refuses too often', async () => {
  const { client, requests } = clientOf(failure(403, 'FORBIDDEN'));
  await expect(client.call('GET /api/workspaces', {})).rejects.toMatchObject({
    name: 'ApiError',
    status: 403,
    code: 'FORBIDDEN',
  });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers.has('idempotency-key')).toBe(false);
  const limited = Array.from({ length: 3 }, () =>
    failure(429, 'RATE_LIMITED', { 'retry-after': '0' }),
  );
  await expect(clientOf(...limited).client.call('GET /api/workspaces', {})).rejects.toThrow(
    ApiError,
  );
});

test('follows page by page to the present', async () => {
  const { client, requests } = clientOf(
    success({ items: [], cursor: 'one', hasMore: true }),
    success({ items: [], cursor: 'two', hasMore: false }),
  );
  const pages = await Array.fromAsync(client.follow('people', { workspaceId }));
  expect(pages.map(({ cursor }) => cursor)).toEqual(['one', 'two']);
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['', '?since=one']);
});

test.each(['3600', 'Wed, 01 Jan 2031 00:00:00 GMT'])(
  'a wait that is too long is not waited for: %s',
  async (wait) => {
    const { client, requests } = clientOf(failure(429, 'RATE_LIMITED', { 'retry-after': wait }));
    await expect(client.call(byDomain, upsert)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(requests).toHaveLength(1);
  },
);

test.each(['', '.', '..'])(
  'a parameter that leads to another path is refused: %j',
  async (domain) => {
    const { client, requests } = clientOf();
    const params = { workspaceId, domain };
    await expect(client.call(byDomain, { ...upsert, params })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  },
);
