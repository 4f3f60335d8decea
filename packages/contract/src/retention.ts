import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { instant } from './fields.ts';
import { limits } from './limits.ts';

const count = z.number().int();
const months = z
  .number('must be a number of months, or null')
  .int('must be a whole number of months')
  .min(1, 'must be at least 1 month')
  .max(limits.retentionMonths, `must be at most ${limits.retentionMonths} months`)
  .nullable();

/** For how many months the server keeps what a user captured. */
export const retention = z.object({
  /** Months for emails, meetings and calls; null if they are kept while their domain is tracked. */
  months,
  /** Months for their texts and transcripts; null if they are kept with their activity. */
  textMonths: months,
});
export type Retention = z.infer<typeof retention>;

export const retentionState = retention.extend({
  /** When the job last deleted what is older; null before. */
  lastRunAt: instant.nullable(),
  /** When it does the next time; null where everything is kept. */
  nextRunAt: instant.nullable(),
  /** Deleted so far. */
  deletedActivities: count,
  deletedTexts: count,
});
export type RetentionState = z.infer<typeof retentionState>;

/** Counts of the data that would be deleted, up to `limits.retentionCounted`. */
const preview = z.object({
  activities: count,
  /** How many of them the user shares with a workspace. */
  sharedActivities: count,
  /** Activities that stay, and lose their text or transcript. */
  texts: count,
  /** Everything before goes; null where all activities stay. */
  activitiesBefore: instant.nullable(),
  textsBefore: instant.nullable(),
});
export type RetentionPreview = z.infer<typeof preview>;

const typedMonths = z.coerce
  .number('must be a number of months')
  .int('must be a whole number of months')
  .min(1, 'must be at least 1 month')
  .max(limits.retentionMonths, `must be at most ${limits.retentionMonths} months`)
  .optional();

/** The months for which a preview counts what would be deleted. */
export const previewQuery = z.object({ months: typedMonths, textMonths: typedMonths });

export const retentionEndpoints = defineEndpoints({
  'GET /api/auth/retention': {
    summary:
      'For how many months the server keeps what the signed-in user captured, and what was deleted so far.',
    access: 'person',
    level: 'full',
    response: retentionState,
  },
  'GET /api/auth/retention/preview': {
    summary:
      'What would be deleted if the signed-in user kept activities and their texts for so many months. Without a number nothing of them is.',
    access: 'person',
    cost: 'high',
    level: 'full',
    query: previewQuery,
    response: preview,
  },
  'PUT /api/auth/retention': {
    summary:
      'Chooses for how many months the server keeps what the signed-in user captured. A nightly job deletes what is older, also where it is shared.',
    access: 'person',
    level: 'full',
    body: retention,
    response: retentionState,
  },
});
