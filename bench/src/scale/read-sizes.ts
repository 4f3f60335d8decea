import pg from 'pg';

/** How much the database takes on the disk, with its indexes, for people. */
export async function readSizes(databaseUrl: string): Promise<{ all: string; activities: string }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select pg_size_pretty(pg_database_size(current_database())) as all,
      pg_size_pretty(pg_total_relation_size('account_activities')) as activities`,
  );
  await client.end();
  return rows[0];
}
