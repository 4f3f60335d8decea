import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { quote, type ReadRow } from './read-row.ts';

export interface AccountOwner {
  id: string;
  name: string;
}

interface Member extends AccountOwner {
  isActive: boolean;
}

/** The members whom rows name as owners, by the lower-case text that names them; null for several. */
export type Owners = ReadonlyMap<string, Member | null>;

/** Finds the members of a workspace whom rows name by email address or by name. */
export async function findOwners(
  db: Connection,
  workspaceId: string,
  rows: readonly ReadRow[],
): Promise<Owners> {
  const named = new Set(rows.map(({ owner }) => key(owner)).filter((owner) => owner !== ''));
  if (named.size === 0) return new Map();
  const wanted = [...named];
  const { rows: members } = await sql<Member & { email: string }>`
    select users.id, users.name, users.email, users.is_active as "isActive"
    from memberships
    join users on users.id = memberships.user_id
    where memberships.workspace_id = ${workspaceId}
      and (lower(users.email) = any(${wanted}::text[]) or lower(users.name) = any(${wanted}::text[]))
    order by users.is_active, users.id`.execute(db);
  const owners = new Map<string, Member | null>();
  for (const { id, name, isActive } of members) {
    // A name means the active member who has it, also where a deactivated one has it too.
    const isTaken = owners.get(key(name))?.isActive ?? owners.has(key(name));
    owners.set(key(name), isTaken ? null : { id, name, isActive });
  }
  // An address names one user, also where it is the name of another.
  for (const { id, name, email, isActive } of members) {
    owners.set(key(email), { id, name, isActive });
  }
  return owners;
}

/** The owner of a row, or why it gets none. */
export function ownerOf(
  { owner }: ReadRow,
  owners: Owners,
): { owner: AccountOwner | null; problem?: string } {
  if (owner === '') return { owner: null };
  const found = owners.get(key(owner));
  if (found?.isActive === true) return { owner: found };
  return { owner: null, problem: `${reasonOf(quote(owner), found)} The account gets no owner.` };
}

function reasonOf(owner: string, found: Member | null | undefined): string {
  if (found === null) return `Several members are named “${owner}”. Use the email address.`;
  return found === undefined
    ? `“${owner}” is not a member.`
    : `${found.name} is deactivated and cannot own an account.`;
}

const key = (text: string): string => text.trim().toLowerCase();
