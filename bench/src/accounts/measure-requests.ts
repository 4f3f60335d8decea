import { measureRate, type Rate } from './measure-rate.ts';
import { openConnection, requestOf } from './open-connection.ts';

/** Completed requests per second over this many connections, which use the sessions in turn. */
export async function measureRequests(
  server: string,
  { path, tokens }: { path: string; tokens: readonly string[] },
  { lanes, seconds }: { lanes: number; seconds: number },
): Promise<Rate> {
  const url = new URL(server);
  const opened = await Promise.all(Array.from({ length: lanes }, () => openConnection(url)));
  const requests = tokens.map((token) => requestOf(path, url, token));
  const work = async (lane: number) =>
    opened[lane]?.request(requests[lane % requests.length] ?? '');
  await measureRate(work, { lanes, seconds: 1 });
  const rate = await measureRate(work, { lanes, seconds });
  for (const lane of opened) lane.close();
  return rate;
}
