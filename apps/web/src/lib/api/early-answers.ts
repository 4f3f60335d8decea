import type { CallName } from '@repo/contract/calls';
import { type CallParts, callRequest } from './call-request.ts';

declare global {
  /**
   * What `first.ts` has asked for, by token and address. On the page itself, since that script and
   * the application are built apart.
   */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** Asks before the application is there, which will ask for the same and get this answer. */
export function askEarly(name: CallName, parts: CallParts, token: string): Promise<Response> {
  const { url, init } = callRequest(name, parts, token);
  const response = fetch(url, init);
  // Whoever takes it hears of a failure; nobody may.
  response.catch(() => undefined);
  globalThis.earlyAnswers ??= new Map();
  globalThis.earlyAnswers.set(keyOf(url, token), response);
  return response;
}

/** Whether nobody has taken an answer yet: then the application has not come. */
export function isUntaken(response: Promise<Response>): boolean {
  return [...(globalThis.earlyAnswers?.values() ?? [])].includes(response);
}

/** The answer to what was asked early, once. */
export function takeEarly(url: string, token: string | undefined): Promise<Response> | undefined {
  const key = keyOf(url, token);
  const response = globalThis.earlyAnswers?.get(key);
  globalThis.earlyAnswers?.delete(key);
  return response;
}

/** Once the page stands, whatever is asked wants a new answer. */
export function forgetEarlyAnswers(): void {
  globalThis.earlyAnswers = undefined;
}

const keyOf = (url: string, token: string | undefined) => `${token} ${url}`;
