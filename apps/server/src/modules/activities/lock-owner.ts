import type { Connection } from '#platform/database/create-database.ts';
import { storageOf } from './storage/storage-of.ts';

/**
 * Locks a user, so that only one transaction at a time changes the user's captured activities, tracked
 * domains and shares; the others wait until it ends (docs/ARCHITECTURE.md, "Lock order").
 *
 * Without it, a domain that is shared while a page of mail is captured would miss that page: neither
 * transaction would see the other's uncommitted rows.
 */
export const lockOwner = (tx: Connection, ownerId: string): Promise<void> =>
  storageOf(tx).lockOwner(tx, ownerId);

/** Keeps others from locking users, in the order of their ids; only on a cluster. */
export const shareOwnersOnCluster = (tx: Connection, ownerIds: readonly string[]): Promise<void> =>
  storageOf(tx).shareOwners(tx, ownerIds);
