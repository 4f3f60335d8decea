import type { Connection } from '../../platform/database/create-database.ts';

/**
 * Ends the syncs of a person that run now: what their workers read from here on is not stored. None
 * begins while the person is inactive. Belongs into the transaction that deactivates, before the
 * person is locked, since a worker that stores a page locks in this order.
 */
export async function stopSyncs(tx: Connection, ownerId: string): Promise<void> {
  await tx
    .updateTable('integrations')
    .set({ lease_id: null, lease_until: null })
    .where('owner_id', '=', ownerId)
    .where('lease_id', 'is not', null)
    .execute();
}
