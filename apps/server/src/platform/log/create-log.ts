import { type Logger, pino } from 'pino';

export type Log = Logger;

/** What must never stand in a log, wherever it comes up. */
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

/** Structured logs, one JSON object a line, on the standard error: the output is for answers. */
export function createLog(level: string): Log {
  return pino({ level, redact: { paths: secrets, censor: '[secret]' } }, pino.destination(2));
}
