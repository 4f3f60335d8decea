import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * The accounts by each of their domains, as a relation with `workspace_id`, `domain`, `id`, `name`
 * and `deleted_at`: an account with three domains has three rows. Each domain of a workspace
 * belongs to one account.
 */
export const accountsByDomain: RawBuilder<unknown> = sql`(
  select workspace_id, domain, id, name, deleted_at from workspace_accounts
  union all
  select further.workspace_id, further.domain, account.id, account.name, account.deleted_at
  from account_domains further
  join workspace_accounts account
    on account.workspace_id = further.workspace_id and account.id = further.account_id)`;

export interface AccountOfDomain {
  id: string;
  name: string;
  isDeleted: boolean;
}

/** The account that a domain belongs to, also while it is being deleted. */
export async function findAccountOfDomain(
  db: Connection,
  workspaceId: string,
  domain: string,
): Promise<AccountOfDomain | undefined> {
  const { rows } = await sql<AccountOfDomain>`
    select id, name, deleted_at is not null as "isDeleted" from ${accountsByDomain} account
    where workspace_id = ${workspaceId} and domain = ${domain}`.execute(db);
  return rows[0];
}

/** The domains of an account. */
export async function readDomains(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select domain from workspace_accounts
    where workspace_id = ${workspaceId} and id = ${accountId}
    union all
    select domain from account_domains
    where workspace_id = ${workspaceId} and account_id = ${accountId}`.execute(db);
  return rows.map(({ domain }) => domain);
}

/**
 * The account that a domain belongs to. Locks it: until the transaction ends the account cannot be
 * deleted, and it cannot lose the domain: a transaction that changes its domains locks it first.
 *
 * Only the account is locked: with its domain locked before it, this and a transaction that has the
 * account and changes the domain would wait for each other.
 */
export async function lockAccountOfDomain(
  tx: Connection,
  workspaceId: string,
  domain: string,
): Promise<LockedByDomain | undefined> {
  const { rows: primary } = await sql<LockedByDomain>`
    select id, name from workspace_accounts
    where workspace_id = ${workspaceId} and domain = ${domain} and deleted_at is null
    for key share`.execute(tx);
  if (primary[0] !== undefined) return primary[0];
  const accountId = await findAccountByFurtherDomain(tx, workspaceId, domain);
  if (accountId === undefined) return undefined;
  const { rows: locked } = await sql<LockedByDomain>`
    select id, name from workspace_accounts
    where workspace_id = ${workspaceId} and id = ${accountId} and deleted_at is null
    for key share`.execute(tx);
  // While this waited, the domain may have become that of another account, or the primary one.
  const isStill = (await findAccountByFurtherDomain(tx, workspaceId, domain)) === accountId;
  return isStill ? locked[0] : lockAccountOfDomain(tx, workspaceId, domain);
}

interface LockedByDomain {
  id: string;
  name: string;
}

async function findAccountByFurtherDomain(
  tx: Connection,
  workspaceId: string,
  domain: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from account_domains
    where workspace_id = ${workspaceId} and domain = ${domain}`.execute(tx);
  return rows[0]?.accountId;
}
