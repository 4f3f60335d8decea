import { limits } from '@repo/contract/limits';
import type { ProtectedAddress } from '@repo/contract/protected-addresses';
import {
  isProtectedBy,
  normalizeProtected,
  protectionNumber,
  type ProtectedShares,
} from '@repo/domain/sharing/protected-address';
import { plural } from '@repo/domain/text/plural';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { readOwnAddresses } from '../../relationships/owner-addresses.ts';
import { lockOwner } from '../lock-owner.ts';
import { listProtected } from './list-protected.ts';
import { OF_USER } from '../protected-level.ts';
import { findProtected } from './protection.ts';
import { beginShares } from '../publish-requests.ts';
import { requireNotLeft } from '../../users/require-not-left.ts';
import {
  finishProtected,
  NOTHING_LEFT,
  publishProtected,
  requireHidden,
} from './publish-protected.ts';
import { shownAddress } from '../shown-address.ts';
import { spreadProtections } from './spread-protections.ts';

/**
 * Protects an address or a domain for a user, or changes its protection. When this returns, no reader sees
 * more of the user's copies of its conversations than the protection allows. Colleagues decide about their
 * own copies.
 *
 * @param maxAtOnce activities that are published in one transaction.
 * @throws AppError VALIDATION_FAILED for text that is no address or domain, or one of the user's own;
 *   LIMIT_REACHED; CONFLICT as `requireNotLeft`; UNAVAILABLE when a workspace does not respond.
 */
export async function protectAddress(
  db: Database,
  ownerId: string,
  typed: { address: string; shares: ProtectedShares },
  maxAtOnce?: number,
): Promise<ProtectedAddress> {
  const isOver = respondDeadline();
  const address = normalizeProtected(typed.address) ?? '';
  const level = protectionNumber(typed.shares);
  const own = [...(await readOwnAddresses(db, ownerId))];
  requireValid({ address: problemOf(address, own) });
  const left = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId);
    const before = await storeProtection(tx, ownerId, { address, level });
    if (before === level) return NOTHING_LEFT;
    const protection = { workspaceId: OF_USER, address, level };
    const found = await findProtected(tx, ownerId, [address], 'hidden too');
    const { rows: known } = await sql<{ ref: string }>`
      select ref from protected_refs
      where owner_id = ${ownerId} and workspace_id = ${OF_USER} and address = ${address}`.execute(
      tx,
    );
    const seeds = [...found.map(({ refs }) => refs), ...known.map(({ ref }) => [ref])];
    const keys = await spreadProtections(
      tx,
      ownerId,
      seeds.map((refs) => ({ refs, protections: [protection] })),
    );
    const shows = before !== undefined && before < level;
    if (shows) await requireNotLeft(tx, ownerId, keys);
    return publishProtected(tx, ownerId, {
      keys,
      shows,
      maxAtOnce,
    });
  });
  await finishProtected(db, ownerId, left, isOver);
  await requireHidden(db, ownerId, left);
  if (left.hasShares) await beginShares(db, ownerId);
  const listed = await listProtected(db, ownerId);
  const stored = listed.find((one) => one.address === shownAddress(address));
  if (stored === undefined) throw notFound('Protected address');
  return stored;
}

function problemOf(address: string, own: readonly string[]): string | undefined {
  if (address === '') return 'Enter one email address, or a domain such as law.example';
  return own.some((email) => isProtectedBy(email, address))
    ? 'You take part in all of your own emails: protect the address or domain of someone else'
    : undefined;
}

/** @returns the level of the protection before; undefined if there was none. */
async function storeProtection(
  tx: Connection,
  ownerId: string,
  { address, level }: { address: string; level: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ address: string; level: number }>`
    select address, level from protected_addresses where owner_id = ${ownerId}`.execute(tx);
  const known = rows.find((one) => one.address === address);
  if (known === undefined && rows.length >= limits.protectedAddresses) {
    throw new AppError(
      'LIMIT_REACHED',
      `You protect ${plural(rows.length, 'address', 'addresses')}, the most there can be. Remove one, or protect a domain instead.`,
      { details: { limit: limits.protectedAddresses, current: rows.length } },
    );
  }
  await sql`
    insert into protected_addresses as stored (owner_id, address, level)
    values (${ownerId}, ${address}, ${level})
    on conflict (owner_id, address) do update set level = excluded.level`.execute(tx);
  return known?.level;
}
