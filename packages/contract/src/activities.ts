import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { day, id, instant, mailText, shareLevel, timelinePosition } from './fields.ts';
import { limits } from './limits.ts';

/** The types of a captured activity; a conversation is grouped from emails when they are read. */
export const activityType = z.enum(['email', 'calendar', 'call']);
export type ActivityType = z.infer<typeof activityType>;

export const participantRole = z.enum(['from', 'to', 'cc', 'other']);
export const participant = z.object({
  /** Empty when the source has none. */
  name: z.string(),
  /** In lower case; empty when the source has none. */
  email: z.string(),
  role: participantRole,
});
export type Participant = z.infer<typeof participant>;

export const side = z.enum(['internal', 'external', 'both']);
export type Side = z.infer<typeof side>;

const contributor = z.object({ name: z.string(), email: z.string() });

const common = {
  title: z.string(),
  summary: mailText,
  occurredAt: instant,
  side,
  /** The user whose mailbox, calendar or call it came from first. */
  user: contributor,
  contributors: z.array(contributor),
  participants: z.array(participant).max(limits.listedParticipants),
  /** How many there are, where a list names only the first of them. */
  participantCount: z.number().int().optional(),
};

const times = {
  location: z.string().optional(),
  startTime: instant.optional(),
  endTime: instant.optional(),
  /** Whether it takes whole days: its times are midnight in the time zone of the workspace. */
  isAllDay: z.boolean().optional(),
  /**
   * The level at which it is shared, where that is below full: at 'subject' its text is withheld, at 'activity' also
   * its title, its participants and its time, which is then the beginning of the day.
   */
  level: shareLevel.optional(),
};

/** One activity of the timeline, without its text. */
export const activityItem = z.object({ id, type: activityType, ...common, ...times });
export type ActivityItem = z.infer<typeof activityItem>;

/** `conversation.` and the id of one of its messages; any of them names the same conversation. */
export const conversationId = z
  .string()
  .regex(/^conversation\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** Emails of one thread, oldest first, with the last one's title, summary and time. */
export const conversationItem = z.object({
  id: conversationId,
  type: z.literal('conversation'),
  ...common,
  activities: z.array(activityItem).max(limits.conversationMessages),
  /** How many messages there are, where only the newest of them are listed. */
  activityCount: z.number().int().optional(),
  lastActivity: z.object({
    id,
    title: z.string(),
    summary: mailText,
    participants: z.array(participant).max(limits.listedParticipants),
    participantCount: z.number().int().optional(),
  }),
});
export type ConversationItem = z.infer<typeof conversationItem>;

export const timelineItem = z.discriminatedUnion('type', [
  activityItem.extend({ type: z.literal('email') }),
  activityItem.extend({ type: z.literal('calendar') }),
  activityItem.extend({ type: z.literal('call') }),
  conversationItem,
]);
export type TimelineItem = z.infer<typeof timelineItem>;

/** The reader's request to see an activity in full. */
export const accessView = z.object({
  /** `none`: the reader can ask for it. */
  state: z.enum(['none', 'asked', 'declined', 'granted']),
  askedAt: instant.optional(),
  /** The last day of what was granted, in the workspace, if it ends. */
  lastDay: day.optional(),
  /** Whether the workspace leaves the text to those who took part, and the reader did not. */
  isForParticipants: z.boolean().optional(),
});
export type AccessView = z.infer<typeof accessView>;

const detailFields = {
  accountId: id,
  /**
   * Only where a colleague shares the activity below full, and can grant more; with the state `granted` it is
   * shown to the reader in full.
   */
  access: accessView.optional(),
  /** Whether the mailbox of the copy that is shown captures no text, so that there is none to show or to ask for. */
  isTextNotCaptured: z.boolean().optional(),
  participants: z.array(participant),
  /**
   * Whether a conversation has this message without its text and with the first participants only;
   * the message itself has all of it.
   */
  isShortened: z.boolean().optional(),
  /** Where the reader's own copy of an email opens in their mailbox, if it has an address there. */
  original: z.object({ label: z.string(), url: z.url() }).optional(),
  htmlBody: mailText.optional(),
  plainTextBody: mailText.optional(),
  metadata: z
    .object({
      actionItems: z.array(mailText).optional(),
      /** The displayed name: '45 min'. */
      durationFormatted: z.string().optional(),
      transcriptUrl: z.string().optional(),
      /** Names of attached files; the files themselves are not stored. */
      attachments: z.array(z.string()).optional(),
      /** 'confirmed', 'tentative' or what else the calendar says. */
      status: z.string().optional(),
      /** The time zone that the calendar names, where it is not known: the times are in UTC. */
      unknownTimeZone: z.string().optional(),
    })
    .optional(),
};

/** One activity whole. HTML is as it came: to be sanitised, and framed without scripts. */
export const activityDetail = activityItem.extend(detailFields);
export type ActivityDetail = z.infer<typeof activityDetail>;

export const conversationDetail = conversationItem.extend({
  accountId: id,
  lastActivity: conversationItem.shape.lastActivity.extend({ participants: z.array(participant) }),
  activities: z.array(activityDetail).max(limits.conversationMessages),
});
export type ConversationDetail = z.infer<typeof conversationDetail>;

/** Something said in a call. */
export const transcriptSentence = z.object({
  speaker_name: z.string(),
  /** Seconds since the beginning of the call. */
  start_time: z.number(),
  text: mailText,
});
export type TranscriptSentence = z.infer<typeof transcriptSentence>;

export const activityEndpoints = defineEndpoints({
  'GET /api/activities/{activityId}': {
    summary:
      'One activity or conversation of a timeline, with its text. A long conversation has the texts of its newest messages; the others say that they are shortened, and are requested one by one. One of more than 500 messages has the newest of them and says how many there are.',
    access: 'person',
    scope: 'texts:read',
    // Its messages come with megabytes of texts.
    cost: (_query, { activityId }) => String(activityId).startsWith('conversation.'),
    level: 'specification',
    extras: ['before'],
    responseExtras: [
      'activity.isShortened',
      'activity.original',
      'activity.participantCount',
      'activity.activityCount',
      'activity.level',
      'activity.access',
      'activity.isTextNotCaptured',
    ],
    params: z.object({ activityId: z.union([id, conversationId]) }),
    query: z.object({
      /** Of a conversation only the messages that are older than this position, the newest of them. */
      before: timelinePosition.optional(),
    }),
    response: z.object({
      activity: z.union([activityDetail, conversationDetail]),
    }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/activities/{activityId}/fireflies-transcript': {
    summary:
      'What was said in a call, in order; empty when there is no transcript (yet). Requested from the provider on first use, then stored.',
    access: 'person',
    scope: 'texts:read',
    level: 'specification',
    params: z.object({ activityId: id }),
    response: z.object({ transcriptSentences: z.array(transcriptSentence) }),
    errors: ['NOT_FOUND', 'RATE_LIMITED', 'NETWORK_ERROR'],
  },
});
