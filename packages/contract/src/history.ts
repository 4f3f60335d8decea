import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { day, emptyObject, id } from './fields.ts';
import { providerId } from './providers.ts';

/** The progress of the import of earlier activities for one integration. */
const historyImport = z.object({
  integrationId: id,
  provider: providerId,
  name: z.string(),
  /** The mailbox, calendar or account at the provider. */
  source: z.string().optional(),
  /**
   * 'planned': nothing is chosen. 'waiting': for its turn, the quota, or after a failure, which
   * `message` then describes. 'unavailable': the provider offers no earlier activities.
   */
  state: z.enum([
    'planned',
    'reading',
    'waiting',
    'paused',
    'finished',
    'reconnect',
    'unavailable',
  ]),
  /** The first day from which on everything is imported. */
  reachedDay: day.nullable(),
  /** From 0 to 1, by days. */
  fraction: z.number().min(0).max(1),
  /** Activities that the provider listed so far. */
  listed: z.number().int(),
  /** The remaining time, given the quota of the provider; null if it is unknown. */
  secondsLeft: z.number().int().nullable(),
  message: z.string().optional(),
});
export type HistoryImport = z.infer<typeof historyImport>;

const history = z.object({
  /** The earliest day that can be chosen, and the first one that is imported anyway. */
  earliest: day,
  regular: day,
  chosen: z.object({ since: day, isPaused: z.boolean() }).nullable(),
  imports: z.array(historyImport),
});
export type History = z.infer<typeof history>;

export const historyEndpoints = defineEndpoints({
  'GET /api/history': {
    summary:
      'The progress of the import of earlier activities, by integration. With `since`, also an estimate of how long an import from that day would take.',
    access: 'person',
    scope: 'connections:read',
    level: 'full',
    query: z.object({ since: day.optional() }),
    response: history,
  },
  'PUT /api/history': {
    summary:
      'Imports activities since a day, up to five years back, in the background and newest first; pauses or resumes that import.',
    access: 'person',
    level: 'full',
    body: z.object({
      since: z.iso.date('must be a day as YYYY-MM-DD'),
      isPaused: z.boolean().default(false),
    }),
    response: history,
  },
  'DELETE /api/history': {
    summary: 'Ends the import of earlier activities. Imported activities are kept.',
    access: 'person',
    level: 'full',
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
});
