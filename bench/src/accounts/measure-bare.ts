import pg from 'pg';
import type { BareQuery } from './bare-queries.ts';
import { measureRate, type Rate } from './measure-rate.ts';

/** How often a statement goes through over so many connections of the product's own driver. */
export async function measureBare(
  databaseUrl: string,
  query: BareQuery,
  { lanes, seconds }: { lanes: number; seconds: number },
): Promise<Rate> {
  const clients = Array.from(
    { length: lanes },
    () => new pg.Client({ connectionString: databaseUrl }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const work = async (lane: number) => void (await clients[lane]?.query(query));
  await measureRate(work, { lanes, seconds: 1 });
  const rate = await measureRate(work, { lanes, seconds });
  await Promise.all(clients.map((client) => client.end()));
  return rate;
}
