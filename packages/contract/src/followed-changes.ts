import { z } from 'zod';
import { activityType, participant, side } from './activities.ts';
import { defineEndpoints, type Endpoint } from './endpoint.ts';
import { id, instant, mailText, shareLevel } from './fields.ts';
import { limits } from './limits.ts';
import { costOfList } from './request-cost.ts';
import { tagsOfAccount } from './tags.ts';

/** Entries in one page unless requested otherwise, and at most. */
const PAGE_SIZE = 100;
export const MAX_CHANGES_PER_PAGE = 200;
const MAX_CURSOR_LENGTH = 200;

/** An account as software that follows it gets it. */
export const followedAccount = z.object({
  id,
  name: z.string(),
  /** The primary domain, in Unicode as in all responses. */
  domain: z.string(),
  /** All domains, the primary one included. */
  domains: z.array(z.string()).max(limits.domainsPerAccount),
  createdAt: instant,
  /** The member who is responsible, as `GET /api/workspaces/{workspaceId}/members` lists them. */
  ownerId: id.nullable(),
  note: z.string(),
  tags: tagsOfAccount,
  activityCount: z.number().int(),
  lastActivityAt: instant.nullable(),
});
export type FollowedAccount = z.infer<typeof followedAccount>;

/** An activity as far as the level of its share shows it. */
export const followedActivity = z.object({
  id,
  accountId: id,
  type: activityType,
  title: z.string(),
  summary: mailText,
  occurredAt: instant,
  side,
  participants: z.array(participant).max(limits.listedParticipants),
  /** How many there are. */
  participantCount: z.number().int(),
  location: z.string().nullable(),
  startTime: instant.nullable(),
  endTime: instant.nullable(),
  isAllDay: z.boolean(),
  level: shareLevel,
});
export type FollowedActivity = z.infer<typeof followedActivity>;

/** A person of one account, by one address. Hidden people are not followed. */
export const followedPerson = z.object({
  id,
  accountId: id,
  /** All addresses of one person have the same id. */
  personId: id,
  name: z.string(),
  address: z.string(),
});
export type FollowedPerson = z.infer<typeof followedPerson>;

const workspace = z.object({ workspaceId: id });

const query = z.object({
  /** `cursor` of the response before. Without it, everything is read from the beginning. */
  since: z.string().max(MAX_CURSOR_LENGTH).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_CHANGES_PER_PAGE).default(PAGE_SIZE),
});

/** One page: each entry as it is now, or null if it was removed or the user may no longer see it. */
const pageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({
    items: z.array(z.object({ id, entry: entry.nullable() })).max(MAX_CHANGES_PER_PAGE),
    /** For `since` of the next request, now or in the next days. */
    cursor: z.string(),
    /** Whether there is more to read now. */
    hasMore: z.boolean(),
  });

const followed = {
  access: 'person',
  level: 'full',
  cost: costOfList({}),
  params: workspace,
  query,
  errors: ['NOT_FOUND', 'CURSOR_EXPIRED'],
} as const satisfies Partial<Endpoint>;

/** Reading what changed since the last time (docs/decisions/following-changes.md). */
export const followedChangeEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/changes/accounts': {
    ...followed,
    summary:
      'The accounts of a workspace, and from then on those that were added, changed or removed since a cursor.',
    scope: 'accounts:read',
    response: pageOf(followedAccount),
  },
  'GET /api/workspaces/{workspaceId}/changes/activities': {
    ...followed,
    summary:
      'The activities of the accounts of a workspace, and from then on those that were added, changed or withdrawn since a cursor.',
    scope: 'activities:read',
    response: pageOf(followedActivity),
  },
  'GET /api/workspaces/{workspaceId}/changes/people': {
    ...followed,
    summary:
      'The people of the accounts of a workspace, except hidden ones, and from then on those that were added, changed or removed since a cursor.',
    scope: 'people:read',
    response: pageOf(followedPerson),
  },
});
