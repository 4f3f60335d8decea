import { z } from 'zod';
import { activityItem } from './activities.ts';
import { defineEndpoints } from './endpoint.ts';
import { day, emptyObject, id, instant, withScope } from './fields.ts';
import { limits } from './limits.ts';
import { contact, quietPerson } from './relationships.ts';

/**
 * The page Today of a member of a workspace (docs/decisions/today.md). Days are those of the workspace.
 */

const count = z.number().int();
const account = z.object({ id, name: z.string() });
const someone = z.object({ name: z.string(), email: z.string() });

/** An open conversation, by its last email that a person wrote. */
const openConversation = z.object({
  /** The id of that email in the account. */
  id,
  account,
  title: z.string(),
  /** The author; for the reader's own emails the first addressee. */
  person: someone,
  occurredAt: instant,
  /** Whether the reader asked to be reminded of it, and the day has come. */
  isReminder: z.boolean(),
});
export type TodayConversation = z.infer<typeof openConversation>;

const conversations = z.object({
  conversations: z.array(openConversation).max(limits.todayConversations),
  total: count,
});

const meeting = z.object({
  /** The id of the meeting in the first account. */
  id,
  accounts: z.array(account).min(1).max(limits.todayMeetingAccounts),
  title: z.string(),
  startTime: instant,
  endTime: instant,
  isAllDay: z.boolean(),
  location: z.string(),
  isOver: z.boolean(),
});
export type TodayMeeting = z.infer<typeof meeting>;

/** Accounts that a colleague created or shared domains with. */
const news = z.object({
  kind: z.enum(['created', 'shared']),
  /** The colleague. */
  by: someone,
  /** The time of the last one. */
  at: instant,
  accounts: z.array(account).min(1).max(limits.todayNewsAccounts),
  /** The number of accounts, including unlisted ones. */
  total: count,
});
export type TodayNews = z.infer<typeof news>;

const attendee = z.object({
  ...someone.shape,
  /** Whether they are a member of the workspace. */
  isColleague: z.boolean(),
  /** As a contact of the account; null if no one of us has met or written to them. */
  contact: withScope('people:read', contact).nullable(),
});
export type TodayAttendee = z.infer<typeof attendee>;

const ofWorkspace = z.object({ workspaceId: id });
const ofActivity = z.object({ workspaceId: id, activityId: id });

export const todayEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/today': {
    summary:
      'What a member of a workspace has before them: meetings, emails that wait for an answer, people going quiet, and what is new.',
    access: 'person',
    scope: 'activities:read',
    cost: 'high',
    level: 'full',
    params: ofWorkspace,
    response: z.object({
      day,
      timeZone: z.string(),
      /** Anything after this instant is new to the reader. */
      newSince: instant,
      /** The meetings of today and tomorrow, the next one first. */
      meetings: z.array(meeting).max(limits.todayMeetings),
      /** The newest first. */
      waiting: conversations,
      unanswered: conversations,
      /** Of the accounts that the reader owns. */
      quiet: z.object({
        people: z.array(withScope('people:read', quietPerson)).max(limits.todayPeople),
        total: withScope('people:read', count),
      }),
      news: z.array(news).max(limits.todayNews),
    }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/today/visit': {
    summary: 'Records that the signed-in member has seen what is new.',
    access: 'person',
    level: 'full',
    params: ofWorkspace,
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
  'PUT /api/workspaces/{workspaceId}/today/conversations/{activityId}': {
    summary:
      'Hides a conversation from Today until its next email, or until a day on which it is listed again.',
    access: 'person',
    scope: 'activities:write',
    level: 'full',
    params: ofActivity,
    /** Null without a reminder. */
    body: z.object({ remindOn: day.nullable() }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
  },
  'DELETE /api/workspaces/{workspaceId}/today/conversations/{activityId}': {
    summary: 'Lists a conversation on Today again.',
    access: 'person',
    scope: 'activities:write',
    level: 'full',
    params: ofActivity,
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
  'GET /api/workspaces/{workspaceId}/today/meetings/{activityId}': {
    summary:
      'What to know before a meeting: who comes, the last contact, open conversations, the note.',
    access: 'person',
    scope: 'activities:read',
    cost: 'high',
    level: 'full',
    params: ofActivity,
    response: z.object({
      meeting,
      /** The number of invited people; the first ones are listed. */
      attendeeCount: count,
      attendees: z.array(attendee).max(limits.todayAttendees),
      /** The last three activities before now, the newest first. */
      lastActivities: z.array(activityItem.extend({ accountId: id })).max(3),
      waiting: z.array(openConversation).max(limits.todayConversations),
      unanswered: z.array(openConversation).max(limits.todayConversations),
      notes: z
        .array(z.object({ account, note: withScope('accounts:read', z.string()) }))
        .max(limits.todayMeetingAccounts),
    }),
    errors: ['NOT_FOUND'],
  },
});
