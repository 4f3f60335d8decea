import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type { SecretBox } from '#platform/secrets/secret-box.ts';
import { erasureContext, erasureKeyContext } from '#modules/activities/erased-contacts.ts';
import { credentialsContext } from './connect/credentials.ts';
import { pendingGrantContext } from './connect/pending-grants.ts';

const ROWS_AT_ONCE = 100;

export interface Resealed {
  /** Secrets that are sealed with the current key now and were not before. */
  resealed: number;
  /** Ids of unknown keys. Credentials sealed with them stay as they are. */
  missingKeys: string[];
}

/**
 * Seals everything that is encrypted in the database with the current key: grants, API keys and
 * webhook tokens. Row by row, so that it may be interrupted, repeated and run beside servers; what
 * changes meanwhile was sealed by a server and is met again in the next round.
 *
 * @param currentKeyId of the key that `secretBox` seals with.
 */
export async function resealCredentials(
  db: Database,
  secretBox: SecretBox,
  currentKeyId: string,
): Promise<Resealed> {
  const missingKeys = new Set<string>();
  const reseal = (row: { bytes: Buffer; keyId: string }, context: string) => {
    try {
      return secretBox.seal(secretBox.open(row, context), context);
    } catch {
      missingKeys.add(row.keyId);
      return undefined;
    }
  };
  const integrations = await resealIntegrations(db, currentKeyId, reseal);
  const pending = await resealPendingGrants(db, currentKeyId, reseal);
  const erasures = await resealErasures(db, currentKeyId, reseal);
  return { resealed: integrations + pending + erasures, missingKeys: [...missingKeys].sort() };
}

type Reseal = (
  row: { bytes: Buffer; keyId: string },
  context: string,
) => { bytes: Buffer; keyId: string } | undefined;

async function resealIntegrations(db: Database, current: string, reseal: Reseal): Promise<number> {
  let resealed = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await db
      .selectFrom('integrations')
      .select(['owner_id as ownerId', 'id', 'credentials as bytes', 'credentials_key_id as keyId'])
      .where('id', '>', after)
      .where('credentials_key_id', '<>', current)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { ownerId, id, bytes, keyId } of rows) {
      after = id;
      if (bytes === null || keyId === null) continue;
      const sealed = reseal({ bytes, keyId }, credentialsContext(id));
      if (sealed === undefined) continue;
      const { numUpdatedRows } = await db
        .updateTable('integrations')
        .set({ credentials: sealed.bytes, credentials_key_id: sealed.keyId })
        .where('owner_id', '=', ownerId)
        .where('id', '=', id)
        // Another server may have stored newer credentials meanwhile.
        .where('credentials', '=', bytes)
        .executeTakeFirst();
      resealed += Number(numUpdatedRows);
    }
    if (rows.length < ROWS_AT_ONCE) return resealed;
  }
}

/** They last ten minutes, so there are few. */
async function resealPendingGrants(db: Database, current: string, reseal: Reseal): Promise<number> {
  let resealed = 0;
  const rows = await db
    .selectFrom('pending_grants')
    .select(['confirm_hash as hash', 'credentials as bytes', 'credentials_key_id as keyId'])
    .where('credentials_key_id', '<>', current)
    .execute();
  for (const { hash, bytes, keyId } of rows) {
    const sealed = reseal({ bytes, keyId }, pendingGrantContext(hash));
    if (sealed === undefined) continue;
    const { numUpdatedRows } = await db
      .updateTable('pending_grants')
      .set({ credentials: sealed.bytes, credentials_key_id: sealed.keyId })
      .where('confirm_hash', '=', hash)
      .executeTakeFirst();
    resealed += Number(numUpdatedRows);
  }
  return resealed;
}

/** The key of the hashes of erased contacts, and the addresses of erasures that are not finished. */
async function resealErasures(db: Database, current: string, reseal: Reseal): Promise<number> {
  let resealed = 0;
  const store = async (
    table: 'erasure_keys' | 'contact_erasures',
    { id, bytes, keyId }: { id: string | number; bytes: Buffer | null; keyId: string | null },
    context: string,
  ) => {
    const sealed = bytes && keyId !== null ? reseal({ bytes, keyId }, context) : undefined;
    if (sealed === undefined) return;
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set sealed = ${sealed.bytes}, key_id = ${sealed.keyId}
      where id = ${id} and sealed = ${bytes}`.execute(db);
    resealed += Number(numAffectedRows ?? 0);
  };
  const keys = await db
    .selectFrom('erasure_keys')
    .select(['id', 'sealed as bytes', 'key_id as keyId'])
    .where('key_id', '<>', current)
    .execute();
  for (const row of keys) await store('erasure_keys', row, erasureKeyContext);
  const unfinished = await db
    .selectFrom('contact_erasures')
    .select(['id', 'sealed as bytes', 'key_id as keyId'])
    .where('key_id', '<>', current)
    .execute();
  for (const row of unfinished) await store('contact_erasures', row, erasureContext(row.id));
  return resealed;
}
