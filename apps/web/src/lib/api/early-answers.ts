import type { EndpointName } from '@repo/contract/endpoints';
import { type CallParts, callRequest } from './call-request.ts';
import { type PendingRequest, startRequest } from './start-request.ts';

declare global {
  /**
   * What `first.ts` has asked for, by token and address. On the page itself, since that script and
   * the application are built apart.
   */
  var earlyAnswers: Map<string, PendingRequest> | undefined;
}

/** Asks before the application is there, which will ask for the same and get this answer. */
export function askEarly(name: EndpointName, parts: CallParts, token: string): Promise<Response> {
  const { url, init } = callRequest(name, parts, token);
  const request = startRequest(url, init);
  // Whoever takes it hears of a failure; nobody may.
  request.response.catch(() => undefined);
  globalThis.earlyAnswers ??= new Map();
  globalThis.earlyAnswers.set(keyOf(url, token), request);
  return request.response;
}

/** Whether nobody has taken an answer yet: then the application has not come. */
export function isUntaken(response: Promise<Response>): boolean {
  const untaken = globalThis.earlyAnswers?.values() ?? [];
  return [...untaken].some((request) => request.response === response);
}

/** The request that was made early, once; its time-out counts from its own start. */
export function takeEarly(url: string, token: string | undefined): PendingRequest | undefined {
  const key = keyOf(url, token);
  const request = globalThis.earlyAnswers?.get(key);
  globalThis.earlyAnswers?.delete(key);
  return request;
}

/** Once the page stands, whatever is asked wants a new answer. */
export function forgetEarlyAnswers(): void {
  globalThis.earlyAnswers = undefined;
}

const keyOf = (url: string, token: string | undefined) => `${token} ${url}`;
