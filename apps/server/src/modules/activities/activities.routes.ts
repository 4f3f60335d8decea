import type { Context } from '../../platform/context.ts';
import type { Route } from '../../platform/http/route.ts';
import { findActivity } from './find-activity.ts';
import { searchActivities } from './search/search-activities.ts';
import { readTranscript } from './transcripts/read-transcript.ts';
import type { TranscriptSource } from './transcripts/transcript-source.ts';

/**
 * @param transcripts requests transcripts from providers; without it only stored ones are served.
 */
export function registerActivityRoutes(
  route: Route,
  { db }: Context,
  transcripts?: TranscriptSource,
): void {
  route('GET /api/activities/{activityId}', async ({ person, params }) => ({
    activity: await findActivity(db, person.id, params.activityId),
  }));

  route('GET /api/workspaces/{workspaceId}/activities/search', ({ person, params, query }) =>
    searchActivities(db, person.id, params.workspaceId, query),
  );

  route('GET /api/activities/{activityId}/fireflies-transcript', async ({ person, params }) => ({
    transcriptSentences: await readTranscript(db, person.id, params.activityId, transcripts),
  }));
}
