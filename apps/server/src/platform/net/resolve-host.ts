import { Resolver } from 'node:dns/promises';

/**
 * The IP addresses of a host name. Rejects when it has none, no name server responds, or the signal
 * ends it.
 */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<string[]>;

/** Timeout of one name server, after which the next one is queried; milliseconds. */
const SERVER_TIMEOUT_MS = 700;

/**
 * Makes a resolver that sends its own DNS queries. `dns.lookup` would wait in libuv's thread pool, and the
 * whole process shares its four threads: names that do not resolve would delay file reads, requests to
 * providers and new connections to the database. Names in /etc/hosts are not found; no public site needs
 * them.
 *
 * @param servers as `address:port`; the system's when absent.
 */
export function createResolveHost(servers?: readonly string[]): ResolveHost {
  return async (host, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: SERVER_TIMEOUT_MS, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      if (addresses.length > 0) return addresses;
      throw new Error(`${host} has no address.`, {
        cause: found.find((one) => one.status === 'rejected')?.reason,
      });
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
