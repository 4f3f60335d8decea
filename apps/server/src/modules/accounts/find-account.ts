import { domainToUnicode } from 'node:url';
import type { WorkspaceAccount } from '@repo/contract/accounts';
import type { Connection } from '../../platform/database/create-database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { IconAddress } from './icons/icon-address.ts';

/**
 * An account of a workspace that the person belongs to.
 *
 * @throws AppError NOT_FOUND, also for one that the person may not see.
 */
export async function findAccount(
  db: Connection,
  iconAddress: IconAddress,
  personId: string,
  accountId: string,
): Promise<WorkspaceAccount> {
  const found = await db
    .selectFrom('workspace_accounts as account')
    .innerJoin('memberships', 'memberships.workspace_id', 'account.workspace_id')
    .leftJoin('users as creator', 'creator.id', 'account.created_by')
    .select([
      'account.id',
      'account.workspace_id as workspaceId',
      'account.name',
      'account.domain',
      'account.created_at as createdAt',
      'account.activity_count as activityCount',
      'creator.name as creatorName',
    ])
    .where('account.id', '=', accountId)
    .where('memberships.user_id', '=', personId)
    .executeTakeFirst();
  if (found === undefined) throw notFound('Account');
  const { domain, createdAt, creatorName, ...account } = found;
  return {
    ...account,
    domain: domainToUnicode(domain),
    faviconUrl: iconAddress(domain),
    createdAt: createdAt.toISOString(),
    discoveredByUser: creatorName === null ? null : { name: creatorName },
  };
}

/**
 * Lets only those pass who may see an account.
 *
 * @throws AppError NOT_FOUND for everybody else.
 */
export async function requireAccount(
  db: Connection,
  personId: string,
  accountId: string,
): Promise<void> {
  const found = await db
    .selectFrom('workspace_accounts as account')
    .innerJoin('memberships', 'memberships.workspace_id', 'account.workspace_id')
    .select('account.id')
    .where('account.id', '=', accountId)
    .where('memberships.user_id', '=', personId)
    .executeTakeFirst();
  if (found === undefined) throw notFound('Account');
}
