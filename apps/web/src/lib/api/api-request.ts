import type { EndpointResponse, EndpointInput, EndpointName } from '@repo/contract/endpoints';
import { readSession } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { type RequestParts, buildRequest } from './build-request.ts';
import { takePreloadedResponse } from './preloaded-responses.ts';
import { readResponse } from './read-response.ts';
import { isTimeout, type PendingRequest, startRequest } from './start-request.ts';

type Loose = Record<string, unknown>;

/** The parts that a call asks for; one that may be empty may be left out. */
type Parts<Input> = {
  [
    Key in keyof Input as Input[Key] extends undefined
      ? never
      : Loose extends Input[Key]
        ? never
        : Key
  ]: Input[Key];
} & {
  [
    Key in keyof Input as Input[Key] extends undefined
      ? never
      : Loose extends Input[Key]
        ? Key
        : never
  ]?: Input[Key];
};

export type ApiRequestOptions<Name extends EndpointName> = Parts<EndpointInput<Name>> & {
  signal?: AbortSignal;
  /** Lets the request outlive the page, for one that is made while the page may be left. */
  keepalive?: boolean;
  /** Never repeats the request by itself, for one that costs the server a lot. */
  once?: boolean;
};

export type ApiResult<Name extends EndpointName> =
  | { success: true; data: EndpointResponse<Name>; error: undefined }
  | { success: false; data: undefined; error: ApiError };

type Arguments<Name extends EndpointName> =
  Loose extends Parts<EndpointInput<Name>>
    ? [options?: ApiRequestOptions<Name>]
    : [options: ApiRequestOptions<Name>];

/**
 * Makes one call of the contract. Never throws: a failure of any kind is in `error`. The answer's
 * shape is the contract's promise and is not checked here.
 */
export async function apiRequest<Name extends EndpointName>(
  name: Name,
  ...[options]: Arguments<Name>
): Promise<ApiResult<Name>> {
  try {
    const data = (await send(name, options ?? {})) as EndpointResponse<Name>;
    return { success: true, data, error: undefined };
  } catch (error) {
    return { success: false, data: undefined, error: asApiError(error) };
  }
}

/** Makes one call and gives its data; throws the `ApiError`. For queries and mutations. */
export async function apiRequestOrThrow<Name extends EndpointName>(
  name: Name,
  ...args: Arguments<Name>
): Promise<EndpointResponse<Name>> {
  const result = await apiRequest(name, ...args);
  if (!result.success) throw result.error;
  return result.data;
}

/** The wait before a request that failed at once is repeated; milliseconds. */
const REPEAT_DELAY_MS = 500;

type SendOptions = RequestParts & { signal?: AbortSignal; keepalive?: boolean; once?: boolean };

/**
 * Sends a request and reads its response, all within the time-out. A read that failed at once is
 * repeated once in what is left of it; one that timed out is not.
 */
async function send(
  name: EndpointName,
  { signal, keepalive = false, once = false, ...parts }: SendOptions,
): Promise<unknown> {
  const { token } = readSession();
  const { url, init } = buildRequest(name, parts, token);
  const isRead = init.method === 'GET';
  const early = isRead ? takePreloadedResponse(url, token) : undefined;
  const request = early ?? startRequest(url, { ...init, keepalive });
  try {
    return await read(request, signal);
  } catch (error) {
    const timeLeft = request.deadline - performance.now() - REPEAT_DELAY_MS;
    if (!isRead || once || !isPassing(error) || timeLeft <= 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, REPEAT_DELAY_MS));
    signal?.throwIfAborted();
    try {
      return await read(startRequest(url, init, timeLeft), signal);
    } catch (second) {
      // The first failure says more than that there was no time left for the second attempt.
      throw isTimeout(second) ? error : second;
    }
  }

  /** No connection, or a failure of the server's; never its refusal, nor the caller's own end. */
  function isPassing(error: unknown): boolean {
    if (signal?.aborted || isTimeout(error)) return false;
    return !(error instanceof ApiError) || (error.status ?? 0) >= 500;
  }
}

async function read(request: PendingRequest, signal: AbortSignal | undefined): Promise<unknown> {
  const end = () => request.abort(signal?.reason);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  try {
    return await readResponse(await request.response);
  } finally {
    signal?.removeEventListener('abort', end);
    request.finish();
  }
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const told = error instanceof Error ? error.message : '';
  const message = told === '' ? 'Unknown network error' : told;
  return new ApiError('Network Error', { message, cause: error });
}
