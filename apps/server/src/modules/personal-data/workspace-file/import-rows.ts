import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { WorkspaceFile } from './open-workspace-file.ts';
import { readLines } from './read-lines.ts';
import { fileOf } from './workspace-file.ts';

/** The ids of users in the file whose addresses have users with other ids here, each with the id here. */
export type UserIds = ReadonlyMap<string, string>;

/**
 * Inserts the rows of a table. Rows that are here stay as they are, such as those of users who came with
 * another workspace.
 *
 * @returns how many were inserted
 */
export async function importRows(
  tx: Connection,
  { archive, sumOf, manifest }: WorkspaceFile,
  { table, userIds }: { table: string; userIds: UserIds },
): Promise<number> {
  const names = manifest.tables.find((one) => one.table === table)?.columns ?? [];
  const columns = sql.join(names.map((name) => sql.ref(name)));
  let inserted = 0;
  for await (const lines of readLines(archive, fileOf(table), sumOf(table))) {
    const rows = withUserIds(lines, userIds);
    // Ends of lines within values are escaped: each is the end of a row.
    const { numAffectedRows = 0n } = await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, (
        '[' || replace(rtrim(convert_from(${rows}::bytea, 'UTF8'), chr(10)), chr(10), ',') || ']')::json)
      on conflict do nothing`.execute(tx);
    inserted += Number(numAffectedRows);
  }
  return inserted;
}

/** Ids are UUIDs, which are nothing else in a row: whatever names a user is replaced. */
function withUserIds(rows: Buffer, userIds: UserIds): Buffer {
  if (userIds.size === 0) return rows;
  let text = rows.toString('utf8');
  for (const [there, here] of userIds) text = text.replaceAll(there, here);
  return Buffer.from(text);
}

/** Finds the users in the file whose addresses have users with other ids on this server. */
export async function findUsersHere(
  db: Connection,
  { archive, sumOf }: WorkspaceFile,
): Promise<UserIds> {
  const userIds = new Map<string, string>();
  for await (const lines of readLines(archive, fileOf('users'), sumOf('users'))) {
    const users = lines
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: string; email: string });
    const idOf = new Map(users.map(({ id, email }) => [email, id]));
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from users where email = any(${[...idOf.keys()]}::text[])`.execute(db);
    for (const { id, email } of rows) {
      const there = idOf.get(email);
      if (there !== undefined && there !== id) userIds.set(there, id);
    }
  }
  return userIds;
}
