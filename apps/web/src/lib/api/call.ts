import type { CallAnswer, CallInput, CallName } from '@repo/contract/calls';
import { limits } from '@repo/contract/limits';
import { readSession } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { type CallParts, callRequest } from './call-request.ts';
import { takeEarly } from './early-answers.ts';
import { readAnswer } from './read-answer.ts';

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

export type CallOptions<Name extends CallName> = Parts<CallInput<Name>> & {
  signal?: AbortSignal;
  /** Lets the request outlive the page, for one that is made while the page may be left. */
  keepalive?: boolean;
};

export type CallResult<Name extends CallName> =
  | { success: true; data: CallAnswer<Name>; error: undefined }
  | { success: false; data: undefined; error: ApiError };

type Arguments<Name extends CallName> =
  Loose extends Parts<CallInput<Name>>
    ? [options?: CallOptions<Name>]
    : [options: CallOptions<Name>];

/**
 * Makes one call of the contract. Never throws: a failure of any kind is in `error`. The answer's
 * shape is the contract's promise and is not checked here.
 */
export async function call<Name extends CallName>(
  name: Name,
  ...[options]: Arguments<Name>
): Promise<CallResult<Name>> {
  try {
    const data = (await send(name, options ?? {})) as CallAnswer<Name>;
    return { success: true, data, error: undefined };
  } catch (error) {
    return { success: false, data: undefined, error: asApiError(error) };
  }
}

/** Makes one call and gives its data; throws the `ApiError`. For queries and mutations. */
export async function callOrThrow<Name extends CallName>(
  name: Name,
  ...args: Arguments<Name>
): Promise<CallAnswer<Name>> {
  const result = await call(name, ...args);
  if (!result.success) throw result.error;
  return result.data;
}

type SendOptions = CallParts & { signal?: AbortSignal; keepalive?: boolean };

async function send(name: CallName, { signal, keepalive = false, ...parts }: SendOptions) {
  const { token } = readSession();
  const { url, init } = callRequest(name, parts, token);
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new Error(`No answer within ${limits.requestTimeout / 1000} seconds`)),
    limits.requestTimeout,
  );
  const ended = signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, signal]);
  try {
    const early = init.method === 'GET' ? takeEarly(url, token) : undefined;
    const response = await (early === undefined
      ? fetch(url, { ...init, keepalive, signal: ended })
      : unlessAborted(early, ended));
    return await readAnswer(response);
  } finally {
    clearTimeout(timer);
  }
}

async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([answer, promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const told = error instanceof Error ? error.message : '';
  const message = told === '' ? 'Unknown network error' : told;
  return new ApiError('Network Error', { message, cause: error });
}
