import { type RawBuilder, sql } from 'kysely';

/** Members of workspaces, and users who left and whose shares stay: rows of `workspace_id` and `user_id`. */
export const sharers = sql`(
  select workspace_id, user_id from memberships
  union all
  select workspace_id, user_id from former_memberships)`;

/**
 * Whether what the user of a share published in its workspace is visible there: as a member, or as one who
 * left and whose share stays (docs/decisions/leaving.md). Grants nothing: who may read is decided by
 * `memberships` alone.
 *
 * @param share the name of a row of `domain_shares`.
 */
export const isSharer = (share: string): RawBuilder<boolean> => sql<boolean>`(
  exists (
    select from memberships membership
    where membership.workspace_id = ${sql.ref(`${share}.workspace_id`)}
      and membership.user_id = ${sql.ref(`${share}.owner_id`)})
  or exists (
    select from former_memberships former
    where former.workspace_id = ${sql.ref(`${share}.workspace_id`)}
      and former.user_id = ${sql.ref(`${share}.owner_id`)}))`;
