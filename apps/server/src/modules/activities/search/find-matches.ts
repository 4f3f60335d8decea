import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/create-database.ts';
import {
  type InWorkspace,
  prepareInWorkspace,
} from '../../../platform/database/distribution/in-workspace.ts';
import { type Given, prepare } from '../../../platform/database/prepared-query.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { TimelinePosition } from '../timeline/timeline-position.ts';
import { BUCKET } from './search-query.ts';

export interface MatchesRequest {
  workspaceId: string;
  /** A `tsquery` with `BUCKET` in it. */
  query: string;
  /** Only activities older than this position. */
  before?: TimelinePosition | undefined;
  /** The instants between which to search, the later one excluded. */
  from?: Date | undefined;
  until?: Date | undefined;
}

interface Match {
  id: string;
  occurredAt: Date;
}

/**
 * The newest activities up to this number are tested one by one; a frequent word fills a page with
 * them.
 */
const WALKED = 400;
/** Statement timeout; milliseconds. */
const TIMEOUT_MS = 3_000;
/** One more than a page, to know whether there is a next one. */
const LIMIT = limits.searchPageSize + 1;

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the newest activities of a workspace that match, newest first, and one more than a page
 * contains. Takes about as long for rare words as for frequent ones
 * (docs/decisions/activity-search.md): if the newest activities do not fill the page, it goes back
 * day by day using an index in which each word begins with its day.
 */
export async function findMatches(
  tx: Transaction<Schema>,
  { workspaceId, query, before, from, until }: MatchesRequest,
): Promise<Match[]> {
  // The planner cannot know how few activities a query finds.
  await sql`
    select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true),
      set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
  const values = { workspaceId, query, from: from ?? null, ...startOf(before, until) };
  const newest = await walkNewest(tx, values);
  if (newest.length >= LIMIT) return newest;
  if (newest.length > 0) return searchDays(tx, values);
  // Nothing newer than this day matches, for instance because the person searched for has left.
  // Words that were frequent then are found in the same way as words that are frequent now.
  const [first] = await findNewestDay(tx, values);
  if (first === undefined) return [];
  const then = isAfterStart(first.end, values)
    ? values
    : { ...values, instant: first.end, id: firstId };
  const newestThen = await walkNewest(tx, then);
  return newestThen.length >= LIMIT ? newestThen : searchDays(tx, then);
}

const isAfterStart = (instant: Date, start: Values) =>
  start.instant !== null && instant >= start.instant;

/** The start, just before this position. A single condition, so that the index can be used. */
function startOf(
  before: TimelinePosition | undefined,
  until: Date | undefined,
): { instant: Date | null; id: string } {
  if (until !== undefined && (before === undefined || until <= before.instant)) {
    return { instant: until, id: firstId };
  }
  if (before === undefined) return { instant: null, id: lastId };
  return { instant: before.instant, id: before.id ?? firstId };
}

interface Values {
  workspaceId: string;
  query: string;
  instant: Date | null;
  id: string;
  from: Date | null;
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

const isBeforeDay = sql`occurred_at < days.day::timestamp at time zone 'UTC'`;

const inBucket = (given: Given<Values>, day: RawBuilder<unknown>) => sql`
  replace(${given('query')}::text, ${sql.lit(BUCKET)},
    search_bucket(${given('workspaceId')}::uuid, ${day}))::tsquery`;

/** Excludes accounts that are being deleted before the results are limited. */
const isVisible = (given: Given<Values>) => sql`
  account_id not in (
    select id from workspace_accounts
    where workspace_id = ${given('workspaceId')} and deleted_at is not null)`;

const walkNewest = prepare<Values, Match>(
  (given) => sql`
    select activity_id as id, occurred_at as "occurredAt"
    from (
      ${newestFirst(given, sql`account_id, activity_id, occurred_at, words`, isBeforeStart(given))}
      limit ${sql.lit(WALKED)}
    ) newest
    where words @@ ${inBucket(given, dayOf)} and ${isVisible(given)}
    limit ${sql.lit(LIMIT)}`,
);

/** The days that have activities, read from the index one by one until the page is full. */
const days = (given: Given<Values>) => sql`
  recursive days(day) as (
    (${newestFirst(given, dayOf, isBeforeStart(given))} limit 1)
    union all
    select older.day from days cross join lateral (
      ${newestFirst(given, sql`${dayOf} as day`, isBeforeDay)}
      limit 1
    ) older
  )`;

/**
 * The matches of a day. `offset 0` prevents the planner from using the other conditions with the
 * index of words.
 */
const matchesOfDay = (given: Given<Values>, inWorkspace: InWorkspace) => sql`
  select activity_id as id, occurred_at
  from (
    select workspace_id, account_id, activity_id, occurred_at from account_activity_words
    where words @@ ${inBucket(given, sql`days.day`)} ${inWorkspace('account_activity_words')}
    offset 0
  ) matching
  where workspace_id = ${given('workspaceId')} and ${isBeforeStart(given)}
    and ${isRecent(given)} and ${isVisible(given)}`;

const findNewestDay = prepareInWorkspace<Values, { end: Date }>(
  (given, inWorkspace) => sql`
    with ${days(given)}
    select (days.day + 1)::timestamp at time zone 'UTC' as "end"
    from days cross join lateral (${matchesOfDay(given, inWorkspace)} limit 1) found
    limit 1`,
);

const searchDays = prepareInWorkspace<Values, Match>(
  (given, inWorkspace) => sql`
    with ${days(given)}
    select found.id, found.occurred_at as "occurredAt"
    from days cross join lateral (
      ${matchesOfDay(given, inWorkspace)}
      order by occurred_at desc, activity_id desc limit ${sql.lit(LIMIT)}
    ) found
    limit ${sql.lit(LIMIT)}`,
);
