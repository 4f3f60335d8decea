import type { ErrorCode } from '@repo/contract/error';
import { limits } from '@repo/contract/limits';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  DatabaseUnavailableError,
  type UnavailableReason,
} from '../database/database-unavailable.ts';
import { AppError } from './app-error.ts';

/** Maps the framework's own errors to the codes of the contract. */
const frameworkCodes: Record<number, ErrorCode> = {
  400: 'VALIDATION_FAILED',
  // A path that leads out of the folder of the documentation.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  405: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'VALIDATION_FAILED',
  415: 'VALIDATION_FAILED',
  429: 'RATE_LIMITED',
  431: 'VALIDATION_FAILED',
};

/**
 * Default for the time to retry after, for example when a provider only asks for a pause; seconds.
 */
const usualPauses: Partial<Record<ErrorCode, number>> = { RATE_LIMITED: 60 };

/** Puts every failure into the envelope; unexpected failures become a 500 without details. */
export function sendError(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = knownFailure(error);
  if (hasLargeUnreadBody(request)) void reply.header('connection', 'close');
  if (known === undefined) {
    request.log.error({ err: error }, 'request failed');
    return sendFailure(reply, {
      message: 'Internal server error',
      status: 500,
      code: 'UNKNOWN_ERROR',
      details: { requestId: request.id },
    });
  }
  if (known.status >= 500) request.log.warn({ err: known }, known.message);
  const retryAfter = known.retryAfterSeconds ?? usualPauses[known.code];
  if (retryAfter !== undefined) {
    void reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)));
  }
  return sendFailure(reply, {
    message: known.message,
    status: known.status,
    code: known.code,
    ...(known.details === undefined ? {} : { details: known.details }),
  });
}

/** The failure as the client receives it; undefined for an unexpected one. */
export const knownFailure = (error: FastifyError | Error): AppError | undefined =>
  error instanceof AppError
    ? error
    : (fromDatabase(error) ?? fromFullDisk(error) ?? fromFramework(error));

/**
 * When a request is refused by its headers, a small body is read and discarded, so that the client
 * gets the response and can reuse the connection. A large one is not worth reading.
 */
function hasLargeUnreadBody({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false;
  const length = headers['content-length'];
  return length === undefined
    ? headers['transfer-encoding'] !== undefined
    : Number(length) > limits.bodyBytes;
}

interface Failure {
  message: string;
  status: number;
  code: ErrorCode;
  details?: unknown;
}

function sendFailure(reply: FastifyReply, error: Failure): FastifyReply {
  return reply
    .status(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ success: false, error }));
}

const busy = 'The service cannot do this at the moment. Please try again shortly.';
const fullDisk =
  'The disk of the server is full, so this could not be done. Please try again later, or ask your administrator.';
const particular: Partial<Record<UnavailableReason, string>> = {
  unfinished:
    'The change was stored, but it will take a minute until all of it is visible. Please check again then.',
  full: fullDisk,
};
const FULL_DISK_RETRY_SECONDS = 30;

/** Temporary failures; the reason goes to the log, only a full disk is named to the client. */
function fromDatabase(error: Error): AppError | undefined {
  if (!(error instanceof DatabaseUnavailableError)) return undefined;
  const { reason, retryAfterSeconds } = error;
  const message = particular[reason] ?? busy;
  return new AppError('UNAVAILABLE', message, { cause: error, retryAfterSeconds });
}

/** A file that this server itself could not write, because the disk or its user's share of it is full. */
function fromFullDisk(error: Error): AppError | undefined {
  if (!('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))) return undefined;
  return new AppError('UNAVAILABLE', fullDisk, {
    cause: error,
    retryAfterSeconds: FULL_DISK_RETRY_SECONDS,
  });
}

function fromFramework(error: FastifyError | Error): AppError | undefined {
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const code = status === undefined ? undefined : frameworkCodes[status];
  return code && new AppError(code, error.message, { cause: error });
}
