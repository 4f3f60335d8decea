import type { ActivityItem } from '@repo/contract/activities';
import { limits } from '@repo/contract/limits';
import { levelOfNumber } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import type { InWorkspace } from '#platform/database/distribution/in-workspace.ts';
import {
  joinLevelChange,
  joinedLevel,
  type LevelColumn,
  shownColumn,
  showsLevel,
} from '#platform/database/level-columns.ts';
import type {
  StoredActivityType,
  StoredParticipant,
  StoredSide,
} from '#platform/database/schema/activities.ts';

/** The columns of a published activity, without its text. */
export interface PublishedActivity {
  id: string;
  type: StoredActivityType;
  title: string;
  summary: string;
  occurredAt: Date;
  side: StoredSide;
  ownerId: string;
  contributorIds: string[];
  participants: StoredParticipant[];
  /** How many there are; absent where all of them were read. */
  participantCount?: number;
  location: string | null;
  startTime: Date | null;
  endTime: Date | null;
  isAllDay: boolean;
  threadId: string | null;
  /** The number of the level at which it is shared. */
  level: number;
}

/** The participants that a list reads of an activity, and how many there are where they are not all of them. */
interface SelectedParticipants {
  participants: RawBuilder<unknown>;
  count?: RawBuilder<unknown>;
}

/** The joins of a query that selects `publishedColumns` from rows named `published`. */
export const publishedJoin = (inWorkspace: InWorkspace): RawBuilder<unknown> =>
  joinLevelChange('published', inWorkspace);

/**
 * Selects a `PublishedActivity` from the table `account_activities`, named `published`, with the columns that
 * its level shows: while the user lowers the level, the row may still contain more (`readLevel`). The query joins
 * `publishedJoin`.
 */
export function publishedColumns(
  inWorkspace: InWorkspace,
  { participants, count }: SelectedParticipants = { participants: sql`published.participants` },
): RawBuilder<PublishedActivity> {
  const level = joinedLevel('published');
  const shown = (
    column: LevelColumn,
    value: RawBuilder<unknown>,
    otherwise?: RawBuilder<unknown>,
  ) => shownColumn(level, column, value, otherwise);
  return sql`
  published.id, published.type, ${level} as level,
  ${shown('title', sql`published.title`, sql`''`)} as title,
  ${shown('summary', sql`published.summary`, sql`''`)} as summary,
  ${shownTime(level)} as "occurredAt",
  published.side, published.owner_id as "ownerId",
  array(
    select distinct user_id from account_activity_contributors
    where workspace_id = published.workspace_id and activity_id = published.id
      ${inWorkspace('account_activity_contributors')}
  ) as "contributorIds",
  ${shown('participants', participants, sql`'[]'::jsonb`)} as participants,
  ${count === undefined ? sql`` : sql`${shown('participants', count, sql`0`)} as "participantCount",`}
  ${shown('location', sql`published.location`)} as location,
  ${shown('startTime', sql`published.start_time`)} as "startTime",
  ${shown('endTime', sql`published.end_time`)} as "endTime",
  ${shown('isAllDay', sql`published.is_all_day`, sql`false`)} as "isAllDay",
  published.thread_id as "threadId"`;
}

/** Noon of the day, for a row that is not stored without its time yet: the same day in nearly every time zone. */
const dayOf = sql`case when ${showsLevel(sql`published.level`, 'subject')}
  then (published.day + time '12:00') at time zone 'UTC' else published.occurred_at end`;

/** The time of a row of `account_activities` named `published`, if a level shows it; otherwise its day. */
export const shownTime = (level: RawBuilder<unknown>): RawBuilder<unknown> =>
  shownColumn(level, 'occurredAt', sql`published.occurred_at`, dayOf);

/** The participants of a row named `published`, or so many of them. A path that takes all of them copies each. */
const first = (count: number) => sql`case
    when jsonb_array_length(published.participants) <= ${sql.lit(count)} then published.participants
    else jsonb_path_query_array(published.participants, ${sql.lit(`$[0 to ${count - 1}]`)}::jsonpath)
    end`;

/** For a list: the first participants, and how many there are. */
export const firstParticipants: Required<SelectedParticipants> = {
  participants: first(limits.listedParticipants),
  count: sql`jsonb_array_length(published.participants)`,
};

/**
 * For a long list: the first participants of the activities at its beginning, and fewer of the others once
 * these have `limits.participantsInList`.
 *
 * @param order of the list.
 */
export const firstParticipantsWithin = (order: RawBuilder<unknown>): SelectedParticipants => ({
  participants: sql`case
    when sum(least(jsonb_array_length(published.participants), ${sql.lit(limits.listedParticipants)}))
      over (order by ${order}) <= ${sql.lit(limits.participantsInList)}
    then ${first(limits.listedParticipants)} else ${first(limits.fewParticipants)} end`,
  count: sql`jsonb_array_length(published.participants)`,
});

/** The people who contribute to an account, by their ids. */
export type Contributors = ReadonlyMap<string, { name: string; email: string }>;

const unknown = { name: '', email: '' };

/** Converts an activity to the format of the contract. */
export function toActivityItem(read: PublishedActivity, people: Contributors): ActivityItem {
  const { id, type, title, summary, side, participants, location, startTime, endTime } = read;
  return {
    id,
    type,
    title,
    summary,
    occurredAt: read.occurredAt.toISOString(),
    side,
    user: people.get(read.ownerId) ?? unknown,
    contributors: read.contributorIds.flatMap((one) => people.get(one) ?? []).sort(byName),
    participants,
    ...countOf(read),
    ...(location !== null && { location }),
    ...(startTime !== null && { startTime: startTime.toISOString() }),
    ...(endTime !== null && { endTime: endTime.toISOString() }),
    ...(read.isAllDay && { isAllDay: true }),
    ...belowFull(read.level),
  };
}

/** The number of participants where there are more of them. */
const countOf = ({ participants, participantCount = 0 }: PublishedActivity) =>
  participantCount > participants.length ? { participantCount } : {};

/** The level of an activity that colleagues do not see in full. */
export function belowFull(number: number): Pick<ActivityItem, 'level'> {
  const level = levelOfNumber(number);
  return level === 'full' ? {} : { level };
}

const byName = (one: { name: string; email: string }, other: { name: string; email: string }) =>
  one.name.localeCompare(other.name) || one.email.localeCompare(other.email);
