import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/create-database.ts';

/** Tables with counts of attempts, which may change even if a request is refused. */
const uncompared = ['rate_limit_counters', 'sign_in_failures'];

/** A copy of a database's contents, to compare with and to restore. */
export interface Snapshot {
  /** The tables whose contents have changed. */
  changes: () => Promise<string[]>;
  /** Restores the contents of when the snapshot was taken. */
  restore: () => Promise<void>;
}

/** Creates a copy of every table. */
export async function takeSnapshot(db: Database): Promise<Snapshot> {
  const tables = await listTables(db);
  await sql`create schema kept`.execute(db);
  for (const { name } of tables) {
    await sql`create table ${sql.id('kept', name)} as table ${sql.id('public', name)}`.execute(db);
  }
  const contents = tables
    .filter(({ name }) => !uncompared.includes(name))
    .map(
      ({ name }) => sql`select ${sql.lit(name)} as name,
        md5(coalesce(string_agg(t::text, '' order by t::text), '')) as content
        from ${sql.id('public', name)} t`,
    );
  const all = sql<{ name: string; content: string }>`${sql.join(contents, sql` union all `)}`;
  const read = async () => (await all.execute(db)).rows;
  const before = new Map((await read()).map(({ name, content }) => [name, content]));
  const restore = sql.raw(restoreOf(tables));
  return {
    changes: async () =>
      (await read())
        .filter(({ name, content }) => before.get(name) !== content)
        .map(({ name }) => name),
    restore: async () => {
      await restore.execute(db);
    },
  };
}

interface Table {
  name: string;
  /** Except generated columns. */
  columns: string[];
  hasTriggers: boolean;
  refersTo: string[];
}

async function listTables(db: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname::text as name,
      (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      exists (select from pg_trigger where tgrelid = pg_class.oid and not tgisinternal)
        as "hasTriggers",
      array(select confrelid::regclass::text from pg_constraint
        where conrelid = pg_class.oid and contype = 'f') as "refersTo"
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return inOrder(rows);
}

/** Each table after those that it references. */
function inOrder(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const names = new Set(ordered.map(({ name }) => name));
    const next = tables.filter(
      ({ name, refersTo }) =>
        !names.has(name) && refersTo.every((other) => other === name || names.has(other)),
    );
    if (next.length === 0) throw new Error('The tables refer to each other in a circle.');
    ordered.push(...next);
  }
  return ordered;
}

/** One text for all statements: they are sent together, and run in one transaction. */
function restoreOf(tables: readonly Table[]): string {
  const triggered = tables.filter(({ hasTriggers }) => hasTriggers);
  return [
    ...triggered.map(({ name }) => `alter table ${name} disable trigger user`),
    ...tables.toReversed().map(({ name }) => `delete from ${name}`),
    ...tables.map(({ name, columns }) => {
      const list = columns.join(', ');
      return `insert into ${name} (${list}) select ${list} from kept.${name}`;
    }),
    ...triggered.map(({ name }) => `alter table ${name} enable trigger user`),
  ].join(';\n');
}
