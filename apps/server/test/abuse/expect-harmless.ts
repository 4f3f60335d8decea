import { failure } from '@repo/contract/error';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

/** Texts that only occur in the server's internals. */
const inside =
  /node_modules|\.[jt]s:\d|\n\s+at |kysely|fastify|invalid input syntax|invalid byte sequence|violates|syntax error at|duplicate key|column "|relation "/i;

type TestResponse = Pick<LightMyRequestResponse, 'statusCode' | 'body' | 'headers'>;

/**
 * Fails for a response that is neither a refusal in the envelope nor a success, or that reveals too
 * much.
 */
export function expectHarmless({ statusCode, body, headers }: TestResponse, asked: string): void {
  const what = `${asked}\n${statusCode} ${body.slice(0, 2_000)}`;
  expect(statusCode, what).toBeLessThan(500);
  expect(body, what).not.toMatch(inside);
  expect(headers['set-cookie'], what).toBeUndefined();
  expect(headers['x-content-type-options'], what).toBe('nosniff');
  if (statusCode < 400 || asked.startsWith('HEAD')) return;
  expect(headers['content-type'], what).toBe('application/json; charset=utf-8');
  const { error } = failure.parse(JSON.parse(body));
  expect(error.status, what).toBe(statusCode);
  expect(error.code, what).toBeDefined();
}
