import { HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { dispatchStorageEvent } from '#test/dispatch-storage-event.ts';
import { ApiError } from './api-error.ts';
import { apiRequest, apiRequestOrThrow } from './api-request.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.head.innerHTML = '';
});

function keepToken(token: string) {
  localStorage.setItem('auth_token', token);
  dispatchStorageEvent('auth_token');
}

const workspacesCall = () => apiRequest('GET /api/workspaces');

test('unwraps the envelope', async () => {
  const items = [sampleWorkspace('Sales')];
  mockEndpoint('GET /api/workspaces', () => ({ items }));
  expect(await workspacesCall()).toEqual({ success: true, data: { items }, error: undefined });
});

test.each<[string, () => Response, unknown]>([
  ['other JSON whole', () => HttpResponse.json({ items: [] }), { items: [] }],
  [
    'JSON with a flag but no data whole',
    () => HttpResponse.json({ success: true, message: 'Done' }),
    { success: true, message: 'Done' },
  ],
  ['an envelope of null as null', () => HttpResponse.json({ success: true, data: null }), null],
  ['a JSON list whole', () => HttpResponse.json([1, 2]), [1, 2]],
  ['anything else as text', () => HttpResponse.html('<p>Hello</p>'), '<p>Hello</p>'],
  [
    'malformed JSON as text',
    () => new HttpResponse('{"a":', { headers: { 'Content-Type': 'application/json' } }),
    '{"a":',
  ],
])('reads %s', async (_, reply, data) => {
  mockEndpoint('GET /api/workspaces', reply);
  expect(await workspacesCall()).toMatchObject({ success: true, data });
});

test.each<[string, () => Response, Partial<ApiError>]>([
  [
    'an error object is the error',
    () => failure('NOT_FOUND', 'No such workspace', [{ field: 'id', message: 'Unknown' }]),
    {
      name: 'Server Error',
      message: 'No such workspace',
      status: 404,
      code: 'NOT_FOUND',
      details: [{ field: 'id', message: 'Unknown' }],
    },
  ],
  [
    'an error text is the error',
    () => HttpResponse.json({ error: 'Teapot' }, { status: 418 }),
    { name: 'Server Error', message: 'Teapot', status: 418 },
  ],
  [
    'a body with a message is the error itself',
    () => HttpResponse.json({ message: 'Too many', code: 'RATE_LIMITED' }, { status: 429 }),
    { name: 'Server Error', message: 'Too many', status: 429, code: 'RATE_LIMITED' },
  ],
  [
    'JSON that says nothing',
    () => HttpResponse.json({ oops: true }, { status: 503 }),
    { name: 'HTTP Error', message: 'Request failed with status 503', status: 503 },
  ],
  [
    'no JSON at all',
    () => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 }),
    { name: 'HTTP Error', message: 'Request failed with status 502', status: 502 },
  ],
  [
    'an empty body',
    () => new HttpResponse(null, { status: 500 }),
    { name: 'HTTP Error', message: 'Request failed with status 500', status: 500 },
  ],
  [
    'a page of HTML as the error',
    () => HttpResponse.json({ error: '\n<!DOCTYPE html><h1>Oops</h1>' }, { status: 500 }),
    { name: 'HTTP Error', message: 'Request failed with status 500', status: 500 },
  ],
  [
    'a page of HTML as the message of the error',
    () => HttpResponse.json({ success: false, error: { message: '<html>Oops' } }, { status: 500 }),
    { name: 'Server Error', message: '', status: 500 },
  ],
  [
    'a message without end, which is cut',
    () => HttpResponse.json({ error: { message: 'at x. '.repeat(50_000) } }, { status: 500 }),
    { name: 'Server Error', message: `${'at x. '.repeat(84).slice(0, 500)}…` },
  ],
  [
    'a failed envelope with a good status',
    () => HttpResponse.json({ success: false, error: { message: 'Not today' } }),
    { name: 'Server Error', message: 'Not today', status: 200 },
  ],
  [
    'a failed envelope without a word',
    () => HttpResponse.json({ success: false }),
    { name: 'HTTP Error', message: '' },
  ],
])('fails: %s', async (_, reply, error) => {
  mockEndpoint('GET /api/workspaces', reply);
  const result = await workspacesCall();
  expect(result).toMatchObject({ success: false, data: undefined });
  expect(result.error).toBeInstanceOf(ApiError);
  expect(result.error).toMatchObject(error);
});

test('a broken connection is a network error with the underlying message', async () => {
  mockEndpoint('GET /api/workspaces', brokenConnection);
  const { error } = await workspacesCall();
  expect(error).toMatchObject({ name: 'Network Error', message: 'fetch failed' });
  expect(error?.status).toBeUndefined();
});

test('a network error that says nothing is an unknown one', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error(''));
  expect((await workspacesCall()).error).toMatchObject({
    name: 'Network Error',
    message: 'Unknown network error',
  });
});

const FAKED: ('setTimeout' | 'clearTimeout' | 'performance')[] = [
  'setTimeout',
  'clearTimeout',
  'performance',
];

