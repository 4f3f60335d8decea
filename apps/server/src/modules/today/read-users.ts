import type { Connection } from '#platform/database/create-database.ts';

/** The names of users by their ids. */
export async function readUsers(
  db: Connection,
  ids: readonly string[],
): Promise<Map<string, { name: string; email: string }>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', distinct)
    .execute();
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]));
}
