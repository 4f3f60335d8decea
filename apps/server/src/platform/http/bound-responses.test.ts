import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boundResponses } from './bound-responses.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function arrive() {
  const response = new EventEmitter();
  const cut = vi.fn<() => void>();
  return {
    request: { raw: { socket: { destroy: cut } } } as unknown as FastifyRequest,
    reply: { raw: response } as unknown as FastifyReply,
    cut,
    close: () => response.emit('close'),
  };
}

test('serves some at the same time, and the next one when one of them is sent', () => {
  const admit = boundResponses(2);
  const all = Array.from({ length: 4 }, arrive);
  expect(all.map(({ request, reply }) => admit(request, reply))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  all[1]?.close();
  const [, , third, fourth] = all;
  expect(third && admit(third.request, third.reply)).toBe(true);
  expect(fourth && admit(fourth.request, fourth.reply)).toBe(false);
  expect(all.filter(({ cut }) => cut.mock.calls.length > 0)).toEqual([]);
});

test('the oldest gives way when it is slow', () => {
  const admit = boundResponses(2);
  const [slow, other, next, last] = [arrive(), arrive(), arrive(), arrive()];
  admit(slow.request, slow.reply);
  vi.advanceTimersByTime(3_000);
  admit(other.request, other.reply);
  expect(admit(next.request, next.reply)).toBe(true);
  expect([slow, other].map(({ cut }) => cut.mock.calls.length)).toEqual([1, 0]);
  slow.close();
  expect(admit(last.request, last.reply)).toBe(false);
});
