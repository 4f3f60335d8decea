import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { levelOfNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { isPrivateMeeting } from '#modules/activities/is-private-meeting.ts';

type AccountShares = EndpointResponse<'GET /api/accounts/{accountId}/shares'>;

interface ShareRow {
  name: string;
  email: string;
  domain: string;
  /** Null for a share of another user. */
  ownDomainId: string | null;
  level: number;
}

/**
 * Lists the shares of an account's contributors, by name. Members whose shares show nothing are missing: none
 * of their activities is captured, or all of them are private.
 *
 * @param userId the reader, whose own private meetings are counted.
 */
export async function listShares(
  db: Connection,
  userId: string,
  { workspaceId, accountId }: AccountKey,
): Promise<AccountShares> {
  // On a cluster shares are stored with their owners, and contributors with their workspace.
  const contributors = await db
    .selectFrom('account_contributors')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', accountId)
    .execute();
  const { least } = await db
    .selectFrom('workspaces')
    .select('least_share_level as least')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<ShareRow>`
    select member.name, member.email, domain.domain, share.level,
      case when share.owner_id = ${userId} then domain.id end as "ownDomainId"
    from domain_shares share
    join domains domain on domain.owner_id = share.owner_id and domain.id = share.domain_id
    join users member on member.id = share.owner_id
    where share.owner_id = any(${contributors.map(({ user_id }) => user_id)}::uuid[])
      and share.workspace_id = ${workspaceId} and share.account_id = ${accountId}
    order by member.name, member.email, domain.domain
    limit ${limits.sharesListed + 1}`.execute(db);
  return {
    shares: rows
      .slice(0, limits.sharesListed)
      .map(({ name, email, domain, ownDomainId, level }) => ({
        user: { name, email },
        domain: shownDomain(domain),
        ...(ownDomainId !== null && { ownDomainId }),
        level: levelOfNumber(level),
        isBelowLeast: level < least,
      })),
    hasMore: rows.length > limits.sharesListed,
    ownPrivateMeetings: await countPrivateMeetings(db, userId, { workspaceId, accountId }),
  };
}

/** The user's private meetings that concern a domain they share with the account, and do not show there. */
async function countPrivateMeetings(
  db: Connection,
  userId: string,
  { workspaceId, accountId }: AccountKey,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select distinct captured.activity_key
      from domain_shares share
      cross join lateral (
        select activity_key, id from captured_activities captured
        where captured.owner_id = ${userId} and ${isPrivateMeeting}
      ) captured
      where share.owner_id = ${userId} and share.workspace_id = ${workspaceId}
        and share.account_id = ${accountId}
        and exists (
          select from captured_activity_domains link
          where link.owner_id = ${userId} and link.domain_id = share.domain_id
            and link.activity_key = captured.activity_key and link.captured_id = captured.id
            and link.by_bcc_only)
      limit ${limits.privateMeetingsListed}
    ) own`.execute(db);
  return rows[0]?.count ?? 0;
}
