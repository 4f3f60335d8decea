import pg from 'pg';

/** Reasons why the database does not respond, each with the seconds after which to retry. */
const reasons = {
  unreachable: 2,
  overloaded: 5,
  full: 30,
  'read-only': 5,
  /** Two transactions conflicted, and this one was rolled back. */
  collided: 1,
  /** Another transaction holds for long what this one needs. */
  locked: 5,
  /** A transaction is committed, and its rows on one node are not visible yet. */
  unfinished: 30,
} as const;

export type UnavailableReason = keyof typeof reasons;

/** The database could not execute the statement now; a retry may succeed. */
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
  // Waited for a lock until `lock_timeout`.
  '55P03': 'locked',
  // Cancelled after `statement_timeout`.
  '57014': 'overloaded',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  // An I/O error, for example because a disk is missing.
  '58030': 'unreachable',
};

/** The error message of the user's pool when its queue for connections is full. */
export const TOO_MANY_WAITING = 'too many wait for a connection';

/**
 * The driver's own failures have no code: no connection available in the pool, or a lost
 * connection.
 */
const ownWords: [RegExp, UnavailableReason][] = [
  [/^timeout exceeded when trying to connect$/, 'overloaded'],
  [new RegExp(`^${TOO_MANY_WAITING}$`), 'overloaded'],
  [/^Connection terminated|^Client (has encountered a connection error|was closed)/, 'unreachable'],
];
const network =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ENOENT|EAGAIN)$/;

/**
 * Recognizes how Citus reports the loss of a node during a statement: as an internal error, in its own words
 * or in the client library's. Also when it does not know whether the node has committed: the request can be
 * sent again.
 */
const lostNode = new RegExp(
  `^(${[
    'server closed the connection unexpectedly',
    'could not (send|receive) data',
    'no connection to the server',
    'connection not open',
    'lost synchronization with server',
    'SSL (SYSCALL )?error',
    'SSL connection has been closed unexpectedly',
    'failure on connection marked as essential',
    'could not (connect to|establish) ',
    'could not commit transaction for shard',
    'failed to commit transaction on ',
  ].join('|')})`,
);
const INTERNAL_ERROR = 'XX000';

/** Distinguishes temporary failures from failures that the statement caused. */
export function explainDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const reason = reasonOf(error);
  return reason === undefined ? error : new DatabaseUnavailableError(reason, error);
}

function reasonOf(error: Error & { code?: string }): UnavailableReason | undefined {
  const { code = '', message } = error;
  if (error instanceof pg.DatabaseError) {
    const isLost = code.startsWith('08') || (code === INTERNAL_ERROR && lostNode.test(message));
    return states[code] ?? (isLost ? 'unreachable' : undefined);
  }
  if (network.test(code)) return 'unreachable';
  return ownWords.find(([words]) => words.test(message))?.[1];
}
