import { z } from 'zod';
import { MAX_LINK_LENGTH } from '../microsoft-auth/graph-page.ts';
import { REMEMBERED_PAGES } from './calendar-limits.ts';

/** The position in the changes of a calendar. A round reads them up to now. Times are epoch milliseconds. */
const changeCursor = z.object({
  /** The window that changes are reported for, and when it was chosen. */
  from: z.number(),
  to: z.number(),
  chosenAt: z.number(),
  /** When the last complete round began, by Microsoft's clock. */
  since: z.number(),
  /** The next page or, between two rounds, what changed since; absent at the beginning. */
  link: z.string().max(MAX_LINK_LENGTH).optional(),
  /** Whether the window is read from the beginning; what is older than `since` was listed. */
  isFirst: z.boolean(),
  /** Where the window before this one ended: later events were not listed. */
  newFrom: z.number().optional(),
  /** The round that is not over. */
  round: z
    .object({
      began: z.number(),
      pages: z.number(),
      /** How often it was begun again. */
      restarts: z.number(),
      /** Without a preferred size of pages, which repeats series without end. */
      hasAnySize: z.boolean(),
      /** Hashes of its latest pages. */
      seen: z.array(z.string().max(20)).max(REMEMBERED_PAGES),
      /** Since its changes cannot be read to their end, the window is listed: the next page, '' for the first one. */
      listing: z.string().max(MAX_LINK_LENGTH).optional(),
    })
    .optional(),
});
export type ChangeCursor = z.infer<typeof changeCursor>;
export type Round = NonNullable<ChangeCursor['round']>;

/** @returns undefined for what is no cursor. */
export const readCursor = (value: unknown): ChangeCursor | undefined =>
  changeCursor.safeParse(value).data;
