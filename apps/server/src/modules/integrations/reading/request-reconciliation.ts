import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { backfillStart } from '../../domains/sync-windows.ts';

/**
 * Requests a comparison of the stored activities with the providers' for the tracked domains, for one
 * integration or for all. The next sync compares and repairs (`sync/reconcile-page.ts`). Does nothing for an
 * integration whose comparison is already requested or running.
 */
export async function requestReconciliation(tx: Connection, only?: IntegrationKey): Promise<void> {
  const isChosen =
    only === undefined
      ? sql``
      : sql`and integrations.owner_id = ${only.ownerId} and integrations.id = ${only.integrationId}`;
  await sql`
    with requested as (
      insert into sync_tasks (owner_id, integration_id, kind, domains, since, removes_deleted)
      select integrations.owner_id, integrations.id, 'reconcile',
        array_agg(domain order by domain), ${backfillStart()}, true
      from integrations
      join domains on domains.owner_id = integrations.owner_id
      join users on users.id = integrations.owner_id
      where credentials is not null and webhook_token_hash is null and not needs_reauth
        and is_active ${isChosen}
        and not exists (select from sync_tasks
          where owner_id = integrations.owner_id and integration_id = integrations.id
            and kind = 'reconcile')
      group by integrations.owner_id, integrations.id
      returning owner_id, integration_id
    )
    delete from reconciliation_days
    where (owner_id, integration_id) in (select owner_id, integration_id from requested)`.execute(
    tx,
  );
}
