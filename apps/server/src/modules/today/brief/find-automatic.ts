import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/** A published email, by the copy that is shown of it. */
export interface ShownMail {
  id: string;
  ownerId: string;
  capturedId: string;
}

/** Finds the published emails of a workspace whose copies are all automatic mail, by their ids. */
export async function findAutomatic(
  db: Connection,
  workspaceId: string,
  mails: readonly ShownMail[],
): Promise<Set<string>> {
  const shown = await automaticCopies(db, mails);
  const suspects = mails.filter(({ capturedId }) => shown.has(capturedId));
  if (suspects.length === 0) return new Set();
  // Another member's copy can have come without the list.
  const { rows: copies } = await sql<ShownMail>`
    select activity_id as id, user_id as "ownerId", captured_id as "capturedId"
    from account_activity_contributors
    where workspace_id = ${workspaceId} and activity_id = any(${suspects.map(({ id }) => id)}::uuid[])`.execute(
    db,
  );
  const automatic = await automaticCopies(db, copies);
  const written = copies.filter(({ capturedId }) => !automatic.has(capturedId));
  const found = new Set(suspects.map(({ id }) => id));
  for (const { id } of written) found.delete(id);
  return found;
}

/** On a cluster, copies are stored with their users, on other nodes than the published activities. */
async function automaticCopies(db: Connection, copies: readonly ShownMail[]): Promise<Set<string>> {
  if (copies.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from captured_activities
    where owner_id = any(${[...new Set(copies.map(({ ownerId }) => ownerId))]}::uuid[])
      and id = any(${copies.map(({ capturedId }) => capturedId)}::uuid[]) and is_automatic`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
