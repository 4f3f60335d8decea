import { sql } from 'kysely';
import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Database } from '../../../platform/database/create-database.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';

type Place = NonNullable<
  EndpointResponse<'GET /api/integrations/{id}/message-location'>['places']
>[number];

/**
 * The accounts in which a captured activity stands, of the workspaces that its owner shares it
 * with.
 */
export async function findMessageAccounts(db: Database, capturedId: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select published.id as "activityId", account.id as "accountId", account.name as "accountName",
      workspace.name as "workspaceName", workspace.slug as "workspaceSlug",
      organization.slug as "organizationSlug"
    from captured_activities captured
    join captured_activity_domains link on link.captured_id = captured.id
    join domain_shares share on share.domain_id = link.domain_id
    join lateral ${visibleAccounts({ personId: sql`captured.owner_id` })} account
      on account.id = share.account_id
    join account_activities published on published.workspace_id = account.workspace_id
      and published.id = published_id(account.id, captured.activity_key)
    join workspaces workspace on workspace.id = account.workspace_id
    join organizations organization on organization.id = workspace.organization_id
    where captured.id = ${capturedId}
    order by account.name, account.id`.execute(db);
  return rows;
}

/** Whether it concerns tracked domains only by its hidden recipients, and so is published nowhere. */
export async function isByBccOnly(db: Database, capturedId: string): Promise<boolean> {
  const { rows } = await sql<{ isHidden: boolean | null }>`
    select bool_and(by_bcc_only) as "isHidden" from captured_activity_domains
    where captured_id = ${capturedId}`.execute(db);
  return rows[0]?.isHidden === true;
}
