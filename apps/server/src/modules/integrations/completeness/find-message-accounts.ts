import type { EndpointResponse } from '@repo/contract/endpoints';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { readerOf } from '../../auth/session-reader.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';
import { storageOf } from '../storage/integration-storage.ts';

type StoredMessage = NonNullable<
  EndpointResponse<'GET /api/integrations/{id}/message-location'>['places']
>[number];

/**
 * The accounts in which a captured activity is published, of the workspaces that its owner shares it
 * with.
 */
export async function findMessageAccounts(
  db: Database,
  ownerId: string,
  capturedId: string,
): Promise<StoredMessage[]> {
  // An account may be shared by several domains, and one email may concern them all.
  const shared = sql`(
    select distinct share.account_id, captured.activity_key
    from captured_activities captured
    join captured_activity_domains link
      on link.owner_id = captured.owner_id and link.captured_id = captured.id
    join domain_shares share
      on share.owner_id = link.owner_id and share.domain_id = link.domain_id
    where captured.owner_id = ${ownerId} and captured.id = ${capturedId})`;
  const { rows } = await sql<StoredMessage>`
    select published.id as "activityId", account.id as "accountId", account.name as "accountName",
      workspace.name as "workspaceName", workspace.slug as "workspaceSlug",
      organization.slug as "organizationSlug"
    from ${await storageOf(db).sharedCopies(db, shared)} shared
    join ${visibleAccounts(await readerOf(db, ownerId))} account on account.id = shared.account_id
    join account_activities published on published.workspace_id = account.workspace_id
      and published.id = published_id(account.id, shared.activity_key)
    join workspaces workspace on workspace.id = account.workspace_id
    join organizations organization on organization.id = workspace.organization_id
    order by account.name, account.id`.execute(db);
  return rows;
}
