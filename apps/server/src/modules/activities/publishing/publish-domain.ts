import type { Connection } from '../../../platform/database/create-database.ts';
import { sql } from 'kysely';
import { eachChunk } from './each-chunk.ts';
import { refreshPublished } from './refresh-published.ts';

/**
 * Brings up to date, in one account, everything that is captured of one tracked domain: after it
 * was shared with the account's workspace, or taken back. In bounded memory and in the order of
 * time, so that each part touches few days and threads.
 */
export async function publishDomain(
  tx: Connection,
  { domainId, accountId }: { domainId: string; accountId: string },
): Promise<void> {
  const activities = sql<{ activityKey: string }>`
    select link.activity_key as "activityKey"
    from captured_activity_domains link
    join captured_activities captured on captured.id = link.captured_id
    where link.domain_id = ${domainId}
    order by captured.occurred_at, link.activity_key`;
  await eachChunk(tx, activities, async (rows) => {
    const keys = new Set(rows.map(({ activityKey }) => activityKey));
    await refreshPublished(
      tx,
      [...keys].map((activityKey) => ({ accountId, activityKey })),
    );
  });
}
