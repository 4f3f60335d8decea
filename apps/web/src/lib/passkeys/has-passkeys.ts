import { isFullServer } from '../server-level.ts';

/**
 * Whether passkeys can be used at all: by this browser, on this server, and at this address. Browsers allow them
 * neither without encryption nor at an IP address.
 */
export function hasPasskeys(): boolean {
  const { hostname } = window.location;
  const isIpAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return (
    isFullServer() && window.isSecureContext && 'PublicKeyCredential' in window && !isIpAddress
  );
}
