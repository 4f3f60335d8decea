import type { ServerAddress } from '@repo/contract/server-login';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { certificateProblem } from '#platform/net/certificate-problem.ts';
import { plainText } from '#platform/net/plain-text.ts';
import { ForbiddenServerError, UnknownServerError } from '#platform/net/server-guard.ts';

/** A response with a status that is no success. */
export class DavStatusError extends Error {
  override name = 'DavStatusError';
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** Whether a sign-in with user name and password (Basic) is offered. */
  readonly acceptsPasswords: boolean;

  constructor(status: number, headers: Record<string, string | string[] | undefined>) {
    super(`The server responded with status ${status}.`);
    this.status = status;
    const seconds = Number(headers['retry-after']);
    this.retryAfterSeconds = seconds > 0 ? Math.ceil(seconds) : undefined;
    const offered = String(headers['www-authenticate'] ?? '');
    this.acceptsPasswords = offered === '' || /\bbasic\b/i.test(offered);
  }
}

/** A response that cannot be used. */
export class DavResponseError extends Error {
  override name = 'DavResponseError';
}

/** The server sends the client to another one, which gets no password. */
export class DavElsewhereError extends Error {
  override name = 'DavElsewhereError';
  readonly host: string;

  constructor(host: string) {
    super(`The server names ${host}.`);
    this.host = host;
  }
}

/** A response that is larger than allowed. */
export const tooLarge = (): Error =>
  Object.assign(new Error('Too large.'), { code: 'ResponseTooLarge' });

/** Whether a response was larger than allowed. */
export const isTooLarge = (error: unknown): boolean => codeOf(error) === 'ResponseTooLarge';

/** Whether a failure concerns the sign-in or the number of requests: the next request would fail as well. */
export const isOfAccount = (error: unknown): boolean =>
  error instanceof DavStatusError && (error.status === 401 || error.status === 429);

/** Whether a failure concerns the requested resource alone, so that others may still be read. */
export const isOfResource = (error: unknown): error is Error =>
  error instanceof DavStatusError
    ? !isOfAccount(error)
    : error instanceof DavResponseError || error instanceof DavElsewhereError || isTooLarge(error);

/** Whether the server did not respond, or not to the end. */
export const isOfNetwork = (error: unknown): error is Error =>
  error instanceof Error && /^(ETIMEDOUT|ETIMEOUT|ECONNRESET|EPIPE)$/.test(codeOf(error));

/** Describes for users why a calendar that the server lists cannot be read. */
export function describeRefusal(error: Error): string {
  if (error instanceof DavStatusError) return `The server refuses it (${error.status}).`;
  if (error instanceof DavResponseError) return error.message;
  if (error instanceof DavElsewhereError) {
    return `The server sends to another one, ${plainText(error.host)}, so no password was sent there.`;
  }
  return isTooLarge(error)
    ? 'The server sent more than is allowed.'
    : 'The server did not respond when it was requested.';
}

/** Converts a calendar server's failure to the engine's terms, with a message for the user. */
export function toProviderError(error: unknown, { host, port }: ServerAddress): ProviderError {
  if (error instanceof ProviderError) return error;
  const at = `${host}, port ${port}`;
  const make = (kind: ProviderError['kind'], message: string, retryAfterSeconds?: number) =>
    new ProviderError(kind, message, { cause: error, retryAfterSeconds });
  if (error instanceof ForbiddenServerError) return make('permanent', error.message);
  if (error instanceof UnknownServerError) {
    return make('temporary', `${error.message} Check the name of the server.`);
  }
  if (error instanceof DavElsewhereError) {
    return make(
      'permanent',
      `${host} sends to another server, ${plainText(error.host)}, so no password was sent there. If the calendar is there, enter that server.`,
    );
  }
  if (error instanceof DavStatusError) return ofStatus(error, host, make);
  if (error instanceof DavResponseError) {
    return make('temporary', `${host} sent a response that cannot be read. ${error.message}`);
  }
  const code = codeOf(error);
  const insecure = certificateProblem(code, host);
  if (insecure !== undefined) return make('permanent', insecure);
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO' || code.startsWith('HPE_')) {
    return make('permanent', `${at} does not speak HTTPS. Check the port.`);
  }
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code)) {
    return make('temporary', `Nothing responds at ${at}. Check the server and the port.`);
  }
  if (/^(ETIMEDOUT|ETIMEOUT)$/.test(code)) {
    return make(
      'temporary',
      `${at} did not respond in time. Check the server and the port, or try again later.`,
    );
  }
  if (code === 'ResponseTooLarge') {
    return make('temporary', `${host} sent more than is allowed.`);
  }
  return make('temporary', `The connection to ${host} was lost.`);
}

function ofStatus(
  { status, retryAfterSeconds, acceptsPasswords }: DavStatusError,
  host: string,
  make: (kind: ProviderError['kind'], message: string, seconds?: number) => ProviderError,
): ProviderError {
  if (status === 401 && !acceptsPasswords) {
    return make('permanent', `${host} offers no sign-in with a password (Basic).`);
  }
  if (status === 401) {
    return make(
      'reauthorize',
      `${host} did not accept the address and password. Check both. Many providers need an app password in place of your usual one.`,
    );
  }
  if (status === 429) {
    return make('rate-limited', `${host} asks to slow down.`, retryAfterSeconds);
  }
  if (status === 403) return make('temporary', `${host} refuses access to the calendar (403).`);
  if (status === 404 || status === 410) {
    return make('temporary', `${host} has no calendar there (${status}).`);
  }
  return make('temporary', `${host} refused a request (${status}).`);
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
