import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { findActivity } from './reading/find-activity.ts';
import { keepPrivate } from './private/keep-private.ts';
import { listPrivateMeetings } from './private/list-private-meetings.ts';
import { listPrivate } from './private/list-private.ts';
import { shareAgain } from './private/share-again.ts';
import { shareMeeting } from './private/share-meeting.ts';
import { endProtection } from './protected/end-protection.ts';
import { listProtected } from './protected/list-protected.ts';
import { protectAddress } from './protected/protect-address.ts';
import { publishRemainingLater } from './publish-requests.job.ts';
import { searchActivities } from './search/search-activities.ts';
import { readTranscript } from './transcripts/read-transcript.ts';
import type { TranscriptSource } from './transcript-source.ts';

/**
 * @param transcripts requests transcripts from providers; without it only stored ones are served.
 */
export function registerActivityRoutes(
  route: Route,
  context: Context,
  transcripts?: TranscriptSource,
): void {
  const { db } = context;
  route('GET /api/activities/{activityId}', async ({ person, params, query }) => ({
    activity: await findActivity(db, person.id, params.activityId, query.before),
  }));

  route('GET /api/workspaces/{workspaceId}/activities/search', ({ person, params, query }) =>
    searchActivities(db, person.id, params.workspaceId, query),
  );

  route('GET /api/private-conversations', async ({ person }) => ({
    conversations: await listPrivate(db, person.id),
  }));

  route('POST /api/activities/{activityId}/private', async ({ person, params }) => ({
    conversationId: await keepPrivate(db, person.id, params.activityId),
  }));

  route('DELETE /api/private-conversations/{conversationId}', async ({ person, params }) => {
    await shareAgain(db, person.id, params.conversationId);
    return {};
  });

  route('GET /api/private-meetings', async ({ person }) => ({
    meetings: await listPrivateMeetings(db, person.id),
  }));

  route('PUT /api/private-meetings/{meetingId}/share', async ({ person, params, body }) => {
    await shareMeeting(db, person.id, { ...params, ...body });
    return {};
  });

  route('GET /api/protected-addresses', async ({ person }) => ({
    addresses: await listProtected(db, person.id),
  }));

  route('PUT /api/protected-addresses', async ({ person, body }) => ({
    protected: await protectAddress(db, person.id, body).finally(() =>
      publishRemainingLater(context, person.id),
    ),
  }));

  route('DELETE /api/protected-addresses/{address}', async ({ person, params }) => {
    await endProtection(db, person.id, params.address).finally(() =>
      publishRemainingLater(context, person.id),
    );
    return {};
  });

  route('GET /api/activities/{activityId}/fireflies-transcript', async ({ person, params }) => ({
    transcriptSentences: await readTranscript(db, person.id, params.activityId, transcripts),
  }));
}
