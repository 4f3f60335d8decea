import type { Connection } from '#platform/database/create-database.ts';
import { endResetLinks } from '#modules/auth/reset-token.ts';
import { lockConnections } from '#modules/integrations/lock-connection.ts';
import { stopFiles } from '#modules/integrations/file-lease.ts';
import { stopSyncs } from '../integrations/trigger-sync.ts';

/**
 * Stops what runs for a user who is about to be deactivated. Call it before the user is locked
 * (docs/ARCHITECTURE.md, "Lock order").
 */
export async function cutOff(tx: Connection, userId: string): Promise<void> {
  await lockConnections(tx, userId);
  await stopSyncs(tx, userId);
  await stopFiles(tx, userId);
  await endResetLinks(tx, userId);
}
