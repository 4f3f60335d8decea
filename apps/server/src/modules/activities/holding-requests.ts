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
export const isHolding = (request: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${request}.${name}`);
  const lately = (name: string, days: number) =>
    sql`${column(name)} > now() - ${sql.lit(days)} * interval '1 day'`;
  // Not by `case`: Citus does not divide a statement with one that depends on the time.
  return sql<boolean>`(
    ${wasMember('owner_id', request)} and ${wasMember('asker_id', request)} and (
      ${column('is_granted')} is true and (${column('ends_at')} is null or ${column('ends_at')} > now())
      or ${column('is_granted')} is false and ${lately('answered_at', DECLINED_DAYS)}
      or ${column('is_granted')} is null and ${lately('asked_at', OPEN_DAYS)}))`;
};
