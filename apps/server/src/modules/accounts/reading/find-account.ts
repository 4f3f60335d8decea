import type { WorkspaceAccount } from '@repo/contract/accounts';
import type { Tag } from '@repo/contract/tags';
import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { Given } from '#platform/database/prepared-query.ts';
import type { RequestReader } from '#platform/http/handlers.ts';
import { notFound } from '#platform/http/app-error.ts';
import { prepareForRequest, prepareForUser } from '#modules/auth/session-reader.ts';
import {
  type Reader as AccountReader,
  visibleAccounts,
  workspaceOfVisible,
} from '#modules/auth/visible-accounts.ts';
import { ownerNow } from '#modules/listed-accounts/owner-now.ts';
import type { IconAddress } from '../icons/icon-address.ts';
import { tagsOfAccount } from '../tags/tags-of-account.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';

interface Wanted {
  accountId: string;
}

/** An account of a workspace that the reader belongs to; undefined for everyone else. */
export async function findAccount(
  db: Connection,
  iconAddress: IconAddress,
  reader: Wanted & RequestReader,
): Promise<WorkspaceAccount | undefined> {
  const [found] = await findRow(db, reader);
  if (found === undefined) return undefined;
  const { domain, furtherDomains, createdAt, creatorName, heldSince, ...account } = found;
  return {
    ...account,
    domain: shownDomain(domain),
    domains: [domain, ...furtherDomains.toSorted()].map(shownDomain),
    faviconUrl: iconAddress(domain),
    createdAt: createdAt.toISOString(),
    ...(heldSince !== null && { heldSince: heldSince.toISOString() }),
    discoveredByUser: creatorName === '' ? null : { name: creatorName },
  };
}

interface FoundRow extends Pick<
  WorkspaceAccount,
  'id' | 'workspaceId' | 'name' | 'domain' | 'activityCount'
> {
  createdAt: Date;
  creatorName: string;
  heldSince: Date | null;
  owner: NonNullable<WorkspaceAccount['owner']> | null;
  note: string;
  tags: Tag[];
  furtherDomains: string[];
}

/** Selects one account as the account page shows it. */
export const accountStatement = (given: Given<Wanted>, reader: AccountReader) => sql<FoundRow>`
    select account.id, account.workspace_id as "workspaceId", account.name, account.domain,
      account.created_at as "createdAt", account.activity_count as "activityCount",
      account.creator_name as "creatorName", account.note,
      case when account.account_owner_id is not null then (
        select json_build_object('id', id, 'name', name, 'email', email)
        from users
        where id = ${ownerNow(workspaceOfVisible(reader, 'account'), sql`account.account_owner_id`)}
      ) end as owner,
      ${tagsOfAccount(workspaceOfVisible(reader, 'account'), sql`account.id`)} as tags,
      array(
        select domain from account_domains
        where workspace_id = ${workspaceOfVisible(reader, 'account')} and account_id = account.id
      ) as "furtherDomains", (
        select held_at from account_holds hold
        where hold.workspace_id = ${workspaceOfVisible(reader, 'account')} and hold.account_id = account.id
      ) as "heldSince"
    from ${visibleAccounts(reader)} account
    where account.id = ${given('accountId')}`;

const findRow = prepareForRequest<Wanted, FoundRow>(accountStatement);

/**
 * Finds an account for a user who may see it.
 *
 * @returns the account with its workspace.
 * @throws AppError NOT_FOUND for everyone else.
 */
export async function requireAccount(
  db: Connection,
  userId: string,
  accountId: string,
): Promise<AccountKey> {
  const [found] = await findVisible(db, { userId, accountId });
  if (found === undefined) throw notFound('Account');
  return found;
}

const findVisible = prepareForUser<{ accountId: string }, AccountKey>(
  (given, reader) => sql`
    select account.workspace_id as "workspaceId", account.id as "accountId"
    from ${visibleAccounts(reader)} account
    where account.id = ${given('accountId')}`,
);
