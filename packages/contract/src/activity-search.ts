import { z } from 'zod';
import { activityType } from './activities.ts';
import { defineEndpoints } from './endpoint.ts';
import { day, id, instant, shareLevel, timelinePosition } from './fields.ts';
import { limits } from './limits.ts';

/** A line of plain text, and the ranges of it (UTF-16 units) that were searched for, in order. */
export const highlighted = z.object({
  text: z.string(),
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type Highlighted = z.infer<typeof highlighted>;

/** An activity that a search found. */
export const searchResult = z.object({
  id,
  account: z.object({ id, name: z.string(), domain: z.string() }),
  type: activityType,
  title: highlighted,
  /** The people that match come first; the sender or host is included. */
  people: z.array(highlighted).max(limits.searchResultPeople),
  peopleCount: z.number().int(),
  /** Around the first word that was found, or the beginning of the text. */
  excerpt: highlighted,
  occurredAt: instant,
  contributors: z.array(z.object({ name: z.string(), email: z.string() })),
  /** Where it is shared below the level full: fields that the level withholds are empty. */
  level: shareLevel.optional(),
});
export type SearchResult = z.infer<typeof searchResult>;

const typed = z
  .string('must be text')
  .max(limits.searchLength, `must be at most ${limits.searchLength} characters`);

export const activitySearchEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/activities/search': {
    summary:
      'The activities of a workspace that contain each word, or one that begins with it, newest first. Words in quotation marks are whole words.',
    access: 'person',
    scope: 'texts:read',
    level: 'full',
    cost: 'high',
    params: z.object({ workspaceId: id }),
    query: z.object({
      q: typed,
      type: activityType.optional(),
      /** The email of a contributor. */
      contributor: z.string().max(limits.emailLength).optional(),
      /** The first and the last day, in the time zone of the workspace. */
      from: day.optional(),
      until: day.optional(),
      /** The `next` of the previous page. */
      before: timelinePosition.optional(),
    }),
    response: z.object({
      results: z.array(searchResult).max(limits.searchPageSize),
      /** The value of `before` for the next older results; absent on the last page. */
      next: timelinePosition.optional(),
      /**
       * Present when the time of a request was over before its page was full: activities before
       * this instant have not been searched yet, and `next` continues with them.
       */
      searchedSince: instant.optional(),
    }),
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
  },
});
