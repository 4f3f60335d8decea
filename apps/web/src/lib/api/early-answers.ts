import type { CallName } from '@repo/contract/calls';
import { type CallParts, callRequest } from './call-request.ts';

declare global {
  /**
   * What `first.ts` has asked for, by address and token. On the page itself, since that script and
   * the application are built apart.
   */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined;
}

type EarlyAnswer = { askedAt: number; response: Promise<Response> };

/** An answer that nobody took by then is not worth more than a new one; milliseconds. */
const FRESH_FOR_MS = 10_000;

/** Asks before the application is there, which will ask for the same and get this answer. */
export function askEarly(name: CallName, parts: CallParts, token: string): Promise<Response> {
  const { url, init } = callRequest(name, parts, token);
  const response = fetch(url, init);
  // Whoever takes it hears of a failure; nobody may.
  response.catch(() => undefined);
  globalThis.earlyAnswers ??= new Map();
  globalThis.earlyAnswers.set(keyOf(url, token), { askedAt: performance.now(), response });
  return response;
}

/** The answer to what was asked early, once. */
export function takeEarly(url: string, token: string | undefined): Promise<Response> | undefined {
  const key = keyOf(url, token);
  const early = globalThis.earlyAnswers?.get(key);
  globalThis.earlyAnswers?.delete(key);
  const isFresh = early !== undefined && performance.now() - early.askedAt < FRESH_FOR_MS;
  return isFresh ? early.response : undefined;
}

const keyOf = (url: string, token: string | undefined) => `${token} ${url}`;
