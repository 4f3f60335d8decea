import pg from 'pg';
import type { FilledWorkspace } from '../accounts/fill-workspace.ts';
import type { Rate } from '../accounts/measure-rate.ts';
import { measureRequests } from '../accounts/measure-requests.ts';
import type { BenchServer } from '../accounts/start-bench-server.ts';

const load = { lanes: 20, seconds: 6 };

/** The first part of the grid, and of an account's feed the first and the next part. */
export async function measureReads(
  { url, databaseUrl }: BenchServer,
  { id, token }: FilledWorkspace,
): Promise<Rate[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    'select account_id from listed_accounts where workspace_id = $1 limit 1 offset 5000',
    [id],
  );
  await client.end();
  const feed = `/api/accounts/${rows[0].account_id}/timeline?range=12W&limit=50`;
  const first = await fetch(`${url}${feed}`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await first.json()) as { data: { page: { before?: string } } };
  // An account with few activities has one part alone.
  const { before } = data.page;
  const next = before === undefined ? feed : `${feed}&before=${encodeURIComponent(before)}`;
  const paths = [`/api/workspaces/${id}/accounts?includeTimeline=true&limit=60`, feed, next];
  const rates: Rate[] = [];
  for (const path of paths) rates.push(await measureRequests(url, { path, token }, load));
  return rates;
}
