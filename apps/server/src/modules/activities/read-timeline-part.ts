import type { TimelineItem } from '@repo/contract/activities';
import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { mapInTurns } from '#platform/turns.ts';
import { prepareInWorkspace } from '#platform/database/distribution/in-workspace.ts';
import {
  type Contributors,
  type PublishedActivity,
  firstParticipants,
  firstParticipantsWithin,
  publishedColumns,
  publishedJoin,
} from './published-activity.ts';
import { boundsOf, type DayWindow, toTimelineItem, type WindowBounds } from './read-timeline.ts';
import { formatPosition, parsePosition } from './timeline-position.ts';

/** The number of items and the position to begin at; the newest item if none is given. */
export interface PartRequest {
  limit: number;
  /**
   * The most activities, including the messages of conversations: a part with long ones has fewer items.
   * `limits.timelinePageActivities` unless given.
   */
  activities?: number | undefined;
  before?: string | undefined;
  after?: string | undefined;
  /** Whether each activity has only its first few participants. */
  hasFewParticipants?: boolean;
}

export interface TimelinePart {
  items: TimelineItem[];
  /** The number of activities, the returned messages of conversations among them. */
  size: number;
  /** How many participants they have. */
  participants: number;
  /** The positions of the next older and the next newer part; undefined at the ends of the window. */
  before: string | undefined;
  after: string | undefined;
}

/**
 * Returns a part of `readTimeline`'s result: the same items in the same order. It reads the part alone,
 * however much happened in the window.
 */
export async function readTimelinePart(
  db: Connection,
  account: AccountKey,
  window: DayWindow,
  people: Contributors,
  {
    limit,
    activities = limits.timelinePageActivities,
    before,
    after,
    hasFewParticipants = false,
  }: PartRequest,
): Promise<TimelinePart> {
  const goesUp = before === undefined && after !== undefined;
  const position = before ?? after;
  const heads = await readHeads(db, account, window, limit + 1, position, goesUp);
  const groups = await readGroups(db, account, window, heads.slice(0, limit), activities);
  const goesOn = heads.length > groups.length;
  if (goesUp) groups.reverse();
  const all = groups.flatMap((group) => group.activities);
  if (hasFewParticipants) all.forEach(shortenParticipants);
  const older = goesUp || goesOn ? positionOf(groups.at(-1)) : undefined;
  const newer = (goesUp ? goesOn : before !== undefined)
    ? (positionOf(groups[0]) ?? position)
    : undefined;
  return {
    items: await mapInTurns(groups, ({ activities: newest, count }) =>
      toTimelineItem(newest, people, count),
    ),
    size: all.length,
    participants: all.reduce((sum, { participants }) => sum + participants.length, 0),
    before: older,
    after: newer,
  };
}

function shortenParticipants(activity: PublishedActivity): void {
  activity.participants = activity.participants.slice(0, limits.fewParticipants);
}

const positionOf = (group: Group | undefined) => {
  const [newest] = group?.activities ?? [];
  return newest && formatPosition(newest);
};

interface HeadsValues extends WindowBounds, AccountKey {
  limit: number;
  /** The number of activities to look through for heads. */
  scanned: number;
  instant: Date | undefined;
  id: string | undefined;
}

/** The newest message of each thread, and everything that is in none. */
async function readHeads(
  db: Connection,
  account: AccountKey,
  window: DayWindow,
  limit: number,
  text: string | undefined,
  goesUp: boolean,
): Promise<PublishedActivity[]> {
  const position = text === undefined ? undefined : parsePosition(text);
  const start =
    position === undefined ? 'first' : position.id === undefined ? 'instant' : 'activity';
  const { instant, id } = position ?? {};
  const values = { ...boundsOf(window), ...account, limit, instant, id };
  // Each round begins again with many times as many activities, so that all of them cost little more than the last.
  for (let scanned = limit * 4; ; scanned *= 8) {
    const rows = await headsQueries[start][goesUp ? 'up' : 'down'](db, { ...values, scanned });
    const heads = rows.filter((row) => row.id !== null);
    if (heads.length === limit || (rows[0]?.found ?? 0) < scanned) return heads;
  }
}

/** A head and the number of activities that were looked through; no head but a number where none is a head. */
type FoundHead = (PublishedActivity | { id: null }) & { found: number };

/**
 * Whether a row is in a window. Compared as a row: of a plain range with unknown ends the planner expects so
 * few rows that it reads all of them.
 */
const inPart = (from: RawBuilder<Date>, until: RawBuilder<Date>) => sql`
  (occurred_at, id) >= (${from}, ${sql.lit(firstId)}::uuid) and occurred_at < ${until}`;

