import { measureRate, type Rate } from './measure-rate.ts';
import { openLane, requestOf } from './open-lane.ts';

/** How often a request of a session is answered over so many connections. */
export async function measureRequests(
  server: string,
  { path, token }: { path: string; token: string },
  { lanes, seconds }: { lanes: number; seconds: number },
): Promise<Rate> {
  const url = new URL(server);
  const opened = await Promise.all(Array.from({ length: lanes }, () => openLane(url)));
  const request = requestOf(path, url, token);
  const work = async (lane: number) => opened[lane]?.ask(request);
  await measureRate(work, { lanes, seconds: 1 });
  const rate = await measureRate(work, { lanes, seconds });
  for (const lane of opened) lane.close();
  return rate;
}
