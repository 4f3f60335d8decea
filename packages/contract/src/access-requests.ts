import { z } from 'zod';
import { accessView, activityType, conversationId } from './activities.ts';
import { defineEndpoints } from './endpoint.ts';
import { day, emptyObject, id, instant } from './fields.ts';
import { limits } from './limits.ts';

/** A colleague's request to read one of the user's conversations in full (docs/decisions/access-requests.md). */
export const accessRequest = z.object({
  id,
  by: z.object({ name: z.string(), email: z.string() }),
  workspace: z.object({ id, slug: z.string(), name: z.string(), orgSlug: z.string() }),
  accountId: id,
  /** Of the account: the activity that the colleague asked for. */
  activityId: id,
  type: activityType,
  /** As the user captured it; cut after some characters. */
  title: z.string(),
  occurredAt: instant,
  /** The displayed name of the domain whose share shows it below full. */
  domain: z.string(),
  askedAt: instant,
  /** Whether it is granted; open otherwise. */
  isGranted: z.boolean(),
  /** The last day of a grant, in the workspace; null where it does not end. */
  lastDay: day.nullable(),
});
export type AccessRequest = z.infer<typeof accessRequest>;

/**
 * `conversation`: the colleague reads it in full. `domain`: the share of the domain has the level full from now on, for
 * all colleagues. `declined` also ends a grant.
 */
export const accessAnswer = z.enum(['conversation', 'domain', 'declined']);
export type AccessAnswer = z.infer<typeof accessAnswer>;

export const accessRequestEndpoints = defineEndpoints({
  'POST /api/activities/{activityId}/access': {
    summary:
      'Asks the colleague who shares an activity or a conversation below the level full to show it to the caller. Asking again changes nothing.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: z.object({ activityId: z.union([id, conversationId]) }),
    response: z.object({ access: accessView }),
    errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED'],
  },
  'GET /api/access-requests': {
    summary:
      'The requests of colleagues for conversations of the user: the open ones, then the granted ones, each the newest first.',
    access: 'person',
    cost: 'high',
    level: 'full',
    response: z.object({ requests: z.array(accessRequest).max(limits.accessRequestsListed) }),
  },
  'PUT /api/access-requests/{requestId}': {
    summary: "Grants or declines a colleague's request, or ends what was granted.",
    access: 'person',
    cost: 'high',
    level: 'full',
    params: z.object({ requestId: id }),
    body: z.object({
      answer: accessAnswer,
      /** The last day on which the conversation is shown, in the workspace's time zone. */
      lastDay: day.optional(),
    }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  },
});
