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
/** Looking for the sender takes a while, and most statements are sent again and again. */
const MAX_LOOKUPS = 3;

/**
 * Records the statements that the product sends from now on, on any connection of this process. What a
 * test sends by itself is not recorded.
 */
export function recordStatements(): StatementRecorder {
  const found = new Map<string, string>();
  const lookups = new Map<string, number>();
  const prototype = pg.Client.prototype as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function recorded(this: unknown, ...given: unknown[]) {
    const text = textOf(given[0]);
    if (text !== undefined && !found.has(text)) {
      const count = (lookups.get(text) ?? 0) + 1;
      lookups.set(text, count);
      const file = count > MAX_LOOKUPS ? undefined : senderOf(stack());
      if (file !== undefined) found.set(text, file);
    }
    return query.apply(this, given);
  };
  return {
    statements: () => [...found].map(([text, file]) => ({ text, file })),
    stop: () => {
      prototype.query = query;
    },
  };
}

const textOf = (given: unknown): string | undefined =>
  typeof given === 'string' ? given : (given as { text?: string } | null)?.text;

function stack(): string {
  const depth = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_DEPTH;
  const { stack: lines = '' } = new Error('Who sends the statement?');
  Error.stackTraceLimit = depth;
  return lines;
}

/** The innermost file of the server outside of its database layer; undefined where that is a test. */
function senderOf(lines: string): string | undefined {
  for (const [, folder, file = ''] of lines.matchAll(/apps\/server\/(src|test)\/([^:?)]+\.ts)/g)) {
    if (file.startsWith('platform/database/') || file === 'tenancy/record-statements.ts') continue;
    return folder === 'src' && !/\.(test|fixture)\.ts$/.test(file) ? file : undefined;
  }
  return undefined;
}
