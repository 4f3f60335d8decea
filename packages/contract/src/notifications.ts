import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { needed } from './fields.ts';

/** The emails that users can switch off. */
export const notificationKind = z.enum(['weekly-digest', 'morning-mail', 'connection-problem']);
export type NotificationKind = z.infer<typeof notificationKind>;

/** The kinds of notices that users can switch off (docs/decisions/notices.md). */
const noticeFields = {
  shareNotices: z.boolean('must be true or false'),
  answerNotices: z.boolean('must be true or false'),
  quietNotices: z.boolean('must be true or false'),
  connectionNotices: z.boolean('must be true or false'),
};

/** The emails and notices that a user receives, and their time zone. */
export const notificationSettings = z.object({
  /** On Monday morning, if there is anything to say. */
  weeklyDigest: z.boolean(),
  /** On the mornings of working days, what Today has, if there is anything to say. Off until it is chosen. */
  morningMail: z.boolean(),
  /** When a connection of the user stops working until they connect it again. */
  connectionProblem: z.boolean(),
  /** An IANA time zone; null while it is not known, which counts as America/New_York. */
  timeZone: z.string().nullable(),
  ...noticeFields,
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** The name of a time zone; the use case checks that the zone exists. */
export const timeZoneName = z
  .string('must be text')
  .max(100, 'must be at most 100 characters')
  .optional();

// Ours have less than 250 characters.
const unsubscribeToken = z.string('must be text').max(500, 'must be at most 500 characters');

export const notificationEndpoints = defineEndpoints({
  'GET /api/auth/notifications': {
    summary: 'Which emails and notices the signed-in user receives, and in which time zone.',
    access: 'person',
    level: 'full',
    response: notificationSettings,
  },
  'PUT /api/auth/notifications': {
    summary:
      'Changes which emails and notices the signed-in user receives; absent fields stay as they are.',
    access: 'person',
    level: 'full',
    body: z.object({
      weeklyDigest: z.boolean('must be true or false').optional(),
      morningMail: z.boolean('must be true or false').optional(),
      connectionProblem: z.boolean('must be true or false').optional(),
      timeZone: timeZoneName,
      ...z.object(noticeFields).partial().shape,
    }),
    response: notificationSettings,
  },
  'POST /api/notifications/open': {
    summary: 'Which email an unsubscribe link is about, and whether it is still sent.',
    access: 'public',
    level: 'full',
    body: z.object({ token: needed(unsubscribeToken, '') }),
    response: z.object({ kind: notificationKind, email: z.string(), isSubscribed: z.boolean() }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/notifications/unsubscribe': {
    summary: 'Redirects to the page of the web application that unsubscribes; changes nothing.',
    access: 'public',
    level: 'full',
    query: z.object({ token: unsubscribeToken.default('') }),
    response: 'redirect',
  },
  'POST /api/notifications/unsubscribe': {
    summary:
      'Stops sending a mail, also for mail programs (RFC 8058), whose body is not looked at. Repeating it changes nothing.',
    access: 'public',
    level: 'full',
    query: z.object({ token: needed(unsubscribeToken, '') }),
    ignoresBody: true,
    response: z.object({
      kind: notificationKind,
      /** False when it was not sent any more already. */
      wasSubscribed: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
  },
});