const firstId = '00000000-0000-0000-0000-000000000000';

type Start = 'first' | 'instant' | 'activity';

/**
 * The heads among the next activities. Reads each of their threads once in a lookup for all threads: even where
 * the planner knows nothing of a table that was just filled, it reads the account at most once, and not once
 * for each activity. Without a head it returns a row with nothing but the number found.
 */
const headsQuery = (start: Start, goesUp: boolean) =>
  prepareInWorkspace<HeadsValues, FoundHead>((given, inWorkspace) => {
    const beyond = {
      first: sql`true`,
      instant: goesUp
        ? sql`occurred_at >= ${given('instant')}`
        : sql`occurred_at < ${given('instant')}`,
      activity: goesUp
        ? sql`(occurred_at, id) > (${given('instant')}, ${given('id')})`
        : sql`(occurred_at, id) < (${given('instant')}, ${given('id')})`,
    };
    const order = goesUp ? sql`occurred_at, id` : sql`occurred_at desc, id desc`;
    const inWindow = sql`
      workspace_id = ${given('workspaceId')} and account_id = ${given('accountId')}
      and ${inPart(given('from'), given('until'))}`;
    return sql`
      with next as materialized (
        select * from account_activities where ${inWindow} and ${beyond[start]}
        order by ${order} limit ${given('scanned')}
      ), newest as (
        select distinct on (thread_id) id from account_activities
        where ${inWindow}
          and thread_id = any(array(select distinct thread_id from next))
        order by thread_id, occurred_at desc, id desc
      ), heads as (
        select * from next where thread_id is null or id in (select id from newest)
        order by ${order} limit ${given('limit')}
      )
      select ${publishedColumns(inWorkspace, firstParticipants)}, found::integer
      from (select count(*) as found from next) counted left join heads published on true
      ${publishedJoin(inWorkspace)}
      order by ${order}`;
  });

const bothWays = (start: Start) => ({
  up: headsQuery(start, true),
  down: headsQuery(start, false),
});

const headsQueries = {
  first: bothWays('first'),
  instant: bothWays('instant'),
  activity: bothWays('activity'),
};

/** An activity, or the newest messages of a thread, newest first. */
interface Group {
  activities: PublishedActivity[];
  /** How many there are in the window. */
  count: number;
}

/**
 * Each head with the older messages of its thread in the window; as many of the first heads as the limit has
 * room for.
 */
async function readGroups(
  db: Connection,
  account: AccountKey,
  window: DayWindow,
  heads: readonly PublishedActivity[],
  limit: number,
): Promise<Group[]> {
  const threads = heads.flatMap(({ threadId }) => threadId ?? []);
  const older =
    threads.length === 0
      ? []
      : await findOlderMessages(db, {
          ...boundsOf(window),
          ...account,
          threads,
          heads: heads.map(({ id }) => id),
          // Enough to see of the last one whether it is whole.
          limit: limit + 1,
        });
  const byThread = Map.groupBy(older, ({ threadId }) => threadId);
  const groups: Group[] = [];
  let size = 0;
  for (const head of heads) {
    const messages = head.threadId === null ? [] : (byThread.get(head.threadId) ?? []);
    const activities = [head, ...messages];
    size += activities.length;
    if (size > limit && groups.length > 0) break;
    groups.push({ activities, count: 1 + (messages[0]?.olderCount ?? 0) });
  }
  return groups;
}

interface OlderMessagesValues extends WindowBounds, AccountKey {
  threads: string[];
  heads: string[];
  limit: number;
}

/** A message, and how many of its thread there are beside the head. */
type OlderMessage = PublishedActivity & { olderCount: number };

/** The threads in the order of their heads, and of each the newest messages. */
const findOlderMessages = prepareInWorkspace<OlderMessagesValues, OlderMessage>(
  (given, inWorkspace) => sql`
    select ${publishedColumns(inWorkspace, firstParticipantsWithin(sql`published.position, number`))},
      "olderCount"
    from (
      select account_activities.*, array_position(${given('threads')}::uuid[], thread_id) as position,
        count(*) over (partition by thread_id)::integer as "olderCount",
        row_number() over (partition by thread_id order by occurred_at desc, id desc) as number
      from account_activities
      where workspace_id = ${given('workspaceId')} and account_id = ${given('accountId')}
        and thread_id = any(${given('threads')}::uuid[])
        and ${inPart(given('from'), given('until'))}
        and id <> all(${given('heads')}::uuid[])
      order by position, number
    ) published
    ${publishedJoin(inWorkspace)}
    where number < ${sql.lit(limits.conversationMessages)}
    order by published.position, number limit ${given('limit')}`,
);
