import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../receiver.fixture.ts';
import { createSendMessage } from './send-message.ts';

let inner: Receiver;
beforeAll(async () => {
  inner = await startReceiver();
});
afterAll(() => inner.stop());

const never = new AbortController().signal;
const message = (url: string) => ({ url, headers: {}, body: '{}' });

/** Resolves each name to what the test says, one answer after the other; the last one is repeated. */
const resolving =
  (...answers: string[][]) =>
  async () =>
    (answers.length > 1 ? answers.shift() : answers[0]) ?? [];

const send = (
  url: string,
  { networks = [] as string[], resolveHost = resolving(['127.0.0.1']) } = {},
) =>
  createSendMessage({ webhookPrivateNetworks: networks }, { resolveHost, timeoutMs: 500 })(
    message(url),
    never,
  );

describe('what is inside is not reached', () => {
  const port = () => new URL(inner.url).port;
  test.each([
    ['loopback', () => `https://127.0.0.1:${port()}/`],
    ['loopback without encryption', () => `http://127.0.0.1:${port()}/`],
    ['loopback as a number', () => `http://2130706433:${port()}/`],
    ['loopback in hexadecimal', () => `http://0x7f.1:${port()}/`],
    ['loopback of IPv6', () => `http://[::1]:${port()}/`],
    ['loopback in IPv6', () => `http://[::ffff:127.0.0.1]:${port()}/`],
    ['no address', () => `http://0.0.0.0:${port()}/`],
    ['a private network', () => 'https://10.1.2.3/'],
    ['a link', () => 'http://169.254.169.254/latest/meta-data/'],
    ['carrier NAT', () => 'https://100.64.0.1/'],
    ['a private network of IPv6', () => 'https://[fd00::1]/'],
    ['a name that is inside', () => `https://receiver.example:${port()}/`],
  ])('%s', async (_, url) => {
    const outcome = await send(url());
    expect(outcome.status).toBeNull();
    expect(outcome.problem).toMatch(
      /not on the public internet|Without encryption|not the name of a server/,
    );
    expect(inner.received).toEqual([]);
  });

  test('a name with one address outside and one inside', async () => {
    const resolveHost = resolving(['93.184.216.34', '127.0.0.1']);
    expect((await send('https://receiver.example', { resolveHost })).problem).toMatch(/public/);
  });

  test('a name that is another one when it is connected to: it is resolved once', async () => {
    // Nothing answers there; the second address would.
    const resolveHost = resolving(['192.0.9.1'], ['127.0.0.1']);
    const outcome = await send(`https://receiver.example:${port()}/`, { resolveHost });
    expect(outcome.problem).toMatch(/No answer|could not be reached|refused/);
    expect(inner.received).toEqual([]);
  });

  test('the public internet without encryption', async () => {
    const resolveHost = resolving(['93.184.216.34']);
    expect((await send('http://receiver.example', { resolveHost })).problem).toMatch(/encryption/);
  });
});

test('networks that the operator allows are reached, also without encryption', async () => {
  const networks = ['127.0.0.0/8'];
  expect(await send(inner.url, { networks })).toEqual({ status: 204, problem: null });
  const name = inner.url.replace('127.0.0.1', 'receiver.example');
  expect(await send(name, { networks })).toEqual({ status: 204, problem: null });
});

test('a name server that does not answer ends with the attempt', async () => {
  const resolveHost = () => new Promise<never>(() => {});
  expect((await send('https://receiver.example', { resolveHost })).problem).toMatch(/No answer/);
});

test('an attempt ends when the process stops', async () => {
  const hanging = await startReceiver(() => {});
  const stopping = new AbortController();
  const sent = createSendMessage({ webhookPrivateNetworks: ['127.0.0.0/8'] })(
    message(hanging.url),
    stopping.signal,
  );
  await expect.poll(() => hanging.received.length).toBe(1);
  stopping.abort(new Error('stopped'));
  await expect(sent).rejects.toThrow('stopped');
  await hanging.stop();
});
