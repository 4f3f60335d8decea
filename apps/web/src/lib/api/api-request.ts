import type { EndpointResponse, EndpointInput, EndpointName } from '@repo/contract/endpoints';
import { noteFactorSetup } from '../session/factor-setup.ts';
import { readSession } from '../session/session-store.ts';
import { noteNoResponse, noteResponse } from '../connection/connection.ts';
import { noteMaintenance } from '../connection/maintenance.ts';
import { ApiError } from './api-error.ts';
import { type RequestParts, buildRequest } from './build-request.ts';
import { takePreloadedResponse } from './preloaded-responses.ts';
import { readResponse } from './read-response.ts';
import { isTimeout, type PendingRequest, startRequest } from './start-request.ts';

type Loose = Record<string, unknown>;

/** The parts of a request; a part whose fields are all optional can be omitted. */
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
  /** Lets the request outlive the page, for requests sent while the page is being left. */
  keepalive?: boolean;
  /** Never retries automatically, for requests that are expensive for the server. */
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
 * Sends a request to an endpoint of the contract. Never throws: failures of any kind are in
 * `error`. The shape of the response is not checked.
 */
export async function apiRequest<Name extends EndpointName>(
  name: Name,
  ...[options]: Arguments<Name>
): Promise<ApiResult<Name>> {
  try {
    const data = (await send(name, options ?? {})) as EndpointResponse<Name>;
    noteResponse();
    return { success: true, data, error: undefined };
  } catch (error) {
    if (error instanceof ApiError) {
      noteResponse(error);
      noteFactorSetup(error);
    } else if (options?.signal?.aborted !== true) noteNoResponse();
    return { success: false, data: undefined, error: asApiError(error) };
  }
}

/** Sends a request and returns its data; throws the `ApiError`. For queries and mutations. */
export async function apiRequestOrThrow<Name extends EndpointName>(
  name: Name,
  ...args: Arguments<Name>
): Promise<EndpointResponse<Name>> {
  const result = await apiRequest(name, ...args);
  if (!result.success) throw result.error;
  return result.data;
}

/** The delay before a request that failed immediately is retried; milliseconds. */
const REPEAT_DELAY_MS = 500;

type SendOptions = RequestParts & { signal?: AbortSignal; keepalive?: boolean; once?: boolean };

/**
 * Sends a request and reads its response within the timeout. A read that fails earlier is retried
 * once in the remaining time; one that timed out is not.
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
      // The first failure is more informative than the timeout of the retry.
      throw isTimeout(second) ? error : second;
    }
  }

  /** A connection failure or a server error; not a rejection by the server or an abort by the caller. */
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
    const response = await request.response;
    noteMaintenance(response.headers);
    return await readResponse(response);
  } finally {
    signal?.removeEventListener('abort', end);
    request.finish();
  }
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const reason = error instanceof Error ? error.message : '';
  const message = reason === '' ? 'Unknown network error' : reason;
  return new ApiError('Network Error', { message, cause: error });
}
