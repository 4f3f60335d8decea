import { isIPv6 } from 'node:net';

/**
 * Returns the network that limits are counted for: an IPv4 address unchanged, or the first 56 bits of an IPv6
 * address, which a provider assigns to one customer (RIPE-690).
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  const network = groups
    .slice(0, 4)
    .map((group, at) => Number.parseInt(group, 16) & (at === 3 ? 0xff_00 : 0xff_ff))
    .map((group) => group.toString(16));
  return `${network.join(':')}::/56`;
}
