import pg from 'pg';
import type { FilledWorkspace } from '../accounts/fill-workspace.ts';
import { measureRate, type Rate } from '../accounts/measure-rate.ts';
import { openConnection, requestOf } from '../accounts/open-connection.ts';
import type { Timed } from './timed.ts';

export const reads = ['grid', 'feed, first part', 'feed, next part'] as const;
export type Read = (typeof reads)[number];

export interface ReadLoad {
  lanes: number;
  seconds: number;
}

/** The requests of a connection, by what they read. */
type Requests = Record<Read, string[]>;

/**
 * Prepares reads of all workspaces: each connection has a member and an account of its own in each
 * of them, and requests from one after the other, beginning with another one than its neighbour.
 */
export async function prepareReads(
  server: { url: string; databaseUrl: string },
  workspaces: readonly FilledWorkspace[],
  { lanes, seconds }: ReadLoad,
): Promise<(read: Read, timed: Timed) => Promise<Rate>> {
  const url = new URL(server.url);
  const ofLanes: Requests[] = Array.from({ length: lanes }, () => ({
    grid: [],
    'feed, first part': [],
    'feed, next part': [],
  }));
  for (const workspace of workspaces) {
    const accounts = await findAccounts(server.databaseUrl, workspace, lanes);
    for (const [lane, requests] of ofLanes.entries()) {
      const token = workspace.tokens[lane % workspace.tokens.length] ?? '';
      const feed = `/api/accounts/${accounts[lane % accounts.length]}/timeline?range=12W&limit=50`;
      const next = await findNext(`${server.url}${feed}`, token);
      const grid = `/api/workspaces/${workspace.id}/accounts?includeTimeline=true&limit=60`;
      requests.grid.push(requestOf(grid, url, token));
      requests['feed, first part'].push(requestOf(feed, url, token));
      requests['feed, next part'].push(requestOf(`${feed}${next}`, url, token));
    }
  }
  return async (read, timed) => {
    const opened = await Promise.all(ofLanes.map(() => openConnection(url)));
    const turns = ofLanes.map((_, lane) => lane);
    const work = async (lane: number) => {
      const requests = ofLanes[lane]?.[read] ?? [];
      const turn = (turns[lane] ?? 0) % requests.length;
      turns[lane] = turn + 1;
      await opened[lane]?.request(requests[turn] ?? '');
    };
    await measureRate(work, { lanes, seconds: 1 });
    const rate = await timed(() => measureRate(work, { lanes, seconds }));
    for (const connection of opened) connection.close();
    return rate;
  };
}

async function findAccounts(
  databaseUrl: string,
  { id }: FilledWorkspace,
  count: number,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `select account_id as id from listed_accounts where workspace_id = $1
    order by account_id limit $2`,
    [id, count],
  );
  await client.end();
  return rows.map((row) => row.id);
}

/** What asks for the next part of a feed; empty if it has one part alone. */
async function findNext(feed: string, token: string): Promise<string> {
  const response = await fetch(feed, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`The feed responded ${response.status}.`);
  const { data } = (await response.json()) as { data: { page: { before?: string } } };
  const { before } = data.page;
  return before === undefined ? '' : `&before=${encodeURIComponent(before)}`;
}
