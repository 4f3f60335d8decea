import type { IntegrationKey } from '../../../platform/database/integration-key.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/create-database.ts';

/** The time that a response waits for a first result; the background does the rest. Milliseconds. */
const timeoutMs = 4_000;
const lookInterval = 150;

/** Waits until the first sync of a connection has ended, in whatever way, or for a few seconds. */
export async function waitForFirstSync(
  db: Database,
  { ownerId, integrationId }: IntegrationKey,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(lookInterval)) {
    const row = await db
      .selectFrom('integrations')
      .select(sql<boolean>`last_sync is not null and lease_id is null`.as('isDone'))
      .where('owner_id', '=', ownerId)
      .where('id', '=', integrationId)
      .executeTakeFirst();
    if (row === undefined || row.isDone) return;
  }
}
