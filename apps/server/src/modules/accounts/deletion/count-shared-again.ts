import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { readDomains } from '../accounts-by-domain.ts';
import { isSharer } from '../../users/is-sharer.ts';

/** The shares that restoring or merging a deleted account begins again. */
export interface SharedAgain {
  /** Members whose activities appear in the account again. */
  members: number;
  /** Their domains, one for each of them. */
  domains: number;
}

/** Counts which of the ended shares with an account `restoreShares` begins again. */
export async function countSharedAgain(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
): Promise<SharedAgain> {
  const { rows: ended } = await sql<{ ownerId: string; domainId: string }>`
    select owner_id as "ownerId", domain_id as "domainId" from deleted_account_shares
    where account_id = ${accountId}`.execute(tx);
  if (ended.length === 0) return { members: 0, domains: 0 };
  const own = await readDomains(tx, { workspaceId, accountId });
  // On a cluster domains are stored with their owners, and these shares on one node.
  const { rows } = await sql<{ ownerId: string }>`
    select domain.owner_id as "ownerId"
    from (select *, ${workspaceId}::uuid as workspace_id from domains) domain
    where ${isSharer('domain')} and domain.owner_id = any(${ended.map(({ ownerId }) => ownerId)}::uuid[])
      and domain.id = any(${ended.map(({ domainId }) => domainId)}::uuid[])
      and domain.domain = any(${own}::text[])
      and not exists (
        select from domain_shares share
        where share.owner_id = domain.owner_id and share.domain_id = domain.id)`.execute(tx);
  return { members: new Set(rows.map(({ ownerId }) => ownerId)).size, domains: rows.length };
}
