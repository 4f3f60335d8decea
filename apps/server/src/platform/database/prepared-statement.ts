import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { endWhenAbandoned } from './abandoned-request.ts';
import { explainDatabaseError } from './database-unavailable.ts';
import { commitOnNodes } from './distribution/commit-on-nodes.ts';

const mark = '/* plan once */';

/**
 * Prefix that makes a query a prepared statement, so that each connection plans it only once.
 * Planning a short query with several joins takes longer than running it. Only for queries with few
 * different texts: a connection caches the plans until it closes.
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

/**
 * A prepared statement that takes longer than this may have a plan from when its tables were
 * smaller; milliseconds.
 */
const SLOW_STATEMENT_MS = 1_000;

/**
 * A connection that knows of `preparedStatement`, and distinguishes temporary failures from others.
 *
 * PostgreSQL caches the plan of a prepared statement until the tables are analyzed, up to a minute
 * after they have grown. A plan for a small table can take minutes on a large one, so after a slow
 * execution the connection discards its plans and plans again.
 *
 * A statement outside a transaction, as requests read with, has the time limit of the connection
 * (`statement_timeout`). Transactions have none: publishing a large domain may take longer.
 */
export class PlanningClient extends pg.Client {
  // The driver declares a dozen overloads of this; the one used here passes a text and values.
  override query(...given: unknown[]): never {
    const [text, ...others] = given;
    if (text === 'begin') return this.#run('begin; set local statement_timeout = 0', others);
    if (text === 'commit') return commitOnNodes(this, (one) => this.#run(one, [])) as never;
    if (typeof text !== 'string' || !text.startsWith(mark)) return this.#run(text, others);
    const startedAt = performance.now();
    const response: unknown = this.#run({ name: nameOf(text), text }, others);
    if (response instanceof Promise) {
      const replan = () => {
        if (performance.now() - startedAt < SLOW_STATEMENT_MS) return;
        // Fails only when the connection or its transaction has failed, which is already reported.
        super.query('discard plans').catch(() => {});
      };
      void response.then(replan, replan);
    }
    return response as never;
  }

  #run(query: unknown, others: unknown[]): never {
    const response: unknown = Reflect.apply(super.query, this, [query, ...others]);
    if (!(response instanceof Promise)) return response as never;
    endWhenAbandoned(this, response);
    return response.catch(throwExplained) as never;
  }
}
