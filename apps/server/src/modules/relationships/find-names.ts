import type { NamedAddress } from '@repo/contract/relationships';
import { withoutTag } from '@repo/domain/relationships/address-tag';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

interface Wanted {
  workspaceId: string;
  /** The accounts that the reader can see, as rows of `workspace_accounts`. */
  accounts: RawBuilder<unknown>;
  addresses: readonly string[];
}

/**
 * Finds the users and contacts that addresses belong to: members of the workspace, by their sign-in address
 * or those of their mailboxes, and people of its accounts. Looks up only addresses that the reader already
 * knows, so that it reveals no colleague's mailbox.
 */
export async function findNames(
  db: Connection,
  { workspaceId, accounts, addresses }: Wanted,
): Promise<NamedAddress[]> {
  const wanted = [...new Set(addresses.map((address) => address.trim().toLowerCase()))];
  const members = await findMembers(db, workspaceId, [...new Set(wanted.map(withoutTag))]);
  const others = wanted.filter((address) => !members.has(withoutTag(address)));
  const people = await findPeople(db, { workspaceId, accounts, addresses: others });
  return wanted.flatMap((address): NamedAddress[] => {
    const name = members.get(withoutTag(address));
    if (name !== undefined) return [{ address, name, personId: null }];
    const person = people.get(withoutTag(address)) ?? people.get(address);
    return person === undefined ? [] : [{ address, ...person }];
  });
}

/** The names of members by their addresses. */
async function findMembers(
  db: Connection,
  workspaceId: string,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('memberships.workspace_id', '=', workspaceId)
    .execute();
  const names = new Map(members.map(({ id, name, email }) => [id, name || email]));
  const { rows: mailboxes } = await sql<{ ownerId: string; source: string }>`
    select owner_id as "ownerId", lower(source) as source from integrations
    where owner_id = any(${[...names.keys()]}::uuid[])
      and lower(source) = any(${addresses}::text[])`.execute(db);
  const found = new Map<string, string>();
  for (const { ownerId, source } of mailboxes) found.set(source, names.get(ownerId) ?? '');
  for (const { name, email } of members) found.set(withoutTag(email.toLowerCase()), name || email);
  return found;
}

async function findPeople(
  db: Connection,
  { workspaceId, accounts, addresses }: Wanted,
): Promise<Map<string, { name: string; personId: string }>> {
  if (addresses.length === 0) return new Map();
  const candidates = [...new Set(addresses.flatMap((address) => [address, withoutTag(address)]))];
  const { rows } = await sql<{ address: string; name: string; personId: string }>`
    select distinct on (contact.address) contact.address, contact.name,
      contact.person_id as "personId"
    from contacts contact
    join ${accounts} account
      on account.workspace_id = contact.workspace_id and account.id = contact.account_id
    where contact.workspace_id = ${workspaceId} and contact.address = any(${candidates}::text[])
      and contact.is_shown
    order by contact.address, contact.name = '', contact.name`.execute(db);
  return new Map(rows.map(({ address, ...person }) => [address, person]));
}
