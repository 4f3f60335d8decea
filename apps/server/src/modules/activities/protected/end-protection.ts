import { normalizeProtected } from '@repo/domain/sharing/protected-address';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { lockOwner } from '../lock-owner.ts';
import { keysAmong } from './keys-among.ts';
import { OF_USER } from '../protected-level.ts';
import { beginShares } from '../publish-requests.ts';
import { publisherOf } from '../publishing/publisher/publisher-of.ts';
import { requireNotLeft } from '../../users/require-not-left.ts';
import { publishProtected } from './publish-protected.ts';

/**
 * Ends a user's protection of an address: its conversations are published again as the shares of their domains and the
 * other protections say.
 *
 * @param maxAtOnce activities that are published in one transaction.
 * @throws AppError NOT_FOUND; CONFLICT as `requireNotLeft`
 */
export async function endProtection(
  db: Database,
  ownerId: string,
  typed: string,
  maxAtOnce?: number,
): Promise<void> {
  const address = normalizeProtected(typed) ?? '';
  const left = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId);
    const { rows: ended } = await sql`
      delete from protected_addresses
      where owner_id = ${ownerId} and address = ${address} returning 1`.execute(tx);
    if (ended.length === 0) throw notFound('Protected address');
    const { rows } = await sql<{ ref: string }>`
      delete from protected_refs
      where owner_id = ${ownerId} and workspace_id = ${OF_USER} and address = ${address}
      returning ref`.execute(tx);
    const keys = await keysAmong(tx, ownerId, rows);
    await requireNotLeft(tx, ownerId, keys);
    return publishProtected(tx, ownerId, { keys, shows: true, maxAtOnce });
  });
  // Where a workspace does not respond, the job shows them there later: nothing is left to hide.
  await publisherOf(db).finish(db, ownerId);
  if (left.hasShares) await beginShares(db, ownerId);
}
