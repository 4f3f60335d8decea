import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { idOfAddress } from '../../relationships/refresh-contacts.ts';
import { readContacts } from '../../relationships/read-contacts.ts';

/**
 * Finds a person in the accounts of a workspace, with the person's contacts in each. The id of a merged
 * person finds the person that it was merged into, so that links stay valid.
 *
 * @throws AppError NOT_FOUND
 */
export async function findPerson(
  db: Connection,
  workspaceId: string,
  personId: string,
  now = new Date(),
) {
  const found = await readPerson(db, workspaceId, personId, now);
  if (found !== undefined) return found;
  const holderId = await findHolder(db, workspaceId, personId);
  const holder = holderId && (await readPerson(db, workspaceId, holderId, now));
  if (!holder) throw notFound('Person');
  return holder;
}

async function readPerson(db: Connection, workspaceId: string, personId: string, now: Date) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from workspace_accounts
    where workspace_id = ${workspaceId} and deleted_at is null and id in (
      select account_id from contacts
      where workspace_id = ${workspaceId} and person_id = ${personId})
    order by name, id limit ${limits.accountsPerPerson}`.execute(db);
  const accountIds = rows.map(({ id }) => id);
  const contacts = await readContacts(db, workspaceId, { accountIds, personIds: [personId] }, now);
  const accounts = rows.flatMap(({ id, name }) =>
    contacts
      .filter(({ accountId }) => accountId === id)
      .map(({ contact }) => ({ id, name, contact })),
  );
  if (accounts.length === 0) return undefined;
  const all = accounts.map(({ contact }) => contact);
  const latest = all.toSorted((one, other) => other.lastDay.localeCompare(one.lastDay));
  const addresses = [...new Set(all.flatMap((contact) => contact.addresses))].sort();
  return {
    id: personId,
    name: latest.find(({ name }) => name !== '')?.name ?? '',
    addresses,
    merged: await readMerged(db, { workspaceId, personId, addresses }),
    accounts,
  };
}

/** The person whom the address belongs to that gave a merged person its id. */
async function findHolder(
  db: Connection,
  workspaceId: string,
  mergedId: string,
): Promise<string | undefined> {
  const formerId = idOfAddress(sql`workspace_id`, sql`address`);
  // The index `contacts_merged` has the merged addresses only.
  const { rows } = await sql<{ holderId: string }>`
    select person_id as "holderId" from contacts
    where workspace_id = ${workspaceId} and ${formerId} = ${mergedId}::uuid
      and person_id <> ${formerId}
    limit 1`.execute(db);
  return rows[0]?.holderId;
}

/** The addresses that members merged, with their names where they are known. */
async function readMerged(
  db: Connection,
  {
    workspaceId,
    personId,
    addresses,
  }: { workspaceId: string; personId: string; addresses: string[] },
) {
  return db
    .selectFrom('contacts')
    .innerJoin('users', 'users.id', 'contacts.merged_by')
    .select(['contacts.address', 'users.name as by'])
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .where('address', 'in', addresses)
    .orderBy('address')
    .limit(limits.addressesPerPerson)
    .execute();
}
