import { sql } from 'kysely';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { usesOf } from '#platform/database/data-register/described-table.ts';
import type { Database } from '#platform/database/create-database.ts';

/** Uses of columns that can name a deleted user: what others wrote to them, and about them. */
export const ofOthers: readonly string[] = ['contact', 'content'];

interface Found {
  column: string;
  use: string;
  owner: string;
}

/** The columns in which a text is, as the register names them, with the owners of the rows. */
export async function findTexts(db: Database, texts: readonly string[]): Promise<Found[]> {
  const found = [];
  for (const [table, described] of Object.entries(describedTables)) {
    const { belongsTo } = described;
    const [owning] = Object.values(belongsTo ?? {});
    const owner = owning === undefined ? sql`''` : sql.ref(owning);
    for (const [column, use] of usesOf(described)) {
      const { rows } = await sql<{ owner: string }>`
        select distinct ${owner}::text as owner from ${sql.table(table)}
        where ${sql.ref(column)}::text ilike any(${texts.map((text) => `%${text}%`)}::text[])`.execute(
        db,
      );
      for (const row of rows) found.push({ column: `${table}.${column}`, use, owner: row.owner });
    }
  }
  return found;
}

/** Where texts of a user are, but what the register says is of others. */
export async function findLeft(
  db: Database,
  userId: string,
  texts: readonly string[],
): Promise<string[]> {
  const found = await findTexts(db, texts);
  return found
    .filter(({ use, owner }) => !ofOthers.includes(use) || owner === userId)
    .map(({ column }) => column);
}
