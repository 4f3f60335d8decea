import type { ServerAddress } from '@repo/contract/server-login';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { certificateProblem } from '#platform/net/certificate-problem.ts';
import { plainText } from '#platform/net/plain-text.ts';
import { ForbiddenServerError, UnknownServerError } from '#platform/net/server-guard.ts';

/** The properties of imapflow's errors; all are optional. */
interface ImapError {
  code?: unknown;
  authenticationFailed?: unknown;
  serverResponseCode?: unknown;
  responseStatus?: unknown;
  responseText?: unknown;
  response?: unknown;
  reason?: unknown;
  throttleReset?: unknown;
  message?: unknown;
}

/** Codes of a refused sign-in that do not mean a wrong password. */
const busyCodes = new Set(['LIMIT', 'INUSE', 'UNAVAILABLE', 'SERVERBUG', 'CONTACTADMIN']);
const BUSY_SECONDS = 60;

/** Converts a mail server's failure to the engine's terms, with a message for the user. */
export function toProviderError(error: unknown, server: ServerAddress): ProviderError {
  if (error instanceof ProviderError) return error;
  const { host, port } = server;
  const at = `${host}, port ${port}`;
  const make = (kind: ProviderError['kind'], message: string, retryAfterSeconds?: number) =>
    new ProviderError(kind, message, { cause: error, retryAfterSeconds });
  if (error instanceof ForbiddenServerError) return make('permanent', error.message);
  if (error instanceof UnknownServerError) {
    return make('temporary', `${error.message} Check the name of the server.`);
  }

  const failure = (typeof error === 'object' && error !== null ? error : {}) as ImapError;
  const code = text(failure.code);
  const said = quote(serverText(failure));
  if (failure.authenticationFailed === true) return refusedSignIn(failure, host, make);
  const insecure = certificateProblem(code, host);
  if (insecure !== undefined) return make('permanent', insecure);
  const isTls = server.security === 'tls';
  // A port for TLS waits for the client to begin.
  if ((code === 'GREETING_TIMEOUT' && !isTls) || code.startsWith('ERR_SSL_')) {
    return make(
      'permanent',
      `${at} does not speak ${isTls ? 'TLS' : 'IMAP with STARTTLS'}. Check the port and the security: 993 with TLS, 143 with STARTTLS.`,
    );
  }
  if (code === 'STARTTLS_INJECTION' || text(failure.message).includes('STARTTLS')) {
    return make(
      'permanent',
      `${at} offers no encryption (STARTTLS), so no password was sent. Use port 993 with TLS.`,
    );
  }
  if (code === 'ETHROTTLE') {
    const seconds = Math.ceil(Number(failure.throttleReset) / 1_000) || BUSY_SECONDS;
    return make('rate-limited', `${host} asks to slow down.`, seconds);
  }
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code)) {
    return make('temporary', `Nothing responds at ${at}. Check the server and the port.`);
  }
  if (/^(CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ETIMEDOUT|ETIMEOUT)$/.test(code)) {
    return make(
      'temporary',
      `${at} did not respond in time. Check the server and the port, or try again later.`,
    );
  }
  if (code === 'LiteralTooLarge' || code === 'LineTooLarge' || code === 'ResponseTooLarge') {
    return make('temporary', `${host} sent more than is allowed.`);
  }
  if (failure.responseStatus === 'NO' || failure.responseStatus === 'BAD') {
    return make('temporary', `${host} refused a request.${said}`);
  }
  return make('temporary', `The connection to ${host} was lost.${said}`);
}

function refusedSignIn(
  failure: ImapError,
  host: string,
  make: (kind: ProviderError['kind'], message: string, seconds?: number) => ProviderError,
): ProviderError {
  const code = text(failure.serverResponseCode).toUpperCase();
  const words = serverText(failure);
  if (busyCodes.has(code)) {
    return make('rate-limited', `${host} accepts no sign-in now.${quote(words)}`, BUSY_SECONDS);
  }
  if (code === 'PRIVACYREQUIRED' || /login (is )?disabled/i.test(words)) {
    return make('permanent', `${host} accepts passwords only over TLS. Use port 993 with TLS.`);
  }
  const hint = /app(lication)?[- ]?(specific )?password/i.test(words)
    ? 'It needs an app password, which you create in the security settings of your account.'
    : 'Check both. Many providers need an app password in place of your usual one.';
  return make(
    'reauthorize',
    `${host} did not accept the address and password. ${hint}${quote(words)}`,
  );
}

/** The server's own message, shortened to plain text, since it may contain anything. */
function serverText({ responseText, reason, response }: ImapError): string {
  const said = [responseText, reason, response].find((one) => typeof one === 'string') ?? '';
  return plainText(said);
}

/** The server's own message in a failed command, as a sentence after a space; empty without one. */
export const quoteServer = (error: unknown): string => quote(serverText(error as ImapError));

const quote = (words: string): string => (words === '' ? '' : ` It says: “${words}”`);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
