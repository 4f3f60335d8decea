import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { CustomFetch, ServerMetadata } from 'openid-client';
import { type NamedProvider, readMetadata } from './discover.ts';
import { ProviderBusyError } from './guarded-fetch.ts';

/** How long keys and metadata count as current. */
const KEPT_MS = 60_000;
/** Reads of one provider in a minute, whatever comes in: one that expires, and some for changes of keys. */
const MAX_READS_PER_MINUTE = 4;
/** Requests that wait for providers at the same time. */
const MAX_WAITING = 100;
const MAX_PROVIDERS = 1_000;

export interface KnownProvider {
  metadata: ServerMetadata;
  keys: JWTVerifyGetKey;
}

export interface KnownProviders {
  /**
   * @throws ProviderBusyError when the provider was read often enough in the last minute, or too many wait; and the
   *   errors of the request to the provider
   */
  find: (provider: NamedProvider) => Promise<KnownProvider>;
  /** Reads a provider again whose keys have changed since it was found, unless someone else has. */
  findAfter: (seen: KnownProvider, provider: NamedProvider) => Promise<KnownProvider>;
}

interface Kept {
  reads: number[];
  found?: KnownProvider;
  foundAt?: number;
  underWay?: Promise<KnownProvider>;
}

/**
 * Keeps the metadata and keys of providers for a minute. Everyone can send a token that has to be checked with them,
 * so a flood of tokens asks a provider a few times a minute, also one that does not answer.
 */
export function createKnownProviders(fetch: CustomFetch): KnownProviders {
  const providers = new LRUCache<string, Kept>({ max: MAX_PROVIDERS });
  let waiting = 0;

  const keptOf = ({ issuer, clientId }: NamedProvider): Kept => {
    const key = JSON.stringify([issuer, clientId]);
    const kept = providers.get(key) ?? { reads: [] };
    providers.set(key, kept);
    return kept;
  };

  async function read(provider: NamedProvider): Promise<KnownProvider> {
    const metadata = await readMetadata(fetch, provider);
    return { metadata, keys: await readKeys(fetch, metadata) };
  }

  function begin(kept: Kept, provider: NamedProvider): Promise<KnownProvider> {
    const now = Date.now();
    kept.reads = kept.reads.filter((at) => at > now - 60_000);
    if (kept.reads.length >= MAX_READS_PER_MINUTE) {
      throw new ProviderBusyError('The provider was asked often enough in the last minute.');
    }
    kept.reads.push(now);
    return read(provider)
      .then((found) => {
        kept.found = found;
        kept.foundAt = now;
        return found;
      })
      .finally(() => {
        delete kept.underWay;
      });
  }

  async function wait(kept: Kept, provider: NamedProvider): Promise<KnownProvider> {
    if (waiting >= MAX_WAITING) throw new ProviderBusyError('Too many wait for providers.');
    waiting += 1;
    try {
      kept.underWay ??= begin(kept, provider);
      return await kept.underWay;
    } finally {
      waiting -= 1;
    }
  }

  return {
    find: async (provider) => {
      const kept = keptOf(provider);
      const isCurrent = (kept.foundAt ?? 0) > Date.now() - KEPT_MS;
      return kept.found !== undefined && isCurrent ? kept.found : wait(kept, provider);
    },
    findAfter: async (seen, provider) => {
      const kept = keptOf(provider);
      const { found } = kept;
      return found !== undefined && found !== seen ? found : wait(kept, provider);
    },
  };
}

/** Reads the public keys of a provider. */
async function readKeys(
  fetch: CustomFetch,
  { jwks_uri }: ServerMetadata,
): Promise<JWTVerifyGetKey> {
  if (jwks_uri === undefined) throw new Error('The provider names no keys (jwks_uri).');
  const answer = await fetch(jwks_uri, {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: null,
    redirect: 'manual',
  });
  if (answer.status !== 200) throw new Error(`The keys of the provider: ${answer.status}.`);
  return createLocalJWKSet((await answer.json()) as JSONWebKeySet);
}
