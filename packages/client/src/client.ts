import type {
  EndpointInput,
  EndpointName,
  EndpointResponse,
  Endpoints,
} from '@repo/contract/endpoints';
import type { ErrorCode } from '@repo/contract/error';

/** The calls that take an API key. */
export type KeyCall = {
  [Name in EndpointName]: Endpoints[Name] extends { scope: string } ? Name : never;
}[EndpointName];

/** The parts of a request of this call; optional parts can be omitted. */
export type CallInput<Name extends KeyCall> = Part<'params', EndpointInput<Name>['params']> &
  Part<'query', EndpointInput<Name>['query']> &
  Part<'body', EndpointInput<Name>['body']>;

type Part<Key extends string, Value> = Value extends undefined
  ? unknown
  : Record<string, never> extends Value
    ? { [Name in Key]?: Value }
    : { [Name in Key]: Value };

/** A kind of entries that can be followed. */
export type FollowedKind = 'accounts' | 'activities' | 'people';

type ChangesPage<Kind extends FollowedKind> =
  EndpointResponse<`GET /api/workspaces/{workspaceId}/changes/${Kind}`>;

/** A failure that the server explains. Decide by its code. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly details: unknown;

  constructor({ message, status, code, details }: Failure) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

interface Failure {
  message: string;
  status: number;
  code?: ErrorCode;
  details?: unknown;
}

export interface ClientOptions {
  /** The server, as in `https://tracker.example.com`. */
  address: string;
  /** An API key. */
  key: string;
  /** How often a request is sent when the connection breaks or the server is busy. */
  attempts?: number;
  /** Replaced by tests. */
  fetch?: typeof globalThis.fetch;
}

export interface Client {
  /**
   * Sends a request. Repeats it when the connection breaks and when the server is busy, at the pace that the
   * server allows. An Idempotency-Key makes sure that a write is done once.
   *
   * @throws ApiError when the server refuses, or wants a wait of more than a minute; TypeError when it cannot be
   *   reached, or for a parameter that is missing
   */
  call: <Name extends KeyCall>(
    name: Name,
    input: CallInput<Name>,
  ) => Promise<EndpointResponse<Name>>;
  /**
   * Reads the pages of changes since a cursor, or of everything without one, up to the present.
   *
   * @throws ApiError with the code CURSOR_EXPIRED: forget your copy, and start without a cursor
   */
  follow: <Kind extends FollowedKind>(
    kind: Kind,
    from: { workspaceId: string; since?: string | undefined },
  ) => AsyncGenerator<ChangesPage<Kind>>;
}

/** When the server wants a longer wait, such as until tomorrow, the refusal is thrown instead. */
const MAX_WAIT_MS = 60_000;

/** Parts of a request as they are sent. */
interface Sent {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * A client for the calls of the contract that take an API key. It needs no schemas: the contract gives it its
 * types.
 */
export function createClient({
  address,
  key,
  attempts = 5,
  fetch = globalThis.fetch,
}: ClientOptions): Client {
  const send = async (name: string, { params = {}, query = {}, body }: Sent): Promise<unknown> => {
    const [method = '', path = ''] = name.split(' ');
    const url = new URL(
      address.replace(/\/+$/, '') +
        path.replaceAll(/\{(\w+)\}/g, (_, part: string) => toSegment(part, params[part])),
    );
    for (const [part, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(part, String(value));
    }
    const request = {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      const response = await fetch(url, request).catch((error: unknown) => {
        if (isLast) throw error;
        return undefined;
      });
      const waitMs = 1_000 * Number(response?.headers.get('retry-after') ?? attempt);
      const isTooLong = !(waitMs <= MAX_WAIT_MS);
      if (response !== undefined && (isLast || isTooLong || !isBusy(response))) {
        return readData(response);
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  };
  const call = (name: string, input: Sent) => send(name, input) as Promise<never>;
  return {
    call: (name, input) => call(name, input as Sent),
    async *follow(kind, { workspaceId, since }) {
      let cursor = since;
      for (let hasMore = true; hasMore;) {
        const page: ChangesPage<FollowedKind> = await call(
          `GET /api/workspaces/{workspaceId}/changes/${kind}`,
          { params: { workspaceId }, query: { since: cursor } },
        );
        ({ cursor, hasMore } = page);
        yield page as never;
      }
    },
  };
}

/**
 * A parameter in the path of a request.
 *
 * @throws TypeError for one that would lead to another path
 */
function toSegment(name: string, value = ''): string {
  if (value === '' || value === '.' || value === '..') {
    throw new TypeError(`The parameter ${name} is ${JSON.stringify(value)}.`);
  }
  return encodeURIComponent(value);
}

/** Whether a request is to be sent again: too many at once, or the server restarts. */
const isBusy = ({ status, headers }: Response): boolean =>
  status === 429 ||
  status === 502 ||
  status === 503 ||
  (status === 409 && headers.has('retry-after'));

async function readData(response: Response): Promise<unknown> {
  const answer = (await response.json()) as
    { success: true; data: unknown } | { success: false; error: Failure };
  if (answer.success) return answer.data;
  throw new ApiError(answer.error);
}
