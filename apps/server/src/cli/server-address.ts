import { lookup } from 'node:dns/promises';
import { isPublicAddress } from '#platform/net/public-address.ts';
import { UsageError } from './command.ts';

/**
 * Checks the address of a server that is to be sent a key.
 *
 * @throws UsageError for an address that is none, with more in it than a server and a path, or that would send the
 *   key over the internet unencrypted
 */
export async function requireServerAddress(address: string): Promise<void> {
  const wrong = (problem: string) =>
    new UsageError(`--server ${address} ${problem}: write https://NAME`);
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) throw wrong('is no address');
  const { protocol, hostname, username, password, search, hash } = new URL(address);
  if (username !== '' || password !== '' || search !== '' || hash !== '') {
    throw wrong('has more than the name of a server');
  }
  if (protocol === 'http:' && (await isOnInternet(hostname))) {
    throw wrong('would send the key over the internet unencrypted');
  }
}

/** Whether a name leads to the public internet; one that leads nowhere does not. */
async function isOnInternet(hostname: string): Promise<boolean> {
  const name = hostname.replaceAll(/[[\]]/g, '');
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.some(({ address }) => isPublicAddress(address));
}
