import type { EndpointResponse } from '@repo/contract/endpoints';
import type {
  TodayAttendee,
  TodayConversation,
  TodayMeeting,
  TodayNews,
} from '@repo/contract/today';
import { countOf, fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';
import { readInstant } from '#lib/time/read-instant.ts';

/* Reads the server's Today. Unusable fields count as absent. */

export type Today = EndpointResponse<'GET /api/workspaces/{workspaceId}/today'>;
export type Brief =
  EndpointResponse<'GET /api/workspaces/{workspaceId}/today/meetings/{activityId}'>;
type QuietPerson = Today['quiet']['people'][number];
type LastActivity = Brief['lastActivities'][number];

export type OpenConversations = Today['waiting'];

type Received<Entry> = readonly (Entry | null | undefined)[] | null | undefined;

export function readToday(received: Today): Omit<Today, 'newSince' | 'timeZone'> {
  const { quiet } = received;
  const people = readList(quiet?.people, 'people', isQuietPerson);
  return {
    day: textOf(received.day),
    meetings: readMeetings(received.meetings),
    waiting: readOpen(received.waiting),
    unanswered: readOpen(received.unanswered),
    quiet: { people, total: countOf(quiet?.total) ?? people.length },
    news: readList<TodayNews>(received.news, 'news', isNews, { total: 'count' }),
  };
}

export function readBrief(received: Brief): Omit<Brief, 'meeting'> {
  const attendees = readList<TodayAttendee>(
    received.attendees,
    'attendees',
    ({ name, email }) => name !== '' || email !== '',
    { name: 'text', email: 'text', isColleague: 'flag' },
  );
  return {
    attendees,
    attendeeCount: countOf(received.attendeeCount) ?? attendees.length,
    lastActivities: readList<LastActivity>(
      received.lastActivities,
      'activities',
      ({ id, accountId, occurredAt }) =>
        id !== '' && accountId !== '' && readInstant(occurredAt) !== undefined,
      { id: 'id', accountId: 'id', title: 'text', type: 'text' as never },
    ),
    waiting: readConversations(received.waiting),
    unanswered: readConversations(received.unanswered),
    notes: readList(received.notes, 'notes', ({ note, account }) => note !== '' && hasId(account), {
      note: 'text',
    }),
  };
}

const readMeetings = (received: Received<TodayMeeting>) =>
  readList<TodayMeeting>(
    received,
    'meetings',
    ({ id, accounts, startTime, endTime }) =>
      id !== '' &&
      Array.isArray(accounts) &&
      accounts.every(hasId) &&
      readInstant(startTime) !== undefined &&
      readInstant(endTime) !== undefined,
    { id: 'id', title: 'text', location: 'text', isAllDay: 'flag', isOver: 'flag' },
  );

function readOpen(received: OpenConversations | undefined): OpenConversations {
  const conversations = readConversations(received?.conversations);
  return { conversations, total: countOf(received?.total) ?? conversations.length };
}

const readConversations = (received: Received<TodayConversation>) =>
  readList<TodayConversation>(
    received,
    'conversations',
    ({ id, account, occurredAt }) =>
      id !== '' && hasId(account) && readInstant(occurredAt) !== undefined,
    { id: 'id', title: 'text', isReminder: 'flag' },
  );

const isQuietPerson = ({ account, contact }: QuietPerson) => hasId(account) && hasId(contact);

const isNews = ({ accounts, by, at }: TodayNews) =>
  Array.isArray(accounts) &&
  accounts.length > 0 &&
  accounts.every(hasId) &&
  textOf(fieldsOf(by)['name']) + textOf(fieldsOf(by)['email']) !== '' &&
  readInstant(at) !== undefined;

const hasId = (value: unknown): boolean => textOf(fieldsOf(value)['id']) !== '';
