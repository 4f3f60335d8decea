import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Connection } from './create-database.ts';
import { preparedStatement } from './prepared-statement.ts';

/** A parameter of a prepared query, replaced by the value with its name. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type Given<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Values[Name]>;

export type Prepared<Values, Row> = (db: Connection, values: Values) => Promise<Row[]>;

/**
 * Compiles a query once and then only fills in its values. Each connection also plans it once,
 * unless its best plan depends on the values: for queries of every request, compiling and planning
 * take longer than running.
 *
 * @param write receives a function that returns the placeholder of a value.
 */
export function prepare<Values extends object, Row>(
  write: (given: Given<Values>) => RawBuilder<Row>,
  planned: 'once' | 'each time' = 'once',
): Prepared<Values, Row> {
  let text: string | undefined;
  let parameters: readonly unknown[] = [];
  return async (db, values) => {
    if (text === undefined) {
      const query = write((name) => sql`${new Placeholder(name)}`);
      const marked = planned === 'once' ? sql`${preparedStatement} ${query}` : query;
      ({ sql: text, parameters } = marked.compile(db));
    }
    const filled = parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, filled));
    return rows;
  };
}
