import type { ImapFlow } from 'imapflow';

/** The interval at which the received bytes are checked; milliseconds. */
const INTERVAL_MS = 10;

/**
 * Runs a command, and closes the connection when the server sends more for it than is allowed. The
 * client only limits single responses; a server can send any number of them, all of which are
 * collected in memory.
 *
 * @throws Error with the code `ResponseTooLarge`.
 */
export async function withinBytes<Result>(
  client: ImapFlow,
  maximum: number,
  command: () => Promise<Result>,
): Promise<Result> {
  const before = client.stats().received;
  const isOver = () => client.stats().received - before > maximum;
  const tooLarge = () =>
    Object.assign(new Error('The server sends too much.'), { code: 'ResponseTooLarge' });
  const { promise: over, reject } = Promise.withResolvers<never>();
  over.catch(() => {});
  const timer = setInterval(() => {
    if (!isOver()) return;
    reject(tooLarge());
    client.close();
  }, INTERVAL_MS);
  try {
    return await Promise.race([command(), over]);
  } finally {
    clearInterval(timer);
  }
}
