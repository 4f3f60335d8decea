import type { EndpointName } from '@repo/contract/endpoints';
import { type RequestParts, buildRequest } from './build-request.ts';
import { type PendingRequest, startRequest } from './start-request.ts';

declare global {
  /**
   * What `head-script.ts` has asked for, by token and address. On the page itself, since that script and
   * the application are built apart.
   */
  var preloadedResponses: Map<string, PendingRequest> | undefined;
}

/** Asks before the application is there, which will ask for the same and get this answer. */
export function preloadResponse(
  name: EndpointName,
  parts: RequestParts,
  token: string,
): Promise<Response> {
  const { url, init } = buildRequest(name, parts, token);
  const request = startRequest(url, init);
  // Whoever takes it hears of a failure; nobody may.
  request.response.catch(() => undefined);
  globalThis.preloadedResponses ??= new Map();
  globalThis.preloadedResponses.set(keyOf(url, token), request);
  return request.response;
}

/** Whether nobody has taken an answer yet: then the application has not come. */
export function isUnclaimed(response: Promise<Response>): boolean {
  const untaken = globalThis.preloadedResponses?.values() ?? [];
  return [...untaken].some((request) => request.response === response);
}

/** The request that was made early, once; its time-out counts from its own start. */
export function takePreloadedResponse(
  url: string,
  token: string | undefined,
): PendingRequest | undefined {
  const key = keyOf(url, token);
  const request = globalThis.preloadedResponses?.get(key);
  globalThis.preloadedResponses?.delete(key);
  return request;
}

/** Once the page stands, whatever is asked wants a new answer. */
export function clearPreloadedResponses(): void {
  globalThis.preloadedResponses = undefined;
}

const keyOf = (url: string, token: string | undefined) => `${token} ${url}`;
