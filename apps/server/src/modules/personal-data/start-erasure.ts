import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { secretsOf } from '#platform/secrets/secrets-of.ts';
import { erasureContext, noteErased } from '#modules/activities/erased-contacts.ts';
import { normalAddress } from '#modules/activities/named-addresses.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { requireOutside } from './erasure/insiders.ts';

/**
 * Begins the erasure of an outside contact: from now on, activities that name the address are not captured.
 * `runErasure` erases the stored data. Addresses that members merged with it belong to the same person, and
 * are erased with it.
 *
 * @returns the id of the erasure, and its number of addresses.
 * @throws AppError `VALIDATION_FAILED`; `CONFLICT` for the address of a user, of a connection or of an open invitation
 */
export async function startErasure(
  db: Database,
  actor: Actor,
  typedAddress: string,
): Promise<{ id: string; addresses: number }> {
  const address = normalAddress(typedAddress) ?? '';
  requireValid({ email: address === '' ? 'Please enter a valid email address' : undefined });
  return db.transaction().execute(async (tx) => {
    const addresses = await findMerged(tx, address);
    await requireOutside(tx, addresses);
    await noteErased(tx, addresses);
    const { id } = await tx
      .insertInto('contact_erasures')
      .defaultValues()
      .returning('id')
      .executeTakeFirstOrThrow();
    const { bytes, keyId } = secretsOf(tx).seal(addresses, erasureContext(id));
    await tx
      .updateTable('contact_erasures')
      .set({ sealed: bytes, key_id: keyId })
      .where('id', '=', id)
      .execute();
    const after = { addresses: addresses.length };
    await recordChange(tx, { actor, action: 'contact.erased', after });
    return { id, addresses: addresses.length };
  });
}

/** The address, and the same person's addresses in any workspace. */
async function findMerged(tx: Connection, address: string): Promise<string[]> {
  const { rows: people } = await sql<{ workspaceId: string; personId: string }>`
    select workspace_id as "workspaceId", person_id as "personId" from contacts
    where address = ${address}`.execute(tx);
  const { rows } = await sql<{ address: string }>`
    select distinct address from contacts
    where (workspace_id, person_id) in (
      select * from unnest(${people.map(({ workspaceId }) => workspaceId)}::uuid[],
        ${people.map(({ personId }) => personId)}::uuid[]))`.execute(tx);
  return [...new Set([address, ...rows.map((row) => normalAddress(row.address) ?? row.address)])];
}
