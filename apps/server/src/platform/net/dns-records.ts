import { Resolver } from 'node:dns/promises';

/** Timeout of one name server, after which the next one is queried; milliseconds. */
const DNS_TIMEOUT_MS = 1_500;

/** DNS records of a domain that locate its mail and calendar servers. Empty when there are none. */
export interface DnsRecords {
  /** Names of its incoming mail servers (MX), the preferred one first. */
  mx: (domain: string, signal: AbortSignal) => Promise<string[]>;
  /** SRV records (RFC 6186, RFC 6764), the preferred one first. */
  srv: (name: string, signal: AbortSignal) => Promise<{ name: string; port: number }[]>;
}

/** TXT records, each as one text. They prove control of a domain. */
export interface TxtRecords {
  txt: (name: string, signal: AbortSignal) => Promise<string[]>;
}

/** @param servers name servers as `address:port`; the system's when absent. */
export function createDnsRecords(servers?: readonly string[]): DnsRecords & TxtRecords {
  const query = async <Found>(
    signal: AbortSignal,
    send: (resolver: Resolver) => Promise<Found[]>,
  ): Promise<Found[]> => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await send(resolver);
    } catch {
      return [];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
  return {
    mx: async (domain, signal) => {
      const found = await query(signal, (resolver) => resolver.resolveMx(domain));
      return found.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    },
    txt: async (name, signal) => {
      const found = await query(signal, (resolver) => resolver.resolveTxt(name));
      return found.map((parts) => parts.join(''));
    },
    srv: async (name, signal) => {
      const found = await query(signal, (resolver) => resolver.resolveSrv(name));
      return found.sort((a, b) => a.priority - b.priority || b.weight - a.weight);
    },
  };
}
