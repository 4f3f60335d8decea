import { findSomeAccount } from '../accounts/find-some-account.ts';
import type { FilledWorkspace } from '../accounts/fill-workspace.ts';
import type { Rate } from '../accounts/measure-rate.ts';
import { measureRequests } from '../accounts/measure-requests.ts';
import type { BenchServer } from '../accounts/start-bench-server.ts';

const load = { lanes: 20, seconds: 6 };

/** The first part of the grid, and of an account's feed the first and the next part. */
export async function measureReads(
  { url, databaseUrl }: BenchServer,
  workspace: FilledWorkspace,
): Promise<Rate[]> {
  const { id, token, tokens } = workspace;
  const accountId = await findSomeAccount(databaseUrl, workspace);
  const feed = `/api/accounts/${accountId}/timeline?range=12W&limit=50`;
  const first = await fetch(`${url}${feed}`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await first.json()) as { data: { page: { before?: string } } };
  // An account with few activities has one part alone.
  const { before } = data.page;
  const next = before === undefined ? feed : `${feed}&before=${encodeURIComponent(before)}`;
  const paths = [`/api/workspaces/${id}/accounts?includeTimeline=true&limit=60`, feed, next];
  const rates: Rate[] = [];
  for (const path of paths) rates.push(await measureRequests(url, { path, tokens }, load));
  return rates;
}
