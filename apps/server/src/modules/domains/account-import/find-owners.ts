import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { quote, type ReadRow } from './read-row.ts';

export interface AccountOwner {
  id: string;
  name: string;
}

/** The members whom rows name as owners, by the lower-case text that names them; null for several. */
export type Owners = ReadonlyMap<string, AccountOwner | null>;

/** Finds the members of a workspace whom rows name by email address or by name. */
export async function findOwners(
  db: Connection,
  workspaceId: string,
  rows: readonly ReadRow[],
): Promise<Owners> {
  const named = new Set(rows.map(({ owner }) => key(owner)).filter((owner) => owner !== ''));
  if (named.size === 0) return new Map();
  const wanted = [...named];
  const { rows: members } = await sql<AccountOwner & { email: string }>`
    select users.id, users.name, users.email
    from memberships
    join users on users.id = memberships.user_id
    where memberships.workspace_id = ${workspaceId}
      and (lower(users.email) = any(${wanted}::text[]) or lower(users.name) = any(${wanted}::text[]))
    order by users.id`.execute(db);
  const owners = new Map<string, AccountOwner | null>();
  for (const { id, name } of members) {
    owners.set(key(name), owners.has(key(name)) ? null : { id, name });
  }
  // An address names one user, also where it is the name of another.
  for (const { id, name, email } of members) owners.set(key(email), { id, name });
  return owners;
}

/** The owner of a row, or why it gets none. */
export function ownerOf(
  { owner }: ReadRow,
  owners: Owners,
): { owner: AccountOwner | null; problem?: string } {
  if (owner === '') return { owner: null };
  const found = owners.get(key(owner));
  if (found) return { owner: found };
  const reason =
    found === null
      ? `Several members are named “${quote(owner)}”. Use the email address.`
      : `“${quote(owner)}” is not a member.`;
  return { owner: null, problem: `${reason} The account gets no owner.` };
}

const key = (text: string): string => text.trim().toLowerCase();
