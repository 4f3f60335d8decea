import { setImmediate } from 'node:timers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import fastify from 'fastify';
import { compressResponses } from './compress-responses.ts';
import { PiecedText } from './pieced-text.ts';
import { SLICE, toBytes } from './to-bytes.ts';

test('a text in pieces is the same text, and is never put together', async () => {
  const text = new PiecedText(['x'.repeat(SLICE + 1), '', '\u4e2d\u{1f600}'.repeat(SLICE)]);
  const whole = Buffer.from(text.toString());
  const join = vi.spyOn(text, 'toString');
  expect((await toBytes(text.between('<', '>'))).equals(Buffer.from(`<${whole}>`))).toBe(true);
  expect(join).not.toHaveBeenCalled();
});

test.each([
  ['Latin', 'x'.repeat(3 * SLICE + 1)],
  ['Chinese', '\u4e2d'.repeat(2 * SLICE)],
  ['pairs that begin at an even position', '\u{1f600}'.repeat(SLICE)],
  ['pairs that begin at an odd position', `x${'\u{1f600}'.repeat(SLICE)}`],
  ['half a pair', '\ud83d'.repeat(SLICE + 1)],
  ['nothing', ''],
])('%s is the same text', async (_, text) => {
  expect((await toBytes(text)).equals(Buffer.from(text))).toBe(true);
});

describe('a large response', () => {
  const app = fastify();
  const text = JSON.stringify({ text: 'x\u4e2d\u{1f600}'.repeat(20 * SLICE) });
  let ticks = 0;
  beforeAll(async () => {
    compressResponses(app);
    // Between the first line and the last hook nothing else waits.
    app.addHook('onSend', async (_request, _reply, payload) => {
      isCounting = false;
      return payload;
    });
    app.get('/', (_request, reply) => {
      isCounting = true;
      count();
      return reply.type('application/json').send(text);
    });
    await app.ready();
  });
  afterAll(() => app.close());
  let isCounting = false;
  const count = () => {
    if (!isCounting) return;
    ticks += 1;
    setImmediate(count);
  };

  test.each([[{}], [{ 'accept-encoding': 'gzip' }], [{ 'accept-encoding': 'br' }]])(
    'with %j gives way to others while it is encoded',
    async (headers) => {
      ticks = 0;
      // With each look at the clock the time of a turn is over.
      let now = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
      onTestFinished(() => clock.mockRestore());
      const response = await app.inject({ url: '/', headers });
      expect(response.statusCode).toBe(200);
      expect(ticks).toBeGreaterThanOrEqual(text.length / SLICE - 2);
      if (!('accept-encoding' in headers)) expect(response.body === text).toBe(true);
    },
  );
});
