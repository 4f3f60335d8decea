import type { TimelineItem } from '@repo/contract/activities';
import { groupConversations } from '@repo/domain/activities/conversation';
import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '../../../platform/database/account-key.ts';
import type { Connection } from '../../../platform/database/create-database.ts';
import { prepareInWorkspace } from '../../../platform/database/distribution/in-workspace.ts';
import {
  type Contributors,
  type PublishedActivity,
  firstParticipants,
  publishedColumns,
} from '../published-activity.ts';
import { boundsOf, type DayWindow, toTimelineItem, type WindowBounds } from './read-timeline.ts';
import { formatPosition, parsePosition } from './timeline-position.ts';

/** The number of items and the position to begin at; the newest item if none is given. */
export interface PartRequest {
  limit: number;
  before?: string | undefined;
  after?: string | undefined;
}

export interface TimelinePart {
  items: TimelineItem[];
  /** The positions of the next older and the next newer part; undefined at the ends of the window. */
  before: string | undefined;
  after: string | undefined;
}

/**
 * A part of what `readTimeline` gives: the same items in the same order. It reads the part alone,
 * however much happened in the window.
 */
export async function readTimelinePart(
  db: Connection,
  account: AccountKey,
  window: DayWindow,
  people: Contributors,
  { limit, before, after }: PartRequest,
): Promise<TimelinePart> {
  const goesUp = before === undefined && after !== undefined;
  const position = before ?? after;
  const heads = await readHeads(db, account, window, limit + 1, position, goesUp);
  const goesOn = heads.length > limit;
  const kept = heads.slice(0, limit);
  if (goesUp) kept.reverse();
  const older = goesUp || goesOn ? positionOf(kept.at(-1)) : undefined;
  const newer = (goesUp ? goesOn : before !== undefined)
    ? (positionOf(kept[0]) ?? position)
    : undefined;
  const groups = await readGroups(db, account, window, kept);
  return {
    items: groups.map((group) => toTimelineItem(group, people)),
    before: older,
    after: newer,
  };
}

const positionOf = (activity: PublishedActivity | undefined) =>
  activity && formatPosition(activity);

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
 * Whether a row happened in a window. Compared as a row, since of a plain range whose ends it does not know
 * the planner expects so few rows that it reads all of them.
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

/** Each head with the older messages of its thread in the window, newest first. */
async function readGroups(
  db: Connection,
  account: AccountKey,
  window: DayWindow,
  heads: readonly PublishedActivity[],
): Promise<PublishedActivity[][]> {
  const threads = heads.flatMap(({ threadId }) => threadId ?? []);
  if (threads.length === 0) return heads.map((head) => [head]);
  const rows = await findOlderMessages(db, {
    ...boundsOf(window),
    ...account,
    threads,
    heads: heads.map(({ id }) => id),
  });
  return groupConversations([...heads, ...rows]);
}

interface OlderMessagesValues extends WindowBounds, AccountKey {
  threads: string[];
  heads: string[];
}

const findOlderMessages = prepareInWorkspace<OlderMessagesValues, PublishedActivity>(
  (given, inWorkspace) => sql`
    select ${publishedColumns(inWorkspace, firstParticipants)} from account_activities published
    where workspace_id = ${given('workspaceId')} and account_id = ${given('accountId')}
      and thread_id = any(${given('threads')}::uuid[])
      and ${inPart(given('from'), given('until'))}
      and id <> all(${given('heads')}::uuid[])
    order by occurred_at desc, id desc`,
);
