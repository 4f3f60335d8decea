import { z } from 'zod';
import { limits } from './limits.ts';

/** Fields that several calls share. */

export const id = z.uuid();
/** An instant as ISO 8601 in UTC, with milliseconds. */
export const instant = z.iso.datetime({ offset: true });
/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date();
/**
 * A place in a list that is in the order of time: an instant, with `_` and the id of what is there
 * where several things share that instant.
 */
export const timelinePlace = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/)
  .refine((place) => !Number.isNaN(Date.parse(place.slice(0, 24))), 'No such instant');
export const email = z.email().max(limits.emailLength);
export const role = z.enum(['owner', 'member']);
export type Role = z.infer<typeof role>;

/** For a call that has nothing to say. */
export const nothing = z.object({});

/** What the specification sends as `page` and `limit`. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(limits.pageSize).default(limits.adminPageSize),
  search: z.string().trim().max(limits.searchLength).optional(),
});

export const paged = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    pagination: z.object({ total: z.number().int(), totalPages: z.number().int() }),
  });
