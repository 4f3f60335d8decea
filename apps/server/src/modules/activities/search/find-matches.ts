import { sql } from 'kysely';
import type { Transaction } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { TimelinePosition } from '../timeline-position.ts';
import {
  findNewestDay,
  firstId,
  lastId,
  LIMIT,
  searchDays,
  type Searched,
  type Values,
  walkNewest,
} from './match-statements.ts';

export interface MatchesRequest {
  workspaceId: string;
  /** A `tsquery` with `BUCKET` in it. */
  query: string;
  /** Only activities older than this position. */
  before?: TimelinePosition | undefined;
  /** The instants between which to search, the later one excluded. */
  from?: Date | undefined;
  until?: Date | undefined;
  /** Milliseconds after which no further day is begun. */
  budgetMs?: number;
}

interface Match {
  id: string;
  occurredAt: Date;
}

export interface Matches {
  /** The newest matches; one more than a page contains if there are that many. */
  matches: Match[];
  /** Everything older has not been searched yet: the time was over before the page was full. */
  searchedSince?: Date | undefined;
}

/**
 * Milliseconds after which a search begins no further day: leaves room for reading the results in the
 * 150 ms that the first page may take (docs/benchmarks.md).
 */
const BUDGET_MS = 80;
/** Statement timeout, for a single day that takes too long; milliseconds. */
const TIMEOUT_MS = 3_000;
const DAY_MS = 86_400_000;

/**
 * Returns the newest activities of a workspace that match, newest first. If the newest activities do
 * not fill the page, it goes back day by day using an index in which each word begins with its day
 * (docs/decisions/activity-search.md), until its time is over.
 */
export async function findMatches(
  tx: Transaction<Schema>,
  { workspaceId, query, before, from, until, budgetMs = BUDGET_MS }: MatchesRequest,
): Promise<Matches> {
  const end = performance.now() + budgetMs;
  // The planner cannot know how few activities a query finds.
  await sql`
    select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true),
      set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
  const start = { workspaceId, query, from: from ?? null, ...startOf(before, until) };
  const timed = (values: Values, enough: number) => ({
    ...values,
    enough,
    milliseconds: end - performance.now(),
  });
  let walk = await walkFrom(tx, start);
  if (walk.end !== undefined && walk.matches.length === 0) {
    const [newest] = await findNewestDay(tx, timed(walk.end, 1));
    if (newest === undefined || newest.id === null) return toMatches([], newest, from);
    // Nothing newer than this day matches, for instance because the person searched for has left.
    // Words that were frequent then are found in the same way as words that are frequent now.
    walk = await walkFrom(tx, earlierOf(walk.end, newest.since));
  }
  const { matches, end: position } = walk;
  if (position === undefined) return { matches };
  const rows = await searchDays(tx, timed(position, LIMIT - matches.length));
  const found = rows.flatMap(({ id, occurredAt }) =>
    id === null || occurredAt === null ? [] : [{ id, occurredAt }],
  );
  return toMatches([...matches, ...found], rows.at(-1), from);
}

/** @param last the matches of the day that was searched last. */
function toMatches(matches: Match[], last: Searched | undefined, from: Date | undefined): Matches {
  if (matches.length >= LIMIT) return { matches: matches.slice(0, LIMIT) };
  const isFinished = last?.isLate !== true || (from !== undefined && last.since <= from);
  return { matches, ...(!isFinished && { searchedSince: last.since }) };
}

/**
 * Tests the newest activities one by one.
 *
 * @returns where it ended, unless all older activities were tested or enough of them match.
 */
async function walkFrom(
  tx: Transaction<Schema>,
  start: Values,
): Promise<{ matches: Match[]; end?: Values }> {
  const rows = await walkNewest(tx, start);
  const matches = rows
    .filter(({ isMatch }) => isMatch)
    .map(({ id, occurredAt }) => ({ id, occurredAt }));
  const last = rows.at(-1);
  if (matches.length === LIMIT || last?.isLast !== true) return { matches };
  return { matches, end: { ...start, instant: last.occurredAt, id: last.id } };
}

/** The position, or the end of that day if it is earlier. */
function earlierOf(position: Values, dayStart: Date): Values {
  const dayEnd = new Date(dayStart.getTime() + DAY_MS);
  return position.instant !== null && dayEnd >= position.instant
    ? position
    : { ...position, instant: dayEnd, id: firstId };
}

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
