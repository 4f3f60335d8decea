import pg from 'pg';
import type { FilledWorkspace } from './fill-workspace.ts';

/** The id of one of the workspace's accounts. */
export async function findSomeAccount(
  databaseUrl: string,
  { id }: FilledWorkspace,
): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    'select account_id from listed_accounts where workspace_id = $1 limit 1',
    [id],
  );
  await client.end();
  return rows[0].account_id;
}
