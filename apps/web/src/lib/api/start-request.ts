import { limits } from '@repo/contract/page-limits';

/** A pending request that has to receive its whole response within the timeout. */
export type PendingRequest = {
  response: Promise<Response>;
  /** When the time-out ends, by `performance.now()`. */
  deadline: number;
  /** Ends the request, also while its body is read. */
  abort: (reason: unknown) => void;
  /** Must be called when the response was read, or failed. */
  finish: () => void;
};

const TIMEOUT = 'TimeoutError';

/**
 * Sends a request and aborts it after the time-out (specification part 1, section 9).
 *
 * @param timeLeft in milliseconds; less than the whole time-out for a second attempt.
 */
export function startRequest(
  url: string,
  init: RequestInit,
  timeLeft: number = limits.requestTimeout,
): PendingRequest {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timeoutError()), timeLeft);
  return {
    response: fetch(url, { ...init, signal: controller.signal }),
    deadline: performance.now() + timeLeft,
    abort: (reason) => controller.abort(reason),
    finish: () => clearTimeout(timer),
  };
}

function timeoutError(): Error {
  const error = new Error(`No response within ${limits.requestTimeout / 1000} seconds`);
  error.name = TIMEOUT;
  return error;
}

/** By name: the first script and the application are built apart, and share no class. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === TIMEOUT;
}
