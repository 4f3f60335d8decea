import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * Locks the tags of a workspace before its accounts (docs/ARCHITECTURE.md, "Lock order"): `shared` while they
 * are put on accounts, so that no tag is deleted meanwhile, and `alone` to create, rename or delete one.
 */
export async function lockTags(
  tx: Connection,
  workspaceId: string,
  how: 'shared' | 'alone',
): Promise<void> {
  const lock = how === 'alone' ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await sql`select ${lock}(hashtextextended(${`tags ${workspaceId}`}, 0))`.execute(tx);
}
