import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import type { Contact } from '@repo/contract/relationships';
import type { TodayAttendee } from '@repo/contract/today';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';
import { notFound } from '#platform/http/app-error.ts';
import {
  firstParticipants,
  type PublishedActivity,
  publishedColumns,
  publishedJoin,
  toActivityItem,
} from '#modules/activities/published-activity.ts';
import { readContacts } from '#modules/relationships/read-contacts.ts';
import type { Page } from '../page.ts';
import { findMeeting, toMeeting } from './read-meetings.ts';
import { readMembers } from './read-members.ts';
import { readOpenConversations } from '../read-open-conversations.ts';
import { readUsers } from '../read-users.ts';

type Brief = EndpointResponse<'GET /api/workspaces/{workspaceId}/today/meetings/{activityId}'>;

/**
 * Reads the facts that prepare a member for a meeting.
 *
 * @throws AppError NOT_FOUND for a meeting that the member does not take part in.
 */
export async function readBrief(db: Connection, page: Page, activityId: string): Promise<Brief> {
  const meeting = await findMeeting(db, page, activityId);
  if (meeting === undefined) throw notFound('Meeting');
  const accountIds = meeting.accounts.map(({ id }) => id);
  const [attendees, lastActivities, open, notes] = await Promise.all([
    readAttendees(db, page, accountIds, meeting.participants),
    readLastActivities(db, page, accountIds, meeting.id),
    readOpenConversations(db, page),
    readNotes(db, page, accountIds),
  ]);
  const ofMeeting = ({ account }: { account: { id: string } }) => accountIds.includes(account.id);
  return {
    meeting: toMeeting(meeting, page.now),
    attendeeCount: meeting.participants.length,
    attendees,
    lastActivities,
    waiting: open.waiting.filter(ofMeeting).slice(0, limits.todayConversations),
    unanswered: open.unanswered.filter(ofMeeting).slice(0, limits.todayConversations),
    notes,
  };
}

/** The accounts' people first, then colleagues. */
async function readAttendees(
  db: Connection,
  page: Page,
  accountIds: readonly string[],
  participants: readonly StoredParticipant[],
): Promise<TodayAttendee[]> {
  const { own, members } = await readMembers(db, page);
  const others = participants.filter(({ email }) => !own.has(email));
  const contacts = await contactsByAddress(
    db,
    page,
    accountIds,
    others.map(({ email }) => email),
  );
  return others
    .map(({ name, email }) => ({
      name,
      email,
      isColleague: members.has(email),
      contact: contacts.get(email) ?? null,
    }))
    .sort((one, other) => Number(one.isColleague) - Number(other.isColleague))
    .slice(0, limits.todayAttendees);
}

async function contactsByAddress(
  db: Connection,
  { workspaceId, now }: Page,
  accountIds: readonly string[],
  addresses: readonly string[],
): Promise<Map<string, Contact>> {
  const { rows } = await sql<{ address: string; personId: string }>`
    select address, person_id as "personId" from contacts
    where workspace_id = ${workspaceId} and account_id = any(${accountIds}::uuid[])
      and address = any(${addresses}::text[]) and is_shown`.execute(db);
  const personIds = [...new Set(rows.map(({ personId }) => personId))];
  const contacts = await readContacts(db, workspaceId, { accountIds, personIds }, now);
  const byPerson = new Map(contacts.map(({ contact }) => [contact.id, contact]));
  return new Map(
    rows.flatMap(({ address, personId }) => {
      const contact = byPerson.get(personId);
      return contact === undefined ? [] : [[address, contact] as const];
    }),
  );
}

const LAST_ACTIVITIES = 3;

async function readLastActivities(
  db: Connection,
  { workspaceId, now }: Page,
  accountIds: readonly string[],
  meetingId: string,
): Promise<Brief['lastActivities']> {
  const { rows } = await sql<PublishedActivity & { accountId: string }>`
    select ${publishedColumns(inWorkspaceOf(db, workspaceId), firstParticipants)},
      published.account_id as "accountId"
    from unnest(${accountIds}::uuid[]) as given(account_id)
    cross join lateral (
      select * from account_activities
      where workspace_id = ${workspaceId} and account_id = given.account_id
        and occurred_at <= ${now} and id <> ${meetingId}
      order by occurred_at desc, id desc limit ${LAST_ACTIVITIES}
    ) published
    ${publishedJoin(inWorkspaceOf(db, workspaceId))}
    order by published.occurred_at desc, published.id desc`.execute(db);
  const distinct = [
    ...new Map(rows.map((row) => [`${row.occurredAt.getTime()} ${row.title}`, row])),
  ]
    .map(([, row]) => row)
    .slice(0, LAST_ACTIVITIES);
  const people = await readUsers(
    db,
    distinct.flatMap(({ ownerId, contributorIds }) => [ownerId, ...contributorIds]),
  );
  return distinct.map((row) => ({ ...toActivityItem(row, people), accountId: row.accountId }));
}

async function readNotes(
  db: Connection,
  { accounts }: Page,
  accountIds: readonly string[],
): Promise<Brief['notes']> {
  const { rows } = await sql<{ id: string; name: string; note: string }>`
    select id, name, note from ${accounts} account
    where id = any(${accountIds}::uuid[]) and note <> '' order by name, id`.execute(db);
  return rows.map(({ note, ...account }) => ({ account, note }));
}
