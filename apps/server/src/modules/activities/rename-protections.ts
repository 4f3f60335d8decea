import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/*
 * An erasure takes an address away, and must not end its protection: emails of the conversation that do not name it
 * stay, and more can come. The protection goes on under a name that is no address and has the form of a domain, so that
 * it is listed, and ended, like any other.
 */

/**
 * Keeps a user's protections of addresses, and the marks of their conversations, under other names. The
 * caller has locked the user. Published rows stay the same.
 */
export async function renameProtections(
  tx: Connection,
  ownerId: string,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [address, name] of names) {
    await sql`
      insert into protected_addresses as stored (owner_id, address, level, added_at)
      select owner_id, ${name}::text, level, added_at from protected_addresses
      where owner_id = ${ownerId} and address = ${address}
      on conflict (owner_id, address) do update
        set level = least(stored.level, excluded.level)`.execute(tx);
    await sql`
      insert into protected_refs as stored (owner_id, ref, workspace_id, address, level)
      select owner_id, ref, workspace_id, ${name}::text, level from protected_refs
      where owner_id = ${ownerId} and address = ${address}
      on conflict (owner_id, ref, workspace_id, address) do update
        set level = least(stored.level, excluded.level)`.execute(tx);
    for (const table of ['protected_addresses', 'protected_refs']) {
      await sql`
        delete from ${sql.table(table)}
        where owner_id = ${ownerId} and address = ${address}`.execute(tx);
    }
  }
}

/**
 * Adds the other names to the protections of workspaces, before those of their members are renamed. A
 * comparison of a member meanwhile deletes the marks of addresses that the workspace no longer protects, so
 * both are there until the end.
 */
export async function addNamesToWorkspaces(
  tx: Connection,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [address, name] of names) {
    await sql`
      insert into workspace_protected_addresses as stored (workspace_id, address, level, added_at)
      select workspace_id, ${name}::text, level, added_at from workspace_protected_addresses
      where address = ${address}
      on conflict (workspace_id, address) do update
        set level = least(stored.level, excluded.level)`.execute(tx);
  }
}
