import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openGraphSession } from './graph-session.ts';
import { createMailboxLimits } from './mailbox-limits.ts';

/** A server in place of Microsoft, and a session with it. */
async function start(respond: RequestListener, credentials: object = {}) {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const saved: object[] = [];
  const graph = openGraphSession(
    { clientId: 'id', clientSecret: 'secret', tenant: 'tenant', signInUrl: url, graphUrl: url },
    {
      credentials: {
        access_token: 'first',
        refresh_token: 'lasting',
        expires_at: Date.now() + 3_600_000,
        scope: 'Mail.Read',
        ...credentials,
      },
      saveCredentials: (fresh) => saved.push(fresh),
      source: 'ann@example.org',
      ownerId: 'owner',
      spendRequest: async () => {},
      signal: AbortSignal.timeout(10_000),
    },
    createMailboxLimits(async () => {})('ann@example.org'),
  );
  return { graph, saved, url };
}

const tokens = { access_token: 'second', expires_in: 3600, refresh_token: 'next' };

it('refreshes a refused token once, for all requests that wait', async () => {
  let refreshes = 0;
  const { graph, saved } = await start((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/token')) {
      refreshes += 1;
      response.end(JSON.stringify(tokens));
    } else if (request.headers.authorization === 'Bearer second') response.end('{"a":1}');
    else response.writeHead(401).end('{"error":{"code":"InvalidAuthenticationToken"}}');
  });
  const answers = await Promise.all([1, 2, 3].map(() => graph.get({ path: '/me' })));
  expect(answers).toEqual([{ a: 1 }, { a: 1 }, { a: 1 }]);
  expect(refreshes).toBe(1);
  // The scope is kept where the answer has none.
  expect(saved).toMatchObject([{ refresh_token: 'next', scope: 'Mail.Read' }]);
});

it('sends immutable ids with every request, and never more than four at once', async () => {
  let running = 0;
  let peak = 0;
  const preferences = new Set<unknown>();
  const { graph } = await start((request, response) => {
    running += 1;
    peak = Math.max(peak, running);
    preferences.add(request.headers['prefer']);
    setTimeout(() => {
      running -= 1;
      response.end('{}');
    }, 10);
  });
  await Promise.all(Array.from({ length: 12 }, () => graph.get({ path: '/me/messages' })));
  expect(peak).toBe(4);
  expect([...preferences]).toEqual(['IdType="ImmutableId"']);
});

it('matches the answers of a batch by their ids, and repeats the throttled ones', async () => {
  const batches: string[][] = [];
  const { graph } = await start((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { requests } = JSON.parse(body) as { requests: { id: string; url: string }[] };
      batches.push(requests.map(({ url }) => url));
      const responses = requests.map(({ id, url }) =>
        url === '/b' && batches.length === 1
          ? { id, status: 429, headers: { 'Retry-After': '1' } }
          : { id, status: 200, body: { url } },
      );
      response.end(JSON.stringify({ responses: responses.toReversed() }));
    });
  });
  expect(await graph.batch(['/a', '/b', '/c'])).toEqual([
    { body: { url: '/a' } },
    { body: { url: '/b' } },
    { body: { url: '/c' } },
  ]);
  expect(batches).toEqual([['/a', '/b', '/c'], ['/b']]);
});

it('sends its token to no other server', async () => {
  const { graph, url } = await start((_request, response) => response.end('{}'));
  expect(graph.relativeLink(`${url}/v1.0/me/messages?$skip=1`)).toBe('/me/messages?$skip=1');
  for (const link of [
    'https://evil.example/v1.0/me',
    `${url}/beta/me`,
    `${url}.evil.example/v1.0/me`,
    'x',
  ]) {
    expect(() => graph.relativeLink(link)).toThrow('link to another server');
  }
});

it('goes by the clock of Microsoft', async () => {
  const hourAhead = new Date(Date.now() + 3_600_000);
  const { graph } = await start((_request, response) => {
    response.sendDate = false;
    response.setHeader('date', hourAhead.toUTCString());
    response.end('{}');
  });
  await graph.get({ path: '/me' });
  expect(Math.abs(graph.now() - hourAhead.getTime())).toBeLessThan(5_000);
});
