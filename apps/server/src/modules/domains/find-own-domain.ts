import { levelOfNumber, type ShareLevel } from '@repo/domain/sharing/share-level';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';

export interface OwnDomain {
  id: string;
  domain: string;
  share: { workspaceId: string; accountId: string; level: ShareLevel } | undefined;
}

/**
 * A domain that a user tracks, and where it is shared.
 *
 * @throws AppError NOT_FOUND for one that does not exist or is another's.
 */
export async function findOwnDomain(
  db: Connection,
  userId: string,
  domainId: string,
): Promise<OwnDomain> {
  const found = await db
    .selectFrom('domains')
    .leftJoin('domain_shares', (join) =>
      join
        .onRef('domain_shares.owner_id', '=', 'domains.owner_id')
        .onRef('domain_shares.domain_id', '=', 'domains.id'),
    )
    .select(['domains.id', 'domains.domain', 'workspace_id', 'account_id', 'level'])
    .where('domains.id', '=', domainId)
    .where('domains.owner_id', '=', userId)
    .executeTakeFirst();
  if (found === undefined) throw notFound('Domain');
  const { id, domain, workspace_id: workspaceId, account_id: accountId, level } = found;
  const share =
    workspaceId && accountId && level !== null
      ? { workspaceId, accountId, level: levelOfNumber(level) }
      : undefined;
  return { id, domain, share };
}
