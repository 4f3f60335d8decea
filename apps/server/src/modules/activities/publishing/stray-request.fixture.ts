import type { Database } from '#platform/database/create-database.ts';

interface StrayRequest {
  id: string;
  kind: 'share' | 'withdrawal';
  userId: string;
  workspaceId: string;
  /** The tracked domain, and its id. */
  domain: string;
  domainId: string;
}

/**
 * Stores a publish request without a cause, such as one that is repeated, late or out of order;
 * none if the workspace has no account for the domain.
 */
export async function storeStrayRequest(
  db: Database,
  { id, kind, userId, workspaceId, domain, domainId }: StrayRequest,
): Promise<void> {
  const account = await db
    .selectFrom('workspace_accounts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  if (account === undefined) return;
  await db
    .insertInto('publish_requests')
    .values({
      owner_id: userId,
      id,
      workspace_id: workspaceId,
      account_id: account.id,
      kind,
      domain_id: kind === 'share' ? domainId : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
