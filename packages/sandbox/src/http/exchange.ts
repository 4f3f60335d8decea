import type { IncomingHttpHeaders } from 'node:http';

/** A request as a route gets it; `params` are the decoded `:name` segments of the route's path. */
export interface SandboxRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  params: Record<string, string>;
}

/** A response as data, so that an injected failure can still change it. */
export interface SandboxResponse {
  status: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** A body that is no text. */
  bytes?: Buffer;
  /** The connection ends in the middle of the body. */
  cut?: boolean;
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** For example `/gmail/v1/users/:user/messages`. */
  path: string;
  handle(request: SandboxRequest): SandboxResponse | Promise<SandboxResponse>;
}

/** An injected failure. */
export interface Failure {
  status: number;
  /** The provider's name for it, for example `userRateLimitExceeded`. */
  reason?: string;
  /** The message of Google's APIs; their usual one when absent. */
  message?: string;
  /** Seconds. */
  retryAfter?: number;
}

/**
 * Routes of one provider and the form of its failures. Control routes have no `failure`: an
 * injected failure there could not be removed again.
 */
export interface StandIn {
  routes: Route[];
  failure?(failure: Failure): SandboxResponse;
}

/** Thrown by a route to end the request with `response`. */
export class ResponseError extends Error {
  readonly response: SandboxResponse;

  constructor(response: SandboxResponse) {
    super(`Status ${response.status}`);
    this.name = 'ResponseError';
    this.response = response;
  }
}

export function json(body: unknown, status = 200): SandboxResponse {
  return { status, json: body };
}

export function html(text: string, status = 200): SandboxResponse {
  return {
    status,
    text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  };
}

/** Adds the HTTP header that says after how many seconds to retry. */
export function withRetryAfter(
  response: SandboxResponse,
  seconds: number | undefined,
): SandboxResponse {
  return seconds === undefined
    ? response
    : { ...response, headers: { ...response.headers, 'retry-after': String(seconds) } };
}

export function controlError(status: number, message: string): ResponseError {
  return new ResponseError(json({ error: { status, message } }, status));
}

/** The body of a request to a control path. */
export function readJsonObject(request: SandboxRequest): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(request.body.toString('utf8'));
  } catch (error) {
    throw controlError(400, `The body is not JSON: ${String(error)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw controlError(400, 'The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/** The bytes of a response's body, with their type. */
export function serializeBody(response: SandboxResponse): { contentType: string; body: Buffer } {
  if (response.json !== undefined) {
    return {
      contentType: 'application/json; charset=UTF-8',
      body: Buffer.from(JSON.stringify(response.json)),
    };
  }
  if (response.bytes !== undefined) return { contentType: 'text/plain', body: response.bytes };
  return { contentType: 'text/plain; charset=utf-8', body: Buffer.from(response.text ?? '') };
}
