import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { recordChange } from '../../audit/record-change.ts';
import { lastUseIsStale } from './key-in-use.ts';

interface Use {
  keyId: string;
  keyName: string;
  isNewNetwork: boolean;
  /** The user. */
  id: string;
  name: string;
  email: string;
  /** The address of the request, and its network. */
  from: string;
  network: string;
}

/**
 * Stores when and from where a key was used, and adds the first use from a network to the audit log. After
 * `limits.apiKeyNetworks` of them no further ones are recorded: software in a large data center has a new
 * address for each request.
 *
 * @throws AppError `RATE_LIMITED` when its user has no room in the audit log
 */
export async function recordUse(db: Database, use: Use): Promise<void> {
  const values = { last_used_at: sql<Date>`now()`, last_used_from: use.from };
  if (use.isNewNetwork && (await recordNetwork(db, use, values))) return;
  await db
    .updateTable('api_keys')
    .set(values)
    .where('id', '=', use.keyId)
    .where(lastUseIsStale)
    .execute();
}

/** Returns false when another request recorded the network meanwhile, or there is no room for it. */
function recordNetwork(
  db: Database,
  { keyId, keyName, id, name, email, from, network }: Use,
  values: object,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('api_keys')
      .set({ ...values, networks: sql`array_append(networks, ${network})` })
      .where('id', '=', keyId)
      .where(sql<boolean>`${network} <> all(networks)`)
      .where(sql<boolean>`cardinality(networks) < ${limits.apiKeyNetworks}`)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    const self = { id, name: name || email };
    await recordChange(tx, {
      actor: self,
      action: 'api-key.new-address',
      person: self,
      after: { key: keyName, keyId, address: from },
    });
    return true;
  });
}
