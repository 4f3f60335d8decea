import { type ErrorCode, errorStatus, type FieldProblem } from '@repo/contract/error';

interface AppErrorOptions {
  cause?: unknown;
  details?: unknown;
  /** For `RATE_LIMITED` and `UNAVAILABLE`: the seconds after which to retry. */
  retryAfterSeconds?: number | undefined;
}

/** A failure that the client receives: the contract's code and a message for users. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** A user gets the same response for things they may not see as for things that do not exist. */
export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} not found`);

/** Problems that a response lists: an input can have as many as it has values. */
const MAX_PROBLEMS = 100;

/** An invalid input; the first problem is the message, the first hundred are the details. */
export function validationFailed(problems: readonly FieldProblem[], message?: string): AppError {
  const further = problems.length - MAX_PROBLEMS;
  const first = message ?? problems[0]?.message ?? 'Invalid input';
  return new AppError(
    'VALIDATION_FAILED',
    further > 0 ? `${first}, and ${further.toLocaleString('en')} further problems` : first,
    { details: problems.slice(0, MAX_PROBLEMS) },
  );
}

/** The details of `LIMIT_REACHED`: the message for users, the limit, and the current number. */
interface ReachedLimit {
  message: string;
  limit: number;
  current: number;
}

/** A refusal to exceed one of the contract's limits. */
export const limitReached = ({ message, limit, current }: ReachedLimit): AppError =>
  new AppError('LIMIT_REACHED', message, { details: { limit, current } });

/** The refusal of a session that has to prove again who uses it. */
export const freshProofRequired = (): AppError =>
  new AppError('FRESH_PROOF_REQUIRED', 'Confirm that it is you, then do this again.');
