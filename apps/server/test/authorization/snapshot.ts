import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { isOnCluster } from '../create-test-database.ts';
import { observeStatements } from '../tenancy/record-statements.ts';

/** Tables with counts of attempts, which may change even if a request is refused. */
const uncompared = ['rate_limit_counters', 'sign_in_failures'];

/** A copy of a database's contents, to compare with and to restore. */
export interface Snapshot {
  /** The tables whose contents have changed. */
  changes: () => Promise<string[]>;
  /** Restores the contents of when the snapshot was taken. */
  restore: () => Promise<void>;
}

/**
 * Creates a copy of every table. A trigger on each notes that it was written to, so that only those
 * tables are compared and restored: a comparison of all of them takes longer than most requests. On a
 * cluster, whose tables have no triggers, the statements of this process are looked at.
 */
export async function takeSnapshot(db: Database): Promise<Snapshot> {
  const tables = await listTables(db);
  await sql`create schema kept`.execute(db);
  for (const { name } of tables) {
    await sql`create table ${sql.id('kept', name)} as table ${sql.id('public', name)}`.execute(db);
  }
  const contents = new Map(
    tables
      .filter(({ name }) => !uncompared.includes(name))
      .map(({ name }) => [name, contentOf(name)]),
  );
  const read = async (names: readonly string[]) => {
    const selects = names.flatMap((name) => contents.get(name) ?? []);
    if (selects.length === 0) return [];
    const all = sql<{ name: string; content: string }>`${sql.join(selects, sql` union all `)}`;
    return (await all.execute(db)).rows;
  };
  const names = [...contents.keys()];
  const before = new Map((await read(names)).map(({ name, content }) => [name, content]));
  const takeWritten = isOnCluster() ? noteStatements(tables) : await noteWrites(db, names);
  let written = new Set<string>();
  return {
    changes: async () => {
      for (const name of await takeWritten()) written.add(name);
      const differing = (await read([...written]))
        .filter(({ name, content }) => before.get(name) !== content)
        .map(({ name }) => name);
      written = new Set(differing);
      return differing;
    },
    restore: async () => {
      for (const name of await takeWritten()) written.add(name);
      await sql.raw(restoreOf(withReferring(tables, written))).execute(db);
      await takeWritten();
      written.clear();
    },
  };
}

/** A query for the table's name and a hash of its contents. */
const contentOf = (name: string) =>
  sql`select ${sql.lit(name)} as name,
    md5(coalesce(string_agg(t::text, '' order by t::text), '')) as content
    from ${sql.id('public', name)} t`;

/**
 * Notes each statement that writes to one of the tables, also those of foreign keys and triggers.
 * Returns a function that returns the names of the tables written to since it was last called.
 */
async function noteWrites(
  db: Database,
  names: readonly string[],
): Promise<() => Promise<string[]>> {
  // Without a key, so that transactions that write to the same table do not wait for each other.
  await sql`create table kept.written_tables (name text not null)`.execute(db);
  await sql`create function kept.note_write() returns trigger language plpgsql as
    $$ begin insert into kept.written_tables values (tg_table_name); return null; end $$`.execute(
    db,
  );
  for (const name of names) {
    await sql`create trigger note_write
      after insert or update or delete or truncate on ${sql.id('public', name)}
      for each statement execute function kept.note_write()`.execute(db);
  }
  return async () => {
    const taken = sql<{ name: string }>`delete from kept.written_tables returning name`;
    return (await taken.execute(db)).rows.map(({ name }) => name);
  };
}

/** Notes the tables that statements name to be written to, and those whose rows are deleted with theirs. */
function noteStatements(tables: readonly Table[]): () => Promise<string[]> {
  const written = new Set<string>();
  observeStatements((text) => {
    for (const [, how = '', name = ''] of text.matchAll(
      /\b(insert into|update|delete from)\s+"?(\w+)/gi,
    )) {
      const named = tables.filter((table) => table.name === name);
      const all = how.startsWith('delete') ? withReferring(tables, new Set([name])) : named;
      for (const table of all) written.add(table.name);
    }
  });
  return async () => {
    const taken = [...written].filter((name) => !uncompared.includes(name));
    written.clear();
    return taken;
  };
}

/** The tables, and all whose rows are deleted with theirs; in the same order. */
function withReferring(tables: readonly Table[], written: ReadonlySet<string>): Table[] {
  const names = new Set(written);
  // Each table comes after those that it references.
  for (const { name, refersTo } of tables) {
    if (refersTo.some((other) => names.has(other))) names.add(name);
  }
  return tables.filter(({ name }) => names.has(name));
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
