import pg from 'pg';

/** A statement that the product sent, and the source file that sent it. */
export interface Recorded {
  text: string;
  /** Below `apps/server/src`, such as `modules/users/find-user.ts`. */
  file: string;
}

export interface StatementRecorder {
  /** Distinct by text. */
  statements: () => Recorded[];
  stop: () => void;
}

/** Deep enough to reach the module that sent a statement, through Kysely and the driver. */
const STACK_DEPTH = 60;
/** They are on the stack themselves. */
const RECORDERS = ['tenancy/record-statements.ts', 'cluster/requests/record-crossings.ts'];
/** Looking for the sender takes a while, and most statements are sent again and again. */
const MAX_LOOKUPS = 3;

/**
 * Records the statements that the product sends from now on, on any connection of this process. What a
 * test sends by itself is not recorded.
 */
export function recordStatements(): StatementRecorder {
  const found = new Map<string, string>();
  const lookups = new Map<string, number>();
  const stop = observeStatements((text) => {
    if (found.has(text)) return;
    const count = (lookups.get(text) ?? 0) + 1;
    lookups.set(text, count);
    const file = count > MAX_LOOKUPS ? undefined : sender();
    if (file !== undefined) found.set(text, file);
  });
  return { statements: () => [...found].map(([text, file]) => ({ text, file })), stop };
}

/**
 * Calls a function before each statement that any connection of this process sends from now on.
 *
 * @returns a function that ends it.
 */
export function observeStatements(observe: (text: string, client: pg.Client) => void): () => void {
  const prototype = pg.Client.prototype as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function observed(this: pg.Client, ...given: unknown[]) {
    const text = textOf(given[0]);
    if (text !== undefined) observe(text, this);
    return query.apply(this, given);
  };
  return () => {
    prototype.query = query;
  };
}

/** The innermost file of the product that is sending a statement now; undefined if that is a test. */
export const sender = (): string | undefined => senderOf(stack());

const textOf = (given: unknown): string | undefined =>
  typeof given === 'string' ? given : (given as { text?: string } | null)?.text;

function stack(): string {
  const depth = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_DEPTH;
  const { stack: lines = '' } = new Error('Who sends the statement?');
  Error.stackTraceLimit = depth;
  return lines;
}

/** The innermost file of the server outside of its database layer; undefined if that is a test. */
function senderOf(lines: string): string | undefined {
  for (const [, folder, file = ''] of lines.matchAll(/apps\/server\/(src|test)\/([^:?)]+\.ts)/g)) {
    if (file.startsWith('platform/database/') || RECORDERS.includes(file)) continue;
    return folder === 'src' && !/\.(test|fixture)\.ts$/.test(file) ? file : undefined;
  }
  return undefined;
}
