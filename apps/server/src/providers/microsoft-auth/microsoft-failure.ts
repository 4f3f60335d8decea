import { ZodError } from 'zod';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { ResponseTooLargeError } from '#platform/net/read-limited.ts';
import { explainSignIn } from './sign-in-errors.ts';

/** A response of Microsoft Graph other than a success. */
export class GraphError extends Error {
  override name = 'GraphError';
  readonly status: number;
  /** Graph's own name of the failure; empty when the response has none. */
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: unknown, headers: { get: (name: string) => string | null }) {
    const { code, message, innerError } = asObject(asObject(body)['error']);
    const requestId = asObject(innerError)['request-id'] ?? headers.get('request-id');
    const text = typeof message === 'string' ? message.slice(0, MAX_MESSAGE_LENGTH) : '';
    super(`${text || 'no reason given'} (request ${String(requestId ?? 'unknown').slice(0, 80)})`);
    this.status = status;
    this.code = typeof code === 'string' ? code.slice(0, 100) : '';
    this.retryAfterSeconds = secondsIn(headers.get('retry-after'));
  }
}

/** A response of the sign-in other than tokens. */
export class SignInFailure extends Error {
  override name = 'SignInFailure';
  readonly status: number;
  readonly error: string;

  constructor(status: number, body: unknown) {
    const { error, error_description: description } = asObject(body);
    super(typeof description === 'string' ? description.slice(0, MAX_MESSAGE_LENGTH) : '');
    this.status = status;
    this.error = typeof error === 'string' ? error.slice(0, 100) : '';
  }
}

const MAX_MESSAGE_LENGTH = 500;

/** An account without a mailbox that can be read: no licence, deleted, or on a server of the company. */
const noMailbox = new Set(['MailboxNotEnabledForRESTAPI', 'ResourceNotFound']);

/** Whether a message or folder is not there, as opposed to the whole mailbox. */
export const isMissing = (error: unknown): boolean =>
  error instanceof GraphError && error.status === 404 && !noMailbox.has(error.code);

/** Whether a link of changes is too old, so that they are read from the beginning. */
export const isExpiredLink = (error: unknown): boolean =>
  error instanceof GraphError &&
  (error.status === 410 || /^(?:SyncState|resyncRequired)/i.test(error.code));

/**
 * Converts a failed request to the engine's terms.
 *
 * @param service display name: 'Microsoft 365 Mail'.
 */
export function toProviderError(error: unknown, service: string): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof SignInFailure) return ofSignIn(error, service);
  if (error instanceof ResponseTooLargeError) {
    return new ProviderError('permanent', `${service} sent a response that is too large.`, {
      cause: error,
    });
  }
  if (error instanceof GraphError) return ofGraph(error, service);
  if (error instanceof ZodError) {
    return new ProviderError('temporary', `${service} sent a response that cannot be read.`, {
      cause: error,
    });
  }
  return new ProviderError('temporary', `${service} could not be reached.`, { cause: error });
}

function ofSignIn(failure: SignInFailure, service: string): ProviderError {
  const { status, error, message } = failure;
  const known = explainSignIn(error, message);
  if (known === undefined || status >= 500 || status === 429) {
    const kind = status >= 500 || status === 429 ? 'temporary' : 'permanent';
    const reason = error === '' ? String(status) : error;
    return new ProviderError(kind, `${service} did not grant access (${reason}).`, {
      cause: failure,
    });
  }
  return new ProviderError(known.kind, known.says.replaceAll('SERVICE', service), {
    cause: failure,
    operatorMessage: known.operator,
  });
}

function ofGraph(error: GraphError, service: string): ProviderError {
  const { status, code, retryAfterSeconds } = error;
  const options = { cause: error, retryAfterSeconds };
  const reason = code === '' ? String(status) : `${status} ${code}`;
  if (status === 401) {
    return new ProviderError(
      'reauthorize',
      `${service} no longer grants access. Connect it again.`,
      options,
    );
  }
  if (status === 403) {
    return new ProviderError(
      'reauthorize',
      `${service} refuses access (${reason}). Connect it again. If that does not help, your administrator has to allow this application.`,
      options,
    );
  }
  if (status === 404 && noMailbox.has(code)) {
    return new ProviderError(
      'permanent',
      'This account has no mailbox in Microsoft 365: it has no licence, or the mailbox is on a server of your organization.',
      options,
    );
  }
  if (status === 429 || (status === 503 && retryAfterSeconds !== undefined)) {
    return new ProviderError('rate-limited', `${service} asks for a pause (${reason}).`, options);
  }
  // A 400 without a reason is seen from overloaded servers.
  const isTemporary = status === 408 || status >= 500 || (status === 400 && code === '');
  const isItem = code === 'ErrorCorruptData';
  const kind = isTemporary && !isItem ? 'temporary' : 'permanent';
  return new ProviderError(kind, `${service} failed (${reason}).`, options);
}

/** Runs requests; failures are converted by `toProviderError`. */
export const wordedFor =
  (service: string) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toProviderError(error, service);
    }
  };

/** Seconds, or a date (RFC 9110). */
function secondsIn(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

export const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
