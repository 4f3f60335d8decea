import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/create-database.ts';
import { firstDay } from './read-excluded-domains.ts';

/**
 * Forgets what discovery counted more than 14 days ago, and what an import would have brought that
 * nobody asked for since yesterday. The samples of tracked domains stay: they are shown with them.
 */
export async function removeOldDiscoveries(db: Database): Promise<void> {
  const first = firstDay(limits.discoveryDays);
  await db.deleteFrom('discovered_days').where('day', '<', first).execute();
  await db.deleteFrom('left_out_days').where('day', '<', first).execute();
  await db.deleteFrom('discovered_mails').where('day', '<', first).execute();
  await db
    .deleteFrom('import_previews')
    .where('asked_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await db
    .deleteFrom('discovered_samples')
    .where('last_seen', '<', first)
    .where(
      sql<boolean>`not exists (select from domains
        where domains.owner_id = discovered_samples.owner_id
          and (domains.domain = discovered_samples.domain
            or domains.domain like '%.' || discovered_samples.domain))`,
    )
    .execute();
}
