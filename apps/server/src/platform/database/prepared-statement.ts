import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { explainDatabaseError } from './database-unavailable.ts';

const mark = '/* plan once */';

/**
 * Prefix that makes a query a prepared statement, so that each connection plans it only once.
 * Planning a short query with several joins takes longer than running it. Only for queries with few
 * different texts: a connection keeps the plans until it closes.
 */
export const preparedStatement: RawBuilder<unknown> = sql.raw(mark);

const names = new Map<string, string>();

/** A name for a query's text, the same in every process. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

function throwExplained(error: unknown): never {
  throw explainDatabaseError(error);
}

/** A connection that knows of `preparedStatement`, and tells failures that pass from others. */
export class PlanningClient extends pg.Client {
  // The driver declares a dozen forms of this; the one that is meant passes a text and values.
  override query(...given: unknown[]): never {
    const [text, ...others] = given;
    const isMarked = typeof text === 'string' && text.startsWith(mark);
    const first = isMarked ? { name: nameOf(text), text } : text;
    const answer: unknown = Reflect.apply(super.query, this, [first, ...others]);
    return (answer instanceof Promise ? answer.catch(throwExplained) : answer) as never;
  }
}
