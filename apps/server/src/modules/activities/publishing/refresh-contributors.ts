import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';

/**
 * Lists for accounts who contributes to them: anyone who has a copy of anything published there. The
 * limits keep the planner from reading all copies to find out whether there is one.
 */
export async function refreshContributors(
  tx: Connection,
  accountIds: readonly string[],
): Promise<void> {
  await sql`
    with gone as (
      delete from account_contributors listed
      where account_id = any(${accountIds}::uuid[])
        and (select true from account_activity_contributors
          where account_id = listed.account_id and user_id = listed.user_id limit 1) is null
    )
    insert into account_contributors (workspace_id, account_id, user_id)
    select share.workspace_id, share.account_id, domain.owner_id
    from domain_shares share
    join domains domain on domain.id = share.domain_id
    where share.account_id = any(${accountIds}::uuid[])
      and (select true from account_activity_contributors
        where account_id = share.account_id and user_id = domain.owner_id limit 1)
    on conflict do nothing`.execute(tx);
}
