import type { ActivityItem } from '@repo/contract/activities';
import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { InWorkspace } from '../../platform/database/distribution/in-workspace.ts';
import type {
  StoredActivityType,
  StoredParticipant,
  StoredSide,
} from '../../platform/database/schema/activities.ts';

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
}

/** Selects a `PublishedActivity` from the table `account_activities`, named `published`. */
export const publishedColumns = (
  inWorkspace: InWorkspace,
  participants = sql`published.participants`,
): RawBuilder<PublishedActivity> => sql`
  published.id, published.type, published.title, published.summary,
  published.occurred_at as "occurredAt", published.side, published.owner_id as "ownerId",
  array(
    select distinct user_id from account_activity_contributors
    where workspace_id = published.workspace_id and activity_id = published.id
      ${inWorkspace('account_activity_contributors')}
  ) as "contributorIds",
  ${participants}, published.location, published.start_time as "startTime",
  published.end_time as "endTime", published.is_all_day as "isAllDay",
  published.thread_id as "threadId"`;

/** The path of the first participants. */
export const firstListed = sql`${sql.lit(`$[0 to ${limits.listedParticipants - 1}]`)}::jsonpath`;

/** For a list: the first participants, and how many there are. */
export const firstParticipants = sql`
  jsonb_path_query_array(published.participants, ${firstListed}) as participants,
  jsonb_array_length(published.participants) as "participantCount"`;

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
  };
}

/** The number of participants where there are more of them. */
const countOf = ({ participants, participantCount = 0 }: PublishedActivity) =>
  participantCount > participants.length ? { participantCount } : {};

const byName = (one: { name: string; email: string }, other: { name: string; email: string }) =>
  one.name.localeCompare(other.name) || one.email.localeCompare(other.email);
