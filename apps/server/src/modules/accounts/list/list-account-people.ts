import type { EndpointResponse } from '@repo/contract/endpoints';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { ownerNow } from '#modules/listed-accounts/owner-now.ts';

type AccountPeople = EndpointResponse<'GET /api/workspaces/{workspaceId}/accounts/people'>;

/** Users who contribute to, created or own accounts of a workspace, by name. */
export async function listAccountPeople(
  db: Connection,
  workspaceId: string,
): Promise<AccountPeople> {
  const [contributors, creators, owners] = await Promise.all([
    // A user who leaves a workspace no longer contributes.
    db
      .selectFrom('users')
      .innerJoin('memberships', 'memberships.user_id', 'users.id')
      .select(['users.name', 'users.email'])
      .where('memberships.workspace_id', '=', workspaceId)
      .where((where) =>
        where.exists(
          where
            .selectFrom('account_contributors')
            .whereRef('account_contributors.user_id', '=', 'users.id')
            .where('account_contributors.workspace_id', '=', workspaceId),
        ),
      )
      .orderBy('users.name')
      .orderBy('users.email')
      .execute(),
    db
      .selectFrom('listed_accounts')
      .select('creator_name as name')
      .distinct()
      .where('workspace_id', '=', workspaceId)
      .where('creator_name', '<>', '')
      .orderBy('name')
      .execute(),
    db
      .selectFrom('users')
      .select(['name', 'email'])
      .where(
        sql<boolean>`id in (
          select ${ownerNow(sql`${workspaceId}::uuid`, sql`owned.id`)} from (
            select distinct account_owner_id as id from listed_accounts
            where workspace_id = ${workspaceId} and account_owner_id is not null
          ) owned)`,
      )
      .orderBy('name')
      .orderBy('email')
      .execute(),
  ]);
  return { contributors, creators, owners };
}
