import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from './client.ts';
import { UnexpectedAnswerError } from './read-answer.ts';

/** Starts a server and returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function failureOf(listener: RequestListener, timeoutMs = 5_000): Promise<unknown> {
  const client = createClient({ address: await serve(listener), key: 'atk_key', timeoutMs });
  return client.call('GET /api/workspaces', {}).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each(['', '<html>', 'null', '[]', '{}', '{"success":true}', '{"success":false}', '"a"'])(
  'an answer that is none of this product is named as that: %j',
  async (text) => {
    const error = await failureOf((_request, response) => response.end(text));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(String(error)).toContain('with status 200');
  },
);

test('a redirect is not followed: neither the request nor its key goes elsewhere', async () => {
  const visited: unknown[] = [];
  const elsewhere = await serve(({ headers }, response) => {
    visited.push(headers);
    response.end('{"success":true,"data":{"items":[]}}');
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const error = await failureOf((_request, response) => {
      response.writeHead(status, { location: `${elsewhere}/there?secret` }).end();
    });
    expect(String(error)).toContain(`redirects to ${elsewhere}.`);
  }
  expect(visited).toEqual([]);
});

test('an answer without an end is given up', async () => {
  let sentMegabytes = 0;
  const megabyte = Buffer.alloc(1024 * 1024, 'a');
  const error = await failureOf((_request, response) => {
    const write = () => {
      while (!response.destroyed && sentMegabytes < 10_240) {
        sentMegabytes += 1;
        if (!response.write(megabyte)) return void response.once('drain', write);
      }
    };
    write();
  }, 60_000);
  expect(String(error)).toContain('larger than 64 MiB');
  expect(sentMegabytes).toBeLessThan(128);
});

test.each<[string, RequestListener]>([
  ['nothing', () => {}],
  ['a beginning', (_request, response) => void response.writeHead(200).write('{')],
  [
    'a space now and then',
    (_request, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('a server that sends %s is waited for only so long, and once', async (_what, listener) => {
  let requests = 0;
  const error = await failureOf((request, response) => {
    requests += 1;
    listener(request, response);
  }, 300);
  expect(String(error)).toContain('within 0.3 s.');
  expect(requests).toBe(1);
});

test.each(['atk_key\nsecond', 'atk key', 'atk_é', ''])(
  'a key that cannot be sent is refused without showing it: %j',
  (key) => {
    const create = () => createClient({ address: 'https://tracker.example.com', key });
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow(/atk/);
  },
);
