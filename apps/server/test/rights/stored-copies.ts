import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

export interface PersonalTable {
  table: string;
  /** Names the person, if anything does. */
  person: 'owner_id' | 'user_id' | undefined;
}

/** What members mark for themselves alone; it says nothing of what they share. */
const ownMarks = ['own_accounts'];

/** Every table that names an account together with one of its members or a domain of theirs, by name. */
export async function listPersonalTables(db: Connection): Promise<PersonalTable[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as "table", array_agg(column_name::text) as columns
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    group by table_name order by table_name`.execute(db);
  return rows.flatMap(({ table, columns }) => {
    const person = (['owner_id', 'user_id'] as const).find((name) => columns.includes(name));
    const isPersonal = person !== undefined || columns.includes('domain_id');
    return columns.includes('account_id') && isPersonal && !ownMarks.includes(table)
      ? [{ table, person }]
      : [];
  });
}

/** The tables that say something of a person in one of the accounts. */
export async function tablesWith(
  db: Connection,
  tables: readonly PersonalTable[],
  { userId, accountIds }: { userId: string; accountIds: readonly string[] },
): Promise<string[]> {
  const found: string[] = [];
  for (const { table, person } of tables) {
    const { rows } = await sql`
      select from ${sql.table(table)}
      where account_id = any(${accountIds}::uuid[])
        and ${person === undefined ? sql`true` : sql`${sql.ref(person)} = ${userId}`}
      limit 1`.execute(db);
    if (rows.length > 0) found.push(table);
  }
  return found;
}
