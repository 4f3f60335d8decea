import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import {
  type InWorkspace,
  prepareInWorkspace,
} from '#platform/database/distribution/in-workspace.ts';
import { type Given, prepare } from '#platform/database/prepared-query.ts';
import { BUCKET } from './search-query.ts';

/** One more than a page, to know whether there is a next one. */
export const LIMIT = limits.searchPageSize + 1;
/**
 * The newest activities up to this number are tested one by one; a frequent word fills a page with
 * them.
 */
const WALKED = 400;

/** After all ids, and before them. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
export const firstId = '00000000-0000-0000-0000-000000000000';

/** A search from just before a position. */
export interface Values {
  workspaceId: string;
  query: string;
  instant: Date | null;
  id: string;
  from: Date | null;
}

/** Values of a search that begins no further day after this time. */
export interface TimedValues extends Values {
  milliseconds: number;
  /** The number of matches. */
  enough: number;
}

interface Walked {
  id: string;
  occurredAt: Date;
  isMatch: boolean;
  /** Whether it is the last one that is tested. */
  isLast: boolean;
}

/** A match, or nothing in the day that was searched last. */
export interface Searched {
  id: string | null;
  occurredAt: Date | null;
  /** The beginning of the day. */
  since: Date;
  /** Whether the time was over after this day. */
  isLate: boolean;
}

/** The activities of the workspace that are older than something, the newest first. */
const newestFirst = (
  given: Given<Values>,
  columns: RawBuilder<unknown>,
  isOlder: RawBuilder<unknown>,
) => sql`
  select ${columns} from account_activity_words
  where workspace_id = ${given('workspaceId')} and ${isOlder} and ${isRecent(given)}
  order by occurred_at desc, activity_id desc`;

const isBeforeStart = (given: Given<Values>) => sql`
  (occurred_at, activity_id)
    < (coalesce(${given('instant')}::timestamptz, 'infinity'), ${given('id')}::uuid)`;

const isRecent = (given: Given<Values>) => sql`
  occurred_at >= coalesce(${given('from')}::timestamptz, '-infinity')`;

const dayOf = sql`(occurred_at at time zone 'UTC')::date`;

const inBucket = (given: Given<Values>, day: RawBuilder<unknown>) => sql`
  replace(${given('query')}::text, ${sql.lit(BUCKET)},
    search_bucket(${given('workspaceId')}::uuid, ${day}))::tsquery`;

/**
 * Excludes accounts that are being deleted before the results are limited, and activities with words beyond
 * the level that their user has just chosen.
 */
const isVisible = (given: Given<Values>) => sql`
  account_id not in (
    select id from workspace_accounts
    where workspace_id = ${given('workspaceId')} and deleted_at is not null)
  and (
    account_id not in (
      select change.account_id from level_changes change
      where change.workspace_id = ${given('workspaceId')})
    or not exists (
      select from account_activities published
      join level_changes change
        on change.workspace_id = published.workspace_id
          and change.account_id = published.account_id and change.owner_id = published.owner_id
      where published.workspace_id = ${given('workspaceId')} and published.id = activity_id
        and change.level < published.level))`;

/** The matches, and the last one that was tested. */
export const walkNewest = prepare<Values, Walked>(
  (given) => sql`
    select activity_id as id, occurred_at as "occurredAt", matches as "isMatch",
      position = ${sql.lit(WALKED)} as "isLast"
    from (
      select activity_id, occurred_at,
        words @@ ${inBucket(given, dayOf)} and ${isVisible(given)} as matches,
        row_number() over (order by occurred_at desc, activity_id desc) as position
      from (
        ${newestFirst(given, sql`account_id, activity_id, occurred_at, words`, isBeforeStart(given))}
        limit ${sql.lit(WALKED)}
      ) newest
    ) tested
    where matches or position = ${sql.lit(WALKED)}
    limit ${sql.lit(LIMIT)}`,
);

/**
 * The matches of a day. `offset 0` prevents the planner from using the other conditions with the
 * index of words.
 */
const matchesOfDay = (given: Given<Values>, inWorkspace: InWorkspace) => sql`
  select activity_id as id, occurred_at
  from (
    select workspace_id, account_id, activity_id, occurred_at from account_activity_words
    where words @@ ${inBucket(given, sql`next.day`)} ${inWorkspace('account_activity_words')}
    offset 0
  ) matching
  where workspace_id = ${given('workspaceId')} and ${isBeforeStart(given)}
    and ${isRecent(given)} and ${isVisible(given)}`;

/**
 * Goes back through the days with activities, which the index by time gives one by one, until it has enough
 * matches or the time is over. Searches at least one day, so that a continued search always comes to its end.
 *
 * @param chosen the matches of a day that are needed.
 */
const searchBack = (
  given: Given<TimedValues>,
  inWorkspace: InWorkspace,
  chosen: RawBuilder<unknown>,
) => sql<Searched>`
  with recursive searched(since, id, found, times, missing, until, is_late) as (
    select ${given('instant')}::timestamptz, ${given('id')}::uuid,
      null::uuid[], null::timestamptz[], ${given('enough')}::bigint,
      clock_timestamp() + ${given('milliseconds')}::float8 * interval '1 ms', false
    union all
    select next.day::timestamp at time zone 'UTC', ${sql.lit(firstId)}::uuid,
      matching.found, matching.times, searched.missing - matching.count, searched.until,
      clock_timestamp() >= searched.until
    from searched
    cross join lateral (
      ${newestFirst(
        given,
        sql`${dayOf} as day`,
        sql`(occurred_at, activity_id) < (searched.since, searched.id)`,
      )}
      limit 1
    ) next
    cross join lateral (
      select count(*), array_agg(id) as found, array_agg(occurred_at) as times
      from (${matchesOfDay(given, inWorkspace)} ${chosen}) matching
    ) matching
    where searched.missing > 0 and not searched.is_late
  )
  select matching.id, matching.occurred_at as "occurredAt", since, is_late as "isLate"
  from searched left join lateral unnest(found, times) as matching(id, occurred_at) on true
  where matching.id is not null or is_late`;

/** Any match of the newest day that has one. */
export const findNewestDay = prepareInWorkspace<TimedValues, Searched>((given, inWorkspace) =>
  searchBack(given, inWorkspace, sql`limit 1`),
);

export const searchDays = prepareInWorkspace<TimedValues, Searched>((given, inWorkspace) =>
  searchBack(
    given,
    inWorkspace,
    sql`order by occurred_at desc, activity_id desc limit ${sql.lit(LIMIT)}`,
  ),
);
