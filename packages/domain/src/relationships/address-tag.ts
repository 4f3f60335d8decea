import { isAutomatedAddress } from './automated-address.ts';

/**
 * An address without the tag that its owner appended to the name: `anna+sales@acme.com` is the mailbox
 * `anna@acme.com`. Addresses that only machines use keep theirs, because it is a part of the name.
 */
export function withoutTag(address: string): string {
  const at = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  if (plus <= 0 || plus > at || address.startsWith('"') || isAutomatedAddress(address))
    return address;
  return address.slice(0, plus) + address.slice(at);
}
