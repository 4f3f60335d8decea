import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';

/** A user's part in an account. */
export type Publication = AccountKey;

/** Requests publishing of domains that were just shared. The caller has locked the owner. */
export async function requestShare(
  tx: Connection,
  ownerId: string,
  domainId: string,
  { workspaceId, accountId }: Publication,
): Promise<void> {
  await tx
    .insertInto('publish_requests')
    .values({
      owner_id: ownerId,
      workspace_id: workspaceId,
      account_id: accountId,
      kind: 'share',
      domain_id: domainId,
    })
    .execute();
}
