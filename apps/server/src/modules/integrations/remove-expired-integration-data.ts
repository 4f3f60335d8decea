import type { Context } from '#platform/context.ts';
import { removeOldEntries } from '#modules/accounts/remove-old-entries.ts';
import { removeExpiredFiles } from './mail-files/remove-expired-files.ts';
import { removeExpiredApprovals } from './connect/approvals.ts';
import { removeExpiredStates } from './connect/oauth-states.ts';
import { removeOldChanges } from './event-stream/workspace-changes.ts';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { firstDay } from './discovery/read-excluded-domains.ts';

/** Removes unfinished connections and uploads, counts of discovery and recorded changes that are too old. */
export async function removeExpiredIntegrationData(
  context: Pick<Context, 'db' | 'config'>,
): Promise<void> {
  const { db } = context;
  await removeExpiredStates(db);
  await removeExpiredApprovals(db);
  await removeOldDiscoveries(db);
  await removeOldChanges(db);
  await removeOldEntries(db);
  await removeExpiredFiles(context);
}

/**
 * Deletes what discovery counted more than 14 days ago, and previews of imports that were not
 * requested since yesterday. The samples of tracked domains remain: they are shown with them.
 */
async function removeOldDiscoveries(db: Database): Promise<void> {
  const first = firstDay(limits.discoveryDays);
  await db.deleteFrom('discovered_days').where('day', '<', first).execute();
  await db.deleteFrom('excluded_days').where('day', '<', first).execute();
  await db.deleteFrom('discovered_mails').where('day', '<', first).execute();
  await db
    .deleteFrom('import_previews')
    .where('requested_at', '<', sql<Date>`now() - interval '1 day'`)
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
