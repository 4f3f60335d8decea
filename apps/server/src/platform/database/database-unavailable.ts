import pg from 'pg';

/** Reasons why the database does not respond, each with the seconds after which to retry. */
const reasons = {
  unreachable: 2,
  overloaded: 5,
  full: 30,
  'read-only': 5,
  /** Two transactions stood in each other's way, and this one was given up. */
  collided: 1,
} as const;

export type UnavailableReason = keyof typeof reasons;

/** The database could not do what it was asked for now; asked again later, it may. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  readonly reason: UnavailableReason;
  readonly retryAfterSeconds: number;

  constructor(reason: UnavailableReason, cause: Error & { code?: string }) {
    super(`The database is ${reason}: ${cause.message || cause.code}`, { cause });
    this.reason = reason;
    this.retryAfterSeconds = reasons[reason];
  }
}

/** By SQLSTATE: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const states: Record<string, UnavailableReason> = {
  '25006': 'read-only',
  '40001': 'collided',
  '40P01': 'collided',
  '53000': 'overloaded',
  '53100': 'full',
  '53200': 'overloaded',
  '53300': 'overloaded',
  // Cancelled after `statement_timeout`.
  '57014': 'overloaded',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  // An input or output error, as from a disk that is gone.
  '58030': 'unreachable',
};

/** What the pool's user says when the queue for a connection is full. */
export const TOO_MANY_WAITING = 'too many wait for a connection';

/**
 * The driver's own failures bear no code: a pool that gives no connection, a connection that went.
 */
const ownWords: [RegExp, UnavailableReason][] = [
  [/^timeout exceeded when trying to connect$/, 'overloaded'],
  [new RegExp(`^${TOO_MANY_WAITING}$`), 'overloaded'],
  [/^Connection terminated|^Client (has encountered a connection error|was closed)/, 'unreachable'],
];
const network =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ENOENT)$/;

/** Tells failures that pass by themselves from those that a statement brought upon itself. */
export function explainDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const reason = reasonOf(error);
  return reason === undefined ? error : new DatabaseUnavailableError(reason, error);
}

function reasonOf(error: Error & { code?: string }): UnavailableReason | undefined {
  const { code = '', message } = error;
  if (error instanceof pg.DatabaseError) {
    return states[code] ?? (code.startsWith('08') ? 'unreachable' : undefined);
  }
  if (network.test(code)) return 'unreachable';
  return ownWords.find(([words]) => words.test(message))?.[1];
}
