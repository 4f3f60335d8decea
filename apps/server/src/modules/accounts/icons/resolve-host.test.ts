import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { createFetchPublic } from '#platform/net/fetch-public.ts';
import { iconRequest } from './icon-fetcher.ts';
import { createIconAddress } from './icon-address.ts';
import { createResolveHost } from '#platform/net/resolve-host.ts';

/** A name server on this machine that answers each query with the result of `respond`. */
let nameServer: Socket;
let servers: string[];
let queries: number;
let respond: ((query: Buffer) => Buffer) | undefined;
beforeEach(async () => {
  queries = 0;
  respond = undefined;
  nameServer = createSocket('udp4').bind(0, '127.0.0.1');
  nameServer.on('message', (query, { address, port }) => {
    queries += 1;
    if (respond) nameServer.send(respond(query), port, address);
  });
  await once(nameServer, 'listening');
  servers = [`127.0.0.1:${(nameServer.address() as AddressInfo).port}`];
});
afterEach(() => nameServer.close());

/** Returns the A query of a name with one address, others with none (RFC 1035). */
function answerWith(...address: number[]) {
  return (query: Buffer): Buffer => {
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const isA = query.readUInt16BE(end - 4) === 1;
    const head = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      0x80,
      0,
      1,
      0,
      isA ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]);
    return Buffer.concat(isA ? [head, question, record] : [head, question]);
  };
}

describe('a name server', () => {
  test('returns the addresses', async () => {
    respond = answerWith(192, 0, 43, 10);
    const resolveHost = createResolveHost(servers);
    const { signal } = new AbortController();
    expect(await resolveHost('company.example', signal)).toEqual(['192.0.43.10']);
  });

  test('that leads into this machine leads nowhere', async () => {
    respond = answerWith(127, 0, 0, 1);
    const fetchPublic = createFetchPublic(createResolveHost(servers), iconRequest);
    const limits = { signal: AbortSignal.timeout(5_000), maximumBytes: 10 };
    await expect(fetchPublic(new URL('https://company.example/'), limits)).rejects.toThrow(
      'company.example is at 127.0.0.1, which is not public',
    );
  });

  test('that does not answer is no longer waited for when the caller gives up', async () => {
    const stop = new AbortController();
    const asked = createResolveHost(servers)('company.example', stop.signal);
    await expect.poll(() => queries).toBeGreaterThan(0);
    stop.abort();
    const cause = await asked.catch((error: Error) => error.cause);
    expect(cause).toMatchObject({ code: 'ECANCELLED' });
  });
});

test('a name server that never answers holds up nothing but icons', async () => {
  const fetchPublic = createFetchPublic(createResolveHost(servers), iconRequest);
  const { app, context, close } = await createTestApp({ fetchPublic });
  const addressOf = createIconAddress(context.config);
  const icons = Array.from({ length: 100 }, (_, index) =>
    app.inject({ url: addressOf(`company${index}.example`) }),
  );
  const areAsked = await expect
    .poll(() => queries)
    .toBeGreaterThan(0)
    .then(() => true);
  // Connections to the database and to providers resolve names in this thread pool.
  const others = Promise.all([
    ...Array.from({ length: 20 }, () => lookup('localhost')),
    readFile(import.meta.filename),
    app.inject({ url: '/readyz' }),
  ]);
  const isFirst = await Promise.race([
    others.then(() => 'others'),
    // The lookup times out after two seconds.
    Promise.all(icons).then(() => 'icons'),
  ]);
  expect([areAsked, isFirst]).toEqual([true, 'others']);
  expect((await others).at(-1)).toMatchObject({ statusCode: 200 });
  await Promise.all(icons);
  await close();
});
