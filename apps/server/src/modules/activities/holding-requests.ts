import { type RawBuilder, sql } from 'kysely';

/** For how many days an open request waits, and a declined one is kept, so that it is not asked again at once. */
const OPEN_DAYS = 90;
const DECLINED_DAYS = 30;

/** Whether a member has been in the workspace of a request, without a break, since before it was made. */
const wasMember = (user: 'owner_id' | 'asker_id', request: string) => sql`
  exists (
    select from memberships member
    where member.workspace_id = ${sql.ref(`${request}.workspace_id`)}
      and member.user_id = ${sql.ref(`${request}.${user}`)}
      and member.joined_at <= ${sql.ref(`${request}.asked_at`)})`;

/**
 * Whether a row of `access_requests` still holds: both are members since before it was made, and it is not over. A
 * request that does not hold grants nothing from that moment on, whenever it is deleted.
 *
 * @param request the name of the row.
 */
export const isHolding = (request: string): RawBuilder<boolean> => sql<boolean>`(
  ${wasMember('owner_id', request)} and ${wasMember('asker_id', request)}
  and case ${sql.ref(`${request}.is_granted`)}
    when true then coalesce(${sql.ref(`${request}.ends_at`)} > now(), true)
    when false then ${sql.ref(`${request}.answered_at`)} > now() - ${sql.lit(DECLINED_DAYS)} * interval '1 day'
    else ${sql.ref(`${request}.asked_at`)} > now() - ${sql.lit(OPEN_DAYS)} * interval '1 day' end)`;
