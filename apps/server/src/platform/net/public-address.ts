import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Ranges assigned for use on the internet; all other IPv6 addresses are reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalUnicast);
}
