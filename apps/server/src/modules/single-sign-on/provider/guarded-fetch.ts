import { plural } from '@repo/domain/text/plural';
import http from 'node:http';
import https from 'node:https';
import type { CustomFetch } from 'openid-client';
import { lookUpIn } from '#platform/net/fetch-public.ts';
import { isPublicAddress } from '#platform/net/public-address.ts';
import { createResolveHost, type ResolveHost } from '#platform/net/resolve-host.ts';
import {
  type CheckServer,
  createServerGuard,
  ForbiddenServerError,
} from '#platform/net/server-guard.ts';

/** Name lookup, connection and answer together. */
const TIMEOUT_MS = 10_000;
/** Of one answer; the largest real ones, key sets with certificates, have some 30 KiB. */
const MAX_ANSWER_BYTES = 512 * 1024;
/** Requests to providers at the same time, so that one that hangs does not hold the memory of the process. */
const MAX_REQUESTS = 50;
/** To one provider, so that one that hangs leaves room for the sign-ins of others. */
const MAX_REQUESTS_PER_PROVIDER = 10;

/** The provider did not answer in time. */
export class ProviderTimeoutError extends Error {
  override name = 'ProviderTimeoutError';
}

/** Too many requests to providers are under way. */
export class ProviderBusyError extends Error {
  override name = 'ProviderBusyError';
}

/** Whether a sign-in failed because of too many others. The client wraps what its requests throw. */
export const isBusy = (error: unknown): boolean =>
  error instanceof ProviderBusyError || (error instanceof Error && isBusy(error.cause));

export interface ProviderNetwork {
  /** Networks (CIDR) that the operator allows besides the public internet, there also without encryption. */
  privateNetworks: readonly string[];
  resolveHost?: ResolveHost;
  timeoutMs?: number;
}

/**
 * Creates the `fetch` for the addresses of identity providers, which administrators enter and providers name. A
 * name is resolved once and the connection goes to the address that was checked. Follows no redirect, and reads
 * answers up to a limit.
 */
export function createGuardedFetch({
  privateNetworks,
  resolveHost = createResolveHost(),
  timeoutMs = TIMEOUT_MS,
}: ProviderNetwork): CustomFetch {
  const check = createServerGuard({
    resolveHost,
    setting: 'SSO_PRIVATE_NETWORKS',
    privateNetworks,
  });
  let underWay = 0;
  const ofProviders = new Map<string, number>();
  return async (address, { method, headers, body }) => {
    const { host } = new URL(address);
    const ofProvider = ofProviders.get(host) ?? 0;
    if (underWay >= MAX_REQUESTS || ofProvider >= MAX_REQUESTS_PER_PROVIDER) {
      throw new ProviderBusyError('Too many sign-ins are under way.');
    }
    underWay += 1;
    ofProviders.set(host, ofProvider + 1);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await request(
        check,
        new URL(address),
        { method, headers, body: textOf(body) },
        timeout,
      );
    } catch (error) {
      if (!timeout.aborted) throw error;
      const { hostname } = new URL(address);
      throw new ProviderTimeoutError(
        `${hostname} did not answer within ${plural(timeoutMs / 1_000, 'second')}.`,
      );
    } finally {
      underWay -= 1;
      const left = (ofProviders.get(host) ?? 1) - 1;
      if (left > 0) ofProviders.set(host, left);
      else ofProviders.delete(host);
    }
  };
}

interface Sent {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

async function request(
  check: CheckServer,
  url: URL,
  { method, headers, body }: Sent,
  signal: AbortSignal,
): Promise<Response> {
  const isEncrypted = url.protocol === 'https:';
  const port = Number(url.port) || (isEncrypted ? 443 : 80);
  const { address } = await withSignal(check({ host: url.hostname, port }, signal), signal);
  if (!isEncrypted && isPublicAddress(address)) {
    throw new ForbiddenServerError('A provider on the public internet needs an https address.');
  }
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const sent = (isEncrypted ? https : http).request(url, {
    method,
    signal,
    agent: false,
    lookup: lookUpIn([address]),
    maxHeaderSize: 16 * 1024,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
  });
  sent.on('error', reject);
  sent.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  sent.on('response', (response) => {
    const parts: Buffer[] = [];
    let size = 0;
    response.on('error', reject);
    response.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= MAX_ANSWER_BYTES) parts.push(part);
      else
        sent.destroy(
          new ForbiddenServerError(`${url.host} sent more than a provider's answer has.`),
        );
    });
    response.on('end', () => {
      const status = response.statusCode ?? 0;
      // A Response takes no other status, and no body with these.
      const isEmpty = status === 204 || status === 205 || status === 304;
      if (status < 200 || status > 599) return reject(new Error('The answer has no valid status.'));
      const known = ['content-type', 'date', 'location', 'www-authenticate'] as const;
      const kept = known.flatMap((name): [string, string][] => {
        const value = response.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      });
      resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: kept }));
    });
  });
  sent.end(body);
  return promise;
}

/** The client sends forms and nothing else. */
const textOf = (body: unknown): string | undefined =>
  body === undefined || body === null ? undefined : String(body);

function withSignal<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}
