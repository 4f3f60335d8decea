import type { EndpointName } from '@repo/contract/endpoints';
import { type RequestParts, buildRequest } from './build-request.ts';
import { type PendingRequest, startRequest } from './start-request.ts';

declare global {
  /**
   * The requests of `head-script.ts`, by token and address. On the page itself, since that script and
   * the application are built apart.
   */
  var preloadedResponses: Map<string, PendingRequest> | undefined;
}

/** Sends a request before the application has loaded, which will use its response. */
export function preloadResponse(
  name: EndpointName,
  parts: RequestParts,
  token: string,
): Promise<Response> {
  const { url, init } = buildRequest(name, parts, token);
  const request = startRequest(url, init);
  // A failure is reported to the request that takes it, if any does.
  request.response.catch(() => undefined);
  globalThis.preloadedResponses ??= new Map();
  globalThis.preloadedResponses.set(keyOf(url, token), request);
  return request.response;
}

/** Whether no response was taken yet, because the application has not started. */
export function isUnclaimed(response: Promise<Response>): boolean {
  const untaken = globalThis.preloadedResponses?.values() ?? [];
  return [...untaken].some((request) => request.response === response);
}

/** Returns a preloaded request, once; its timeout counts from its own start. */
export function takePreloadedResponse(
  url: string,
  token: string | undefined,
): PendingRequest | undefined {
  const key = keyOf(url, token);
  const request = globalThis.preloadedResponses?.get(key);
  globalThis.preloadedResponses?.delete(key);
  return request;
}

/** Discards the preloaded responses once the page is rendered; later requests are sent again. */
export function clearPreloadedResponses(): void {
  globalThis.preloadedResponses = undefined;
}

const keyOf = (url: string, token: string | undefined) => `${token} ${url}`;
