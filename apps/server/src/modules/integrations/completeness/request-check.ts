import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { backfillStart } from '../../domains/sync-windows.ts';

/**
 * Asks for a comparison of what is stored with what the providers have for the tracked domains, for
 * one integration or for all. One that is compared already, or waits for it, is left as it is.
 */
export async function requestCheck(tx: Connection, integrationId?: string): Promise<void> {
  const only = integrationId === undefined ? sql`` : sql`and integrations.id = ${integrationId}`;
  await sql`
    with asked as (
      insert into sync_tasks (integration_id, kind, domains, since, removes_deleted)
      select integrations.id, 'reconcile', array_agg(domain order by domain), ${backfillStart()}, true
      from integrations join domains using (owner_id) join users on users.id = owner_id
      where credentials is not null and webhook_token_hash is null and not needs_reauth
        and is_active ${only}
        and not exists (select from sync_tasks
          where integration_id = integrations.id and kind = 'reconcile')
      group by integrations.id
      returning integration_id
    )
    delete from reconciliation_days
    where integration_id in (select integration_id from asked)`.execute(tx);
}
