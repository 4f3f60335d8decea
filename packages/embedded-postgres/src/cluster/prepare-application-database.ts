import type { Client } from 'pg';

export const APPLICATION = 'app';

/**
 * Creates the application's role and database, both named `app`, where they are missing. The role
 * owns its databases and may create more (tests clone them), but has no power over the server or
 * its files.
 */
export async function prepareApplicationDatabase(client: Client, password: string): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [APPLICATION],
  );
  if (!rows[0]?.role) {
    const secret = client.escapeLiteral(password);
    await client.query(`create role ${APPLICATION} login createdb password ${secret}`);
  }
  if (!rows[0]?.database) {
    await client.query(`create database ${APPLICATION} owner ${APPLICATION}`);
  }
}
