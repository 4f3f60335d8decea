import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { LeavingScope } from '../leaving/stored-hand-over.ts';

export interface Share {
  domainId: string;
  workspaceId: string;
  accountId: string;
  level: number;
  sharedAt: Date;
}

/** The shares with living accounts that a user leaves. */
export const listShares = (
  tx: Connection,
  { userId, workspaceId }: LeavingScope,
): Promise<Share[]> => readShares(tx, userId, workspaceId, 0);

export async function readShares(
  tx: Connection,
  ownerId: string,
  workspaceId: string | null,
  minLevel: number,
  { limit, but = [] }: { limit?: number; but?: readonly string[] } = {},
): Promise<Share[]> {
  return tx
    .selectFrom('domain_shares')
    .select([
      'domain_id as domainId',
      'workspace_id as workspaceId',
      'account_id as accountId',
      'level',
      'shared_at as sharedAt',
    ])
    .where('owner_id', '=', ownerId)
    .where('level', '>=', minLevel)
    .$if(workspaceId !== null, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .$if(but.length > 0, (query) => query.where('domain_id', 'not in', but))
    .orderBy('domain_id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** The shares of a user that restoring or merging deleted accounts begins again. */
export async function listOfDeleted(
  tx: Connection,
  { userId, workspaceId }: LeavingScope,
  minLevel = 0,
): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select share.domain_id as "domainId", deleted.workspace_id as "workspaceId",
      share.account_id as "accountId", share.level,
      coalesce(share.shared_at, deleted.created_at) as "sharedAt"
    from deleted_account_shares share
    join deleted_accounts deleted on deleted.account_id = share.account_id
    where share.owner_id = ${userId} and share.level >= ${minLevel}
      and (${workspaceId}::uuid is null or deleted.workspace_id = ${workspaceId}::uuid)
    order by share.domain_id`.execute(tx);
  return rows;
}

/**
 * Remembers shares as they are, until the user comes back or has left. A share that an owner's hand-over
 * redacts is stored with that hand-over. The other hand-over restores it redacted.
 */
export async function rememberShares(
  tx: Connection,
  handOverId: string,
  ownerId: string,
  shares: readonly Share[],
): Promise<void> {
  const redacted = await tx
    .selectFrom('hand_overs')
    .select(['id', 'workspace_id as workspaceId'])
    .where('user_id', '=', ownerId)
    .where('choice', '=', 'redact')
    .where('workspace_id', 'is not', null)
    .where('id', '<>', handOverId)
    .execute();
  const isOf =
    ({ workspaceId }: { workspaceId: string | null }) =>
    (share: Share) =>
      share.workspaceId === workspaceId;
  for (const other of redacted) await store(tx, other.id, ownerId, shares.filter(isOf(other)));
  const lowered = shares.map((share) =>
    redacted.some((other) => isOf(other)(share)) ? { ...share, level: 0 } : share,
  );
  await store(tx, handOverId, ownerId, lowered);
}

async function store(
  tx: Connection,
  handOverId: string,
  ownerId: string,
  shares: readonly Share[],
): Promise<void> {
  if (shares.length === 0) return;
  await sql`
    insert into left_shares (
      hand_over_id, owner_id, domain_id, workspace_id, account_id, level, shared_at)
    select ${handOverId}::uuid, ${ownerId}::uuid, given.* from unnest(
      ${shares.map(({ domainId }) => domainId)}::uuid[],
      ${shares.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${shares.map(({ accountId }) => accountId)}::uuid[],
      ${shares.map(({ level }) => level)}::smallint[],
      ${shares.map(({ sharedAt }) => sharedAt)}::timestamptz[]) as given
    on conflict do nothing`.execute(tx);
}
