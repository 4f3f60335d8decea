import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './public-address.ts';
import type { ResolveHost } from './resolve-host.ts';

/**
 * A server that must not be connected to. The message explains why, for the user who entered it.
 */
export class ForbiddenServerError extends Error {
  override name = 'ForbiddenServerError';
}

/** The name has no address, or no name server responds. */
export class UnknownServerError extends Error {
  override name = 'UnknownServerError';
}

/** The target of a connection: the address, and the name that the certificate must be valid for. */
export interface CheckedServer {
  /** In ASCII. */
  name: string;
  address: string;
  port: number;
}

/**
 * Checks a server that a user entered, and resolves its name once: the connection must go to the
 * address that was checked, so that the name cannot resolve to another one in between.
 *
 * @throws ForbiddenServerError, UnknownServerError
 */
export type CheckServer = (
  server: { host: string; port: number },
  signal: AbortSignal,
) => Promise<CheckedServer>;

export interface ServerGuardOptions {
  resolveHost: ResolveHost;
  /** Ports that may be connected to; absent for every port. */
  ports?: readonly number[];
  /** The service that listens on them, for users. */
  purpose?: 'mail' | 'calendar';
  /** The setting with `privateNetworks`. */
  setting?: string;
  /** Networks (CIDR) that the operator allows in addition to the public internet, on every port. */
  privateNetworks: readonly string[];
}

export function createServerGuard({
  resolveHost,
  ports,
  purpose = 'mail',
  setting = 'MAIL_PRIVATE_NETWORKS',
  privateNetworks,
}: ServerGuardOptions): CheckServer {
  const networks = privateNetworks.map((network) => ipaddr.parseCIDR(network));
  const isAllowedPrivate = (text: string) => {
    const address = ipaddr.process(text);
    return networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match([network, bits]),
    );
  };

  return async ({ host, port }, signal) => {
    const name = domainToASCII(host.replace(/^\[|\]$|\.$/g, '')).toLowerCase();
    if (name === '') throw new ForbiddenServerError(`“${host}” is not the name of a server.`);
    const isAddress = isIP(name) !== 0;
    const addresses = isAddress ? [name] : await resolve(resolveHost, name, signal);
    const [allowed] = addresses.filter(isAllowedPrivate);
    if (allowed !== undefined) return { name, address: allowed, port };
    if (isAddress || !addresses.every(isPublicAddress)) {
      throw new ForbiddenServerError(
        `${name} is not on the public internet. The operator of this server can allow its network (${setting}).`,
      );
    }
    if (ports !== undefined && !ports.includes(port)) {
      throw new ForbiddenServerError(
        `Port ${port} is not one of a ${purpose} server. Use ${ports.join(' or ')}.`,
      );
    }
    // IPv4 first: a machine without IPv6 cannot reach an IPv6 address.
    const address = addresses.find((one) => isIP(one) === 4) ?? addresses[0] ?? '';
    return { name, address, port };
  };
}

async function resolve(
  resolveHost: ResolveHost,
  name: string,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    return await resolveHost(name, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw new UnknownServerError(`${name} does not exist, or no name server knows it.`, { cause });
  }
}
