import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import { lacksFactor } from '../second-factor-rule.ts';

/** The stored time of the last use may be this outdated; most requests then need no write. */
const LAST_USE_SECONDS = 60;

/** Whether the last use of a row of `api_keys` has to be written. */
export const lastUseIsStale = sql<boolean>`
  coalesce(last_used_at < now() - make_interval(secs => ${sql.lit(LAST_USE_SECONDS)}), true)`;

/** Whether a use of a row of `api_keys` from a network has to be recorded as its first one. */
export const isNewNetwork = (network: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (${network}::text <> all(networks)
    and cardinality(networks) < ${sql.lit(limits.apiKeyNetworks)})`;

/** A key with the network of its request, and the scopes that the request relies on. */
export interface UsedKey {
  keyHash: RawBuilder<Buffer>;
  network: RawBuilder<string>;
  scopes: RawBuilder<readonly string[]>;
}

/**
 * For queries that serve a request by themselves: the `user_id` of the active user of an API key, unless the key has
 * other scopes by now, something about it has to be written, or the user lacks a required second factor.
 * `authenticateKey` handles any other key.
 */
export const keyInUse = ({ keyHash, network, scopes }: UsedKey): RawBuilder<unknown> => sql`(
  select key.user_id
  from api_keys key
  join users person on person.id = key.user_id and person.is_active and not ${lacksFactor}
  where token_hash = ${keyHash} and revoked_at is null and expires_at > now()
    and scopes = ${scopes}::text[]
    and not ${lastUseIsStale} and not ${isNewNetwork(network)})`;
