import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
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
 * @throws AppError `VALIDATION_FAILED`; `CONFLICT` for the address of a user, of a connection or of an open
 *   invitation, and for a contact of an account under a legal hold
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
    await requireNotHeld(tx, addresses);
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

/** The activities of accounts under a legal hold that name their contact would go. */
async function requireNotHeld(tx: Connection, addresses: readonly string[]): Promise<void> {
  const { rows } = await sql<{ accountId: string; scope: string }>`
    select distinct contact.account_id as "accountId", organization.slug || '/' || workspace.slug as scope
    from contacts contact
    join account_holds hold
      on hold.workspace_id = contact.workspace_id and hold.account_id = contact.account_id
    join workspaces workspace on workspace.id = contact.workspace_id
    join organizations organization on organization.id = workspace.organization_id
    where contact.address = any(${addresses}::text[])
    order by scope limit 1`.execute(tx);
  const [held] = rows;
  if (held === undefined) return;
  throw new AppError(
    'CONFLICT',
    `This is a contact of the account ${held.accountId} in ${held.scope}, which is under a legal hold. Lift the hold first.`,
  );
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
