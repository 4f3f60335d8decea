import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import { readContacts } from '../../relationships/read-contacts.ts';

/**
 * A person of the accounts of a workspace, with what each account has of them.
 *
 * @throws AppError NOT_FOUND
 */
export async function findPerson(
  db: Connection,
  workspaceId: string,
  personId: string,
  now = new Date(),
) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from workspace_accounts
    where deleted_at is null and id in (
      select account_id from contacts
      where workspace_id = ${workspaceId} and person_id = ${personId})
    order by name, id limit ${limits.accountsPerPerson}`.execute(db);
  const accountIds = rows.map(({ id }) => id);
  const contacts = await readContacts(db, accountIds, [personId], now);
  const accounts = rows.flatMap(({ id, name }) =>
    contacts
      .filter(({ accountId }) => accountId === id)
      .map(({ contact }) => ({ id, name, contact })),
  );
  if (accounts.length === 0) throw notFound('Person');
  const all = accounts.map(({ contact }) => contact);
  const latest = all.toSorted((one, other) => other.lastDay.localeCompare(one.lastDay));
  return {
    id: personId,
    name: latest.find(({ name }) => name !== '')?.name ?? '',
    addresses: [...new Set(all.flatMap(({ addresses }) => addresses))].sort(),
    accounts,
  };
}
