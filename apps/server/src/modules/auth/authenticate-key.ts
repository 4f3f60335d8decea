import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { prepare } from '#platform/database/prepared-query.ts';
import type { KeyHolder } from '#platform/http/admit-key.ts';
import { AppError } from '#platform/http/app-error.ts';
import { networkOf } from '#platform/rate-limit/network-of.ts';
import { factorSetupRequired } from '#platform/http/factor-setup-required.ts';
import { hashToken } from '#platform/secrets/token.ts';
import { isNewNetwork, lastUseIsStale } from './api-keys/key-in-use.ts';
import { recordUse } from './api-keys/record-use.ts';
import { lacksFactor } from './second-factor-rule.ts';

/**
 * Returns the active user of an API key. Each endpoint looks up the user's rights, as with a session.
 *
 * @param from the address of the request.
 * @throws AppError `UNAUTHENTICATED`, or `RATE_LIMITED` when a use from a new network cannot be audited
 */
export async function authenticateKey(
  db: Database,
  token: string,
  from: string,
): Promise<KeyHolder> {
  const network = networkOf(from);
  const [key] = await findKey(db, { tokenHash: hashToken(token), network });
  if (key === undefined) throw refusal('is not known. It may have been removed');
  if (key.isRevoked) throw refusal('was revoked');
  if (key.isExpired) throw refusal('has expired');
  if (!key.isActive) throw refusal('belongs to a user who was deactivated');
  if (key.lacksFactor) throw factorSetupRequired();
  const { keyId, id, name, email, isAdmin, scopes } = key;
  if (key.isStale || key.isNewNetwork) await recordUse(db, { ...key, from, network });
  return { keyId, id, name, email, isAdmin, scopes };
}

const refusal = (why: string) => new AppError('UNAUTHENTICATED', `This API key ${why}.`);

interface FoundKey {
  keyId: string;
  keyName: string;
  scopes: string[];
  isRevoked: boolean;
  isExpired: boolean;
  /** Whether the use has to be written. */
  isStale: boolean;
  isNewNetwork: boolean;
  id: string;
  name: string;
  email: string;
  isActive: boolean;
  isAdmin: boolean;
  /** Whether the user has to set up a second factor first. */
  lacksFactor: boolean;
}

const findKey = prepare<{ tokenHash: Buffer; network: string }, FoundKey>(
  (given) => sql`
    select key.id as "keyId", key.name as "keyName", scopes,
      revoked_at is not null as "isRevoked", expires_at <= now() as "isExpired",
      ${lastUseIsStale} as "isStale",
      ${isNewNetwork(given('network'))} as "isNewNetwork",
      person.id, person.name, person.email, person.is_active as "isActive",
      person.is_admin as "isAdmin",
      ${lacksFactor} as "lacksFactor"
    from api_keys key
    join users person on person.id = key.user_id
    where token_hash = ${given('tokenHash')}`,
);
