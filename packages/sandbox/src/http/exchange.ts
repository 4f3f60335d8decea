import type { IncomingHttpHeaders } from 'node:http';

/** A request as a route sees it; `params` are the `:name` segments of the route's path, decoded. */
export interface SandboxRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  params: Record<string, string>;
}

/** An answer, kept as data until it is written, so that a failure switch can still change it. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** The connection breaks in the middle of the body. */
  cut?: boolean;
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** For example `/gmail/v1/users/:user/messages`. */
  path: string;
  handle(request: SandboxRequest): Answer | Promise<Answer>;
}

/** A failure that a switch asks for. */
export interface Failure {
  status: number;
  /** As the provider names it, for example `userRateLimitExceeded`. */
  reason?: string;
  /** What the provider says for people; where absent, what it usually says. Google's APIs alone. */
  message?: string;
  /** Seconds. */
  retryAfter?: number;
}

/**
 * One provider's stand-in: its routes, and how that provider words a failure. The sandbox's own
 * control routes have no `failure`: no switch reaches them, or it could not be turned off again.
 */
export interface StandIn {
  routes: Route[];
  failure?(failure: Failure): Answer;
}

/** Thrown by a route to end the request with `answer`. */
export class AnswerError extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`Answered ${answer.status}`);
    this.name = 'AnswerError';
    this.answer = answer;
  }
}

export function json(body: unknown, status = 200): Answer {
  return { status, json: body };
}

export function html(text: string, status = 200): Answer {
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

/** Tells a client in HTTP's own header when to come again. */
export function withRetryAfter(answer: Answer, seconds: number | undefined): Answer {
  return seconds === undefined
    ? answer
    : { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } };
}

/** Ends a request to the sandbox's own control paths with what was wrong with it. */
export function controlError(status: number, message: string): AnswerError {
  return new AnswerError(json({ error: { status, message } }, status));
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

/** The bytes of an answer's body, with its type. */
export function serializeBody(answer: Answer): { contentType: string; body: Buffer } {
  if (answer.json !== undefined) {
    return {
      contentType: 'application/json; charset=UTF-8',
      body: Buffer.from(JSON.stringify(answer.json)),
    };
  }
  return { contentType: 'text/plain; charset=utf-8', body: Buffer.from(answer.text ?? '') };
}
