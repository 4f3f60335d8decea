import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Connection } from './create-database.ts';
import { preparedStatement } from './prepared-statement.ts';

/** Stands in a prepared query where one of its values will stand. */
class Place {
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
 * A query that is put together once and then only filled in. Planned once by each connection,
 * unless its best plan depends on the values: for the queries of every request, putting together
 * and planning take longer than running.
 *
 * @param write gets a function that says where which value belongs.
 */
export function prepare<Values extends object, Row>(
  write: (given: Given<Values>) => RawBuilder<Row>,
  planned: 'once' | 'each time' = 'once',
): Prepared<Values, Row> {
  let text: string | undefined;
  let parameters: readonly unknown[] = [];
  return async (db, values) => {
    if (text === undefined) {
      const query = write((name) => sql`${new Place(name)}`);
      const marked = planned === 'once' ? sql`${preparedStatement} ${query}` : query;
      ({ sql: text, parameters } = marked.compile(db));
    }
    const filled = parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, filled));
    return rows;
  };
}