test('gives up after 10 seconds, aborts the request and does not repeat it', async () => {
  vi.useFakeTimers({ toFake: FAKED });
  mockEndpoint('GET /api/workspaces', neverResponds);
  const fetched = vi.spyOn(globalThis, 'fetch');
  const settled = vi.fn<() => void>();
  const result = workspacesCall().finally(settled);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await result).error).toMatchObject({
    name: 'Network Error',
    message: 'No response within 10 seconds',
  });
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  // Besides the question whether the server answers at all.
  const repeated = fetched.mock.calls.filter(([input]) =>
    String(input).endsWith('/api/workspaces'),
  );
  expect(repeated).toHaveLength(1);
});

test.each<[string, () => Response]>([
  ['broke', brokenConnection],
  ['failed at the server', () => failure('UNAVAILABLE', 'Starting')],
])('a read that %s at once is repeated once', async (_, reply) => {
  let count = 0;
  mockEndpoint('GET /api/workspaces', () => {
    count += 1;
    return count === 1 ? reply() : { items: [] };
  });
  expect(await workspacesCall()).toMatchObject({ success: true });
  mockEndpoint('GET /api/workspaces', () => {
    count += 1;
    return reply();
  });
  count = 0;
  expect(await workspacesCall()).toMatchObject({ success: false });
  expect(count).toBe(2);
});

test('what the server refuses, what changes something and what is costly is not repeated', async () => {
  let count = 0;
  const refuse = (code: 'FORBIDDEN' | 'UNAVAILABLE') => () => {
    count += 1;
    return failure(code, 'No');
  };
  mockEndpoint('GET /api/workspaces', refuse('FORBIDDEN'));
  await workspacesCall();
  mockEndpoint('POST /api/auth/logout', refuse('UNAVAILABLE'));
  await apiRequest('POST /api/auth/logout');
  mockEndpoint('GET /api/auth/me', refuse('UNAVAILABLE'));
  await apiRequest('GET /api/auth/me', { once: true });
  expect(count).toBe(3);
});

test('with the repetition it is 10 seconds as well, and the first failure is reported', async () => {
  vi.useFakeTimers({ toFake: FAKED });
  const fetched = vi.spyOn(globalThis, 'fetch');
  fetched.mockImplementationOnce(async () => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    return failure('UNAVAILABLE', 'Starting');
  });
  fetched.mockImplementationOnce(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const settled = vi.fn<() => void>();
  const result = workspacesCall().finally(settled);
  await vi.advanceTimersByTimeAsync(9_990);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10);
  expect((await result).error).toMatchObject({ message: 'Starting', status: 503 });
});

test('stops when its caller does', async () => {
  mockEndpoint('GET /api/workspaces', neverResponds);
  const caller = new AbortController();
  const result = apiRequest('GET /api/workspaces', { signal: caller.signal });
  caller.abort(new Error('Left the page'));
  expect((await result).error).toMatchObject({ name: 'Network Error', message: 'Left the page' });
});

test('sends path parameters, query and body, each in its form', async () => {
  const accountId = sampleId();
  let seen: unknown;
  mockEndpoint('GET /api/accounts/{accountId}/timeline', ({ params, query }) => {
    seen = { params, query };
    return { activities: [] };
  });
  await apiRequest('GET /api/accounts/{accountId}/timeline', {
    params: { accountId },
    query: { range: '6W', end_date: undefined },
  });
  expect(seen).toEqual({ params: { accountId }, query: { range: '6W' } });

  mockEndpoint('POST /api/auth/login', ({ body, headers }) => {
    seen = { body, type: headers.get('content-type') };
    return { token: 'new', user: sampleUser() };
  });
  await apiRequest('POST /api/auth/login', { body: { email: 'a@b.example', password: 'secret' } });
  expect(seen).toEqual({
    body: { email: 'a@b.example', password: 'secret' },
    type: 'application/json',
  });
});

test('a path parameter cannot reach another path', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(HttpResponse.json({}));
  await apiRequest('GET /api/accounts/{accountId}', { params: { accountId: '../admin?x=1#y' } });
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/accounts/..%2Fadmin%3Fx%3D1%23y');
});

test('carries the token only when there is one', async () => {
  const seen: (string | null)[] = [];
  mockEndpoint('GET /api/workspaces', ({ headers }) => {
    seen.push(headers.get('authorization'));
    return { items: [] };
  });
  keepToken('');
  await workspacesCall();
  keepToken('secret-token');
  await workspacesCall();
  expect(seen).toEqual([null, 'Bearer secret-token']);
});

test('goes to the configured host', async () => {
  document.head.innerHTML = '<meta name="api-base-url" content="https://api.example/">';
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(HttpResponse.json({}));
  await workspacesCall();
  expect(fetched.mock.calls[0]?.[0]).toBe('https://api.example/api/workspaces');
});

test('callOrThrow gives the data and throws the error', async () => {
  mockEndpoint('GET /api/workspaces', () => ({ items: [] }));
  expect(await apiRequestOrThrow('GET /api/workspaces')).toEqual({ items: [] });
  mockEndpoint('GET /api/workspaces', () => failure('FORBIDDEN', 'Not for you'));
  await expect(apiRequestOrThrow('GET /api/workspaces')).rejects.toMatchObject({
    message: 'Not for you',
    status: 403,
  });
});
