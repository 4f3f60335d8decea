import type { EndpointName } from '@repo/contract/endpoints';
import type { ErrorCode } from '@repo/contract/error';
import { errorStatus } from '@repo/contract/error';
import type { Caller } from './callers.ts';
import type { World } from './world.ts';

/** The parts of a request that a row sets. */
export interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** Replaces the caller's session. */
  bearer?: string;
}

/**
 * One row: a request and its responses, one for each of `callers`. A response is written as its
 * status, which implies the usual error code of that status; `409!` is WORKSPACE_ACCOUNT_REQUIRED
 * and `409#` LIMIT_REACHED. `302+` redirects with a success, `302-` with an error. In a row that is
 * `exhausted`, every limit on attempts is used up before the request.
 */
export type Row = [
  answers: string,
  request: (world: World, caller: Caller) => Request,
  state?: 'exhausted',
];

/** The rows of some endpoints, by the description of their request. */
export type Rows = Partial<Record<EndpointName, Record<string, Row>>>;

export interface Expected {
  status: number;
  code: ErrorCode | undefined;
  /** The result of a redirect. */
  mark: string;
}

/** Parses the responses of a row. */
export function readAnswers(answers: string): Expected[] {
  return answers
    .trim()
    .split(/\s+/)
    .map((word) => {
      const status = Number(word.slice(0, 3));
      return { status, code: codeOf(word, status), mark: word.slice(3) };
    });
}

/** Of statuses that more than one code has. */
const usualCodes: Record<number, ErrorCode> = { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN' };

function codeOf(word: string, status: number): ErrorCode | undefined {
  if (word === '409!') return 'WORKSPACE_ACCOUNT_REQUIRED';
  if (word === '409#') return 'LIMIT_REACHED';
  const usual = usualCodes[status];
  if (usual !== undefined) return usual;
  return (Object.keys(errorStatus) as ErrorCode[]).find((code) => errorStatus[code] === status);
}
