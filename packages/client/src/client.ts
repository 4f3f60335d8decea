import type {
  EndpointInput,
  EndpointName,
  EndpointResponse,
  Endpoints,
} from '@repo/contract/endpoints';
import { readAnswer } from './read-answer.ts';

export { ApiError, UnexpectedAnswerError } from './read-answer.ts';

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

export interface ClientOptions {
  /** The server, as in `https://tracker.example.com`. */
  address: string;
  /** An API key. */
  key: string;
  /** How often a request is sent when the connection breaks or the server is busy. */
  attempts?: number;
  /** How long one attempt may take until its answer is read. */
  timeoutMs?: number;
  /** Replaced by tests. */
  fetch?: typeof globalThis.fetch;
}

export interface Client {
  /**
   * Sends a request. Repeats it when the connection breaks and when the server is busy, at the pace that the
   * server allows. An Idempotency-Key makes sure that a write is done once.
   *
   * @throws ApiError when the server refuses, or wants a wait of more than a minute; UnexpectedAnswerError when
   *   the answer is not of this product, as is a redirect; TypeError when the server cannot be reached, or for a
   *   parameter that is missing; Error when it does not answer in time
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

/** More than the server takes for its slowest call. */
const TIMEOUT_MS = 120_000;

/** Parts of a request as they are sent. */
interface Sent {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * A client for the calls of the contract that take an API key. It needs no schemas: the contract gives it its
 * types.
 *
 * @throws TypeError for a key that no header can carry
 */
export function createClient({
  address,
  key,
  attempts = 5,
  timeoutMs = TIMEOUT_MS,
  fetch = globalThis.fetch,
}: ClientOptions): Client {
  // The error of `fetch` would show the key.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('The API key is not one word in ASCII.');
  const exchange = async (url: URL, request: RequestInit): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts;
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(url, { ...request, redirect: 'manual', signal });
        const waitMs = msUntilRepeated(response, attempt);
        if (isLast || waitMs === undefined) return await readAnswer(response);
        await response.body?.cancel();
        await sleep(waitMs);
      } catch (error) {
        if (signal.aborted) {
          const message = `The server did not answer within ${timeoutMs / 1_000} s.`;
          throw new Error(message, { cause: error });
        }
        // What `fetch` throws for a connection that breaks.
        if (isLast || !(error instanceof TypeError)) throw error;
        await sleep(1_000 * attempt);
      }
    }
  };
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
    return exchange(url, request);
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

/** How long to wait before the request is sent again; undefined if this answer is final. */
function msUntilRepeated(response: Response, attempt: number): number | undefined {
  const ms = 1_000 * Number(response.headers.get('retry-after') ?? attempt);
  return isBusy(response) && ms <= MAX_WAIT_MS ? ms : undefined;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a request is to be sent again: too many at once, or the server restarts. */
const isBusy = ({ status, headers }: Response): boolean =>
  status === 429 ||
  status === 502 ||
  status === 503 ||
  (status === 409 && headers.has('retry-after'));
