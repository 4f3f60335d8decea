import { limits } from '@repo/contract/limits';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { createKeyRates } from './key-rates.ts';

test('a key has its requests in a minute, whatever another uses, and all of them again after it', () => {
  let now = 0;
  const rates = createKeyRates(() => now);
  const headers: Record<string, unknown> = {};
  const reply = {
    headers: (set: object) => Object.assign(headers, set),
  } as unknown as FastifyReply;
  const request = (key: string) => {
    rates.requireRoom(key, reply);
    rates.count(key, reply);
  };
  for (let count = 0; count < limits.apiKeyRequestsPerMinute; count += 1) request('one');
  expect(headers).toMatchObject({ 'ratelimit-remaining': 0, 'ratelimit-reset': 60 });
  now = 45_000;
  expect(() => request('one')).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: 15 }),
  );
  expect(headers).toMatchObject({ 'ratelimit-remaining': 0, 'ratelimit-reset': 15 });
  request('other');
  expect(headers).toMatchObject({ 'ratelimit-remaining': limits.apiKeyRequestsPerMinute - 1 });
  now = 60_000;
  request('one');
  expect(headers).toMatchObject({ 'ratelimit-reset': 60 });
});
