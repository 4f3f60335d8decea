import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Decides which proxies' `X-Forwarded-For` headers are believed.
 *
 * @param trusted true for one proxy on this machine or in a private network; or the addresses and
 *   networks (CIDR) of proxies. A request may pass several of them.
 * @returns the function that Fastify calls with each address, from the connection (hop 0) to the first
 *   one that the header names.
 */
export function trustProxies(
  trusted: boolean | readonly string[],
): boolean | ((address: string, hop: number) => boolean) {
  // With more hops, a client in a private network could name itself a proxy.
  if (trusted === true) return (address, hop) => hop === 0 && isNearby(address);
  if (trusted === false) return false;
  const proxies = new BlockList();
  for (const one of trusted) {
    const [address = '', prefix] = one.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

const nearbyRanges = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/** Whether an address belongs to this machine or a private network. */
const isNearby = (address: string): boolean =>
  isIP(address) !== 0 && nearbyRanges.includes(ipaddr.process(address).range());
