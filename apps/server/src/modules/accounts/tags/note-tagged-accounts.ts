import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * Records for software that follows accounts that all with a tag have changed. In one statement: a tag can be on all of
 * 100,000 accounts.
 *
 * @returns their number.
 */
export async function noteTaggedAccounts(
  tx: Connection,
  { workspaceId, tagId }: { workspaceId: string; tagId: string },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into changed_entries (workspace_id, kind, entry_id)
    select listed.workspace_id, 'account', listed.account_id
    from account_tags tagged
    join listed_accounts listed
      on listed.workspace_id = tagged.workspace_id and listed.account_id = tagged.account_id
    where tagged.workspace_id = ${workspaceId} and tagged.tag_id = ${tagId}`.execute(tx);
  return Number(numAffectedRows);
}
