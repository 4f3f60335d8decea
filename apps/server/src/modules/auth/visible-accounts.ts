import { type RawBuilder, sql } from 'kysely';
import { keyInUse, type UsedKey } from './api-keys/key-in-use.ts';
import { sessionInUse } from './authenticate.ts';

/**
 * The reader: the user of a live session, by the hash of its token; that of an API key; a user whom the request has
 * already authenticated; several users, each on their own behalf; or a user whose workspaces, or one of them, were
 * read by this rule before.
 */
export type Reader =
  | { tokenHash: RawBuilder<Buffer> }
  | UsedKey
  | { userId: RawBuilder<string> }
  | { userIds: RawBuilder<readonly string[]> }
  | KnownWorkspaces;

/** Of one workspace that a user may read, a cluster finds the node. */
type KnownWorkspaces =
  { workspaceIds: RawBuilder<readonly string[]> } | { workspaceId: RawBuilder<string> };

/**
 * The single rule that decides who can see an account: the members of its workspace,
 * while that is not archived. A relation with `workspace_id` and `user_id`, one row for each
 * workspace of a reader; every query that reads
 * published rows for a user joins it or `visibleAccounts` (`visible-accounts.test.ts`).
 *
 * It is a plain subquery, which PostgreSQL plans together with the surrounding statement.
 */
export function visibleWorkspaces(reader: Reader): RawBuilder<unknown> {
  if ('tokenHash' in reader || 'keyHash' in reader) {
    const found = 'tokenHash' in reader ? sessionInUse(reader.tokenHash) : keyInUse(reader);
    return sql`(
      select membership.workspace_id, membership.user_id
      from ${found} session
      join memberships membership on membership.user_id = session.user_id
      join workspaces workspace on workspace.id = membership.workspace_id
        and workspace.archived_at is null)`;
  }
  if ('workspaceId' in reader) return sql`(select ${reader.workspaceId}::uuid as workspace_id)`;
  if ('workspaceIds' in reader) {
    return sql`(select unnest(${reader.workspaceIds}::uuid[]) as workspace_id)`;
  }
  const isReader =
    'userId' in reader
      ? sql`membership.user_id = ${reader.userId}`
      : sql`membership.user_id = any(${reader.userIds}::uuid[])`;
  return sql`(
    select membership.workspace_id, membership.user_id
    from memberships membership
    join workspaces workspace on workspace.id = membership.workspace_id
      and workspace.archived_at is null
    where ${isReader})`;
}

/**
 * The accounts that a reader can see, with all columns of `workspace_accounts`. Accounts that are
 * being deleted are hidden immediately (docs/decisions/deleted-accounts.md).
 */
export function visibleAccounts(reader: Reader): RawBuilder<unknown> {
  if ('workspaceId' in reader || 'workspaceIds' in reader) {
    return sql`(
  select * from workspace_accounts
  where ${isKnown(reader)} and deleted_at is null)`;
  }
  return sql`(
  select account.*
  from ${visibleWorkspaces(reader)} visible
  join workspace_accounts account on account.workspace_id = visible.workspace_id
    and account.deleted_at is null)`;
}

/** A cluster finds the node of a workspace that is compared with a value. */
const isKnown = (reader: KnownWorkspaces): RawBuilder<unknown> =>
  'workspaceId' in reader
    ? sql`workspace_id = ${reader.workspaceId}`
    : sql`workspace_id = any(${reader.workspaceIds}::uuid[])`;

/**
 * The workspace of a visible account, for tables that a subquery reads beside it: as a value where it is
 * known, since a cluster finds no node by the row around a subquery.
 */
export const workspaceOfVisible = (reader: Reader, account: string): RawBuilder<unknown> =>
  'workspaceId' in reader ? reader.workspaceId : sql.ref(`${account}.workspace_id`);
