import type { NoticeKind } from '@repo/contract/notices';
import { quietRule } from '@repo/domain/relationships/going-quiet';
import {
  type BusinessDay,
  businessDayOf,
  startOfBusinessDay,
} from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { readLevel } from '#platform/database/level-columns.ts';
import { shownTime } from '../../activities/published-activity.ts';
import { isAccountQuietOn } from '../../relationships/going-quiet-on.ts';
import type { FoundNotice, NoticeScope } from './found-notice.ts';

interface Row {
  id: string;
  name: string;
  day: BusinessDay;
  /** The time on that day; null if it is the whole day. */
  at: Date | null;
  favouriteAt: Date;
}

/**
 * Finds the favourites that were in touch for the first time on their side, after one of us had been: they wrote, or
 * met or called us (`refreshTieDays`). Automatic mail is no answer.
 */
export async function readAnswered(db: Connection, scope: NoticeScope): Promise<FoundNotice[]> {
  const { rows } = await readFavourites(
    scope,
    sql`
      cross join lateral (${daysInTouch(scope, {
        select: sql`min(touch.day) as day`,
        where: sql`touch.by_them and touch.day >= ${businessDayOf(scope.since, scope.timeZone)}::date`,
      })}) days
      where not exists (${daysInTouch(scope, { where: sql`touch.by_them and touch.day < days.day` })})
        and (${isBegunByUs(scope)}
          or exists (${daysInTouch(scope, { where: sql`touch.day < days.day` })}))`,
    sql`days.day`,
    sql`(
      select min(${timeOf(scope)}) from account_activities published
      where published.workspace_id = ${scope.id} and published.account_id = account.id
        and published.day = days.day and published.side = 'external')`,
  ).execute(db);
  return toNotices(scope, 'answer', rows);
}

/** Days on which a favourite was in touch, with anyone who is shown. Each read ends within an index of its days. */
const daysInTouch = (
  { id }: NoticeScope,
  { select = sql``, where }: { select?: RawBuilder<unknown>; where: RawBuilder<unknown> },
) => sql`
  select ${select} from tie_days touch
  left join contacts contact on contact.workspace_id = ${id} and contact.id = touch.contact_id
  where touch.workspace_id = ${id} and touch.account_id = account.id and ${where}
    and coalesce(contact.is_shown, true)`;

/** Whether the first email of a day was one of ours: an answer often comes on the same day. */
const isBegunByUs = (scope: NoticeScope) => sql<boolean>`'internal' = (
  select published.side from account_activities published
  where published.workspace_id = ${scope.id} and published.account_id = account.id
    and published.day = days.day and published.type = 'email'
  order by ${timeOf(scope)}, published.id limit 1)`;

/** The time of a row named `published`, also while its level is being lowered. */
const timeOf = ({ id }: NoticeScope) =>
  shownTime(
    readLevel('published', (table) => sql`and ${sql.ref(`${table}.workspace_id`)} = ${id}`),
  );

/** Finds the favourites that are going quiet, by the first day on which they were. */
export async function readQuiet(db: Connection, scope: NoticeScope): Promise<FoundNotice[]> {
  const { rows } = await readFavourites(
    scope,
    sql`
      join account_relationships ties
        on ties.workspace_id = ${scope.id} and ties.account_id = account.id
      where ${isAccountQuietOn(sql`${scope.today}::date`)}`,
    sql`(ties.last_day + ${sql.lit(quietRule.silentDays)})`,
  ).execute(db);
  return toNotices(scope, 'quiet', rows);
}

/**
 * The reader's visible favourites with the day of an event, since `scope.since` and since the account became
 * a favourite.
 *
 * @param found further tables and a condition.
 */
const readFavourites = (
  { id, userId, accounts, since, timeZone }: NoticeScope,
  found: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
  at: RawBuilder<unknown> = sql`null::timestamptz`,
) => sql<Row>`
  select account.id, account.name, ${day} as day, ${at} as at, own.favourite_at as "favouriteAt"
  from own_accounts own
  join ${accounts} account on account.id = own.account_id
  ${found}
    and own.workspace_id = ${id} and own.user_id = ${userId} and own.favourite_at is not null
    and ${day} >= ${businessDayOf(since, timeZone)}::date
    and ${day} >= (own.favourite_at at time zone ${timeZone})::date`;

const toNotices = (
  { id: workspaceId, workspace, timeZone }: NoticeScope,
  kind: NoticeKind,
  rows: readonly Row[],
): FoundNotice[] =>
  rows.map(({ id, name, day, at, favouriteAt }) => ({
    id: `${kind} ${workspaceId} ${id} ${day}`,
    kind,
    // Not before it became a favourite, on the same day.
    at: new Date(
      Math.max((at ?? startOfBusinessDay(day, timeZone)).getTime(), favouriteAt.getTime()),
    ),
    workspace,
    by: null,
    accounts: [{ id, name }],
    total: 1,
    connection: null,
  }));
