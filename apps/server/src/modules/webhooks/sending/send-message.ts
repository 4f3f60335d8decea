import { plural } from '@repo/domain/text/plural';
import http from 'node:http';
import https from 'node:https';
import type { Config } from '#src/config.ts';
import { lookUpIn } from '#platform/net/fetch-public.ts';
import { isPublicAddress } from '#platform/net/public-address.ts';
import { createResolveHost, type ResolveHost } from '#platform/net/resolve-host.ts';
import {
  type CheckServer,
  createServerGuard,
  ForbiddenServerError,
  UnknownServerError,
} from '#platform/net/server-guard.ts';

/** Name lookup, connection and answer together; milliseconds. */
const TIMEOUT_MS = 15_000;
/** Answers before the answer (1xx) that are read; each costs time of the process. */
const MAX_EARLY_ANSWERS = 10;

class EarlyAnswersError extends Error {
  override name = 'EarlyAnswersError';
}

export interface Message {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface Outcome {
  /** Null if there was no answer. */
  status: number | null;
  /** Why it was not accepted, for people; null if it was. */
  problem: string | null;
  /** The delay that the receiver asks for, in seconds. */
  retryAfter?: number;
}

/**
 * Sends a message to an address that an owner of a workspace entered. Never rejects, unless `stopping` ends it.
 *
 * @throws the reason of `stopping`.
 */
export type SendMessage = (message: Message, stopping: AbortSignal) => Promise<Outcome>;

/**
 * Creates the sender of messages. A name is resolved once, and the connection goes to the address that was
 * checked; only the public internet and the networks that the operator allows are reached. Redirects are not
 * followed, and only the first line and the headers of a response are read.
 */
export function createSendMessage(
  { webhookPrivateNetworks }: Pick<Config, 'webhookPrivateNetworks'>,
  {
    resolveHost = createResolveHost(),
    timeoutMs = TIMEOUT_MS,
  }: { resolveHost?: ResolveHost; timeoutMs?: number } = {},
): SendMessage {
  const check = createServerGuard({
    resolveHost,
    setting: 'WEBHOOK_PRIVATE_NETWORKS',
    privateNetworks: webhookPrivateNetworks,
  });
  return async (message, stopping) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return outcomeOf(await post(check, message, AbortSignal.any([timeout, stopping])));
    } catch (error) {
      stopping.throwIfAborted();
      if (!timeout.aborted) return { status: null, problem: explain(error) };
      return { status: null, problem: `No answer within ${plural(timeoutMs / 1_000, 'second')}` };
    }
  };
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

async function post(
  check: CheckServer,
  { url: text, headers, body }: Message,
  signal: AbortSignal,
): Promise<Answer> {
  const url = new URL(text);
  const isEncrypted = url.protocol === 'https:';
  const port = Number(url.port) || (isEncrypted ? 443 : 80);
  // A name server that does not answer must not delay the end of the attempt.
  const { address } = await withSignal(check({ host: url.hostname, port }, signal), signal);
  if (!isEncrypted && isPublicAddress(address)) {
    throw new ForbiddenServerError('Without encryption only networks of the operator are reached.');
  }
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = (isEncrypted ? https : http).request(url, {
    method: 'POST',
    signal,
    agent: false,
    lookup: lookUpIn([address]),
    maxHeaderSize: 16 * 1024,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  });
  sent.on('error', reject);
  // Ends the attempt on anything but a response, such as 101. An attempt without an end would block its turn
  // forever.
  sent.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  // Nothing that we send leads to more than one.
  let early = 0;
  sent.on('information', () => {
    early += 1;
    if (early > MAX_EARLY_ANSWERS) sent.destroy(new EarlyAnswersError());
  });
  sent.on('response', (response) => {
    response.on('error', () => {});
    resolve({
      status: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'],
    });
    // The rest of the response is ignored, however long it is.
    sent.destroy();
  });
  sent.end(body);
  return promise;
}

function withSignal<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}

function outcomeOf({ status, retryAfter }: Answer): Outcome {
  if (status >= 200 && status < 300) return { status, problem: null };
  const seconds = status === 429 || status === 503 ? secondsOf(retryAfter) : undefined;
  return {
    status,
    problem:
      status >= 300 && status < 400
        ? `The receiver answered with a redirect (${status}), which is not followed`
        : `The receiver answered ${status}`,
    ...(seconds !== undefined && { retryAfter: seconds }),
  };
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return seconds > 0 ? seconds : undefined;
}

/** Says only that an address could not be reached, and nothing of what answered there. */
function explain(error: unknown): string {
  if (error instanceof ForbiddenServerError || error instanceof UnknownServerError) {
    return error.message;
  }
  if (error instanceof EarlyAnswersError)
    return 'The receiver sent too many answers before its answer (1xx)';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'The receiver refused the connection';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The receiver closed the connection';
  if (/CERT|SELF_SIGNED|UNABLE_TO|SSL|TLS/.test(code))
    return `The connection is not secure: the certificate was not accepted (${code})`;
  return `The receiver could not be reached${code === '' ? '' : ` (${code})`}`;
}
