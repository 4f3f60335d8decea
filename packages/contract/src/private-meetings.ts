import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, instant } from './fields.ts';
import { limits } from './limits.ts';

/** A meeting that the user's calendar marks as private or confidential, or whose mark has not been read. */
export const privateMeeting = z.object({
  id,
  title: z.string(),
  startsAt: instant,
  isAllDay: z.boolean(),
  /** Whether colleagues see it all the same, at the level of the share of its domain. */
  isShared: z.boolean(),
});
export type PrivateMeeting = z.infer<typeof privateMeeting>;

export const privateMeetingEndpoints = defineEndpoints({
  'GET /api/private-meetings': {
    summary:
      'The meetings that the calendars of the user mark as private: the shared ones first, then the latest.',
    access: 'person',
    cost: 'high',
    level: 'full',
    response: z.object({
      meetings: z.array(privateMeeting).max(limits.privateMeetingsListed),
    }),
  },
  'PUT /api/private-meetings/{meetingId}/share': {
    summary:
      'Shares one private meeting as the shares of its domains say, or ends that. The choice holds for all copies of the user, now and later.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: z.object({ meetingId: id }),
    body: z.object({ isShared: z.boolean() }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
