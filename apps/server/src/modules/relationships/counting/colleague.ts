import { type RawBuilder, sql } from 'kysely';

/** Whether the address of a row is that of a member of its workspace. */
export const isColleague = (
  row: string,
  workspaceId: RawBuilder<unknown> = sql.ref(`${row}.workspace_id`),
) => sql<boolean>`exists (
  select from users member
  join memberships membership on membership.user_id = member.id
  where member.email = ${sql.ref(`${row}.address`)}
    and membership.workspace_id = ${workspaceId})`;
