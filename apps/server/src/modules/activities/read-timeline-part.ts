import type { TimelineItem } from '@repo/contract/activities';
import { groupConversations } from '@repo/domain/conversation';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import {
  type Contributors,
  type PublishedActivity,
  publishedColumns,
} from './published-activity.ts';
import { type DayWindow, inWindow, toTimelineItem } from './read-timeline.ts';
import { placeOf, readPlace, type TimelinePlace } from './timeline-place.ts';

/** How many items, and from where on; from the newest on where no place is given. */
export interface PartRequest {
  limit: number;
  before?: string | undefined;
  after?: string | undefined;
}

export interface TimelinePart {
  items: TimelineItem[];
  /** Where the next older and the next newer part begin; undefined at the ends of the window. */
  before: string | undefined;
  after: string | undefined;
}

/**
 * A part of what `readTimeline` gives: the same items in the same order. It reads the part alone,
 * however much happened in the window.
 */
export async function readTimelinePart(
  db: Connection,
  accountId: string,
  window: DayWindow,
  people: Contributors,
  { limit, before, after }: PartRequest,
): Promise<TimelinePart> {
  const goesUp = before === undefined && after !== undefined;
  const place = before ?? after;
  const heads = await readHeads(db, accountId, window, limit + 1, place, goesUp);
  const goesOn = heads.length > limit;
  const kept = heads.slice(0, limit);
  if (goesUp) kept.reverse();
  const older = goesUp || goesOn ? placeAt(kept.at(-1)) : undefined;
  const newer = (goesUp ? goesOn : before !== undefined) ? (placeAt(kept[0]) ?? place) : undefined;
  const groups = await readGroups(db, accountId, window, kept);
  return {
    items: groups.map((group) => toTimelineItem(group, people)),
    before: older,
    after: newer,
  };
}

const placeAt = (activity: PublishedActivity | undefined) => activity && placeOf(activity);

/** The newest message of each thread, and everything that is in none. */
async function readHeads(
  db: Connection,
  accountId: string,
  window: DayWindow,
  limit: number,
  place: string | undefined,
  goesUp: boolean,
): Promise<PublishedActivity[]> {
  const beyond = place === undefined ? sql`true` : beyondPlace(readPlace(place), goesUp);
  const order = goesUp ? sql`occurred_at, id` : sql`occurred_at desc, id desc`;
  const { rows } = await sql<PublishedActivity>`
    select ${publishedColumns} from account_activities published
    where account_id = ${accountId} and ${inWindow('published', window)} and ${beyond}
      and not exists (
        select from account_activities later
        where later.account_id = published.account_id and later.thread_id = published.thread_id
          and (later.occurred_at, later.id) > (published.occurred_at, published.id)
          and ${inWindow('later', window)})
    order by ${order} limit ${limit}`.execute(db);
  return rows;
}

function beyondPlace({ instant, id }: TimelinePlace, goesUp: boolean): RawBuilder<boolean> {
  if (id === undefined) {
    return goesUp ? sql`occurred_at >= ${instant}` : sql`occurred_at < ${instant}`;
  }
  return goesUp
    ? sql`(occurred_at, id) > (${instant}, ${id}::uuid)`
    : sql`(occurred_at, id) < (${instant}, ${id}::uuid)`;
}

/** Each head with the older messages of its thread in the window, newest first. */
async function readGroups(
  db: Connection,
  accountId: string,
  window: DayWindow,
  heads: readonly PublishedActivity[],
): Promise<PublishedActivity[][]> {
  const threads = heads.flatMap(({ threadId }) => threadId ?? []);
  if (threads.length === 0) return heads.map((head) => [head]);
  const { rows } = await sql<PublishedActivity>`
    select ${publishedColumns} from account_activities published
    where account_id = ${accountId} and thread_id = any(${threads}::uuid[])
      and ${inWindow('published', window)}
      and id <> all(${heads.map(({ id }) => id)}::uuid[])
    order by occurred_at desc, id desc`.execute(db);
  return groupConversations([...heads, ...rows]);
}
