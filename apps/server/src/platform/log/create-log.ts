import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';
import { maskApiKeys } from '../secrets/api-key.ts';
import { describeError } from './describe-error.ts';

export type Log = Logger;

/** Fields that must never be logged, at any depth. */
const secrets = [
  'password',
  'token',
  'authorization',
  'credentials',
  'client_secret',
  'refresh_token',
  'access_token',
  'req.headers.authorization',
  'req.headers.cookie',
].flatMap((name) => [name, `*.${name}`]);

/** Structured logs, one JSON object per line, on standard error; standard output is for results. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination(2),
): Log {
  const redact = { paths: secrets, censor: '[secret]' };
  const serializers = { err: describeError };
  return pino(
    { level, redact, serializers, mixin: traceId, hooks: { streamWrite: maskApiKeys } },
    destination,
  );
}

/** Links a log line to its trace, if traces are enabled. */
function traceId(): object {
  const context = trace.getActiveSpan()?.spanContext();
  return context === undefined ? {} : { traceId: context.traceId };
}
