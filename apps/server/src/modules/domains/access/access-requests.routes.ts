import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { enqueueRemaining } from '#modules/activities/publish-requests.job.ts';
import { answerAccessRequest } from './answer-access-request.ts';
import { requestAccess } from './request-access.ts';
import { listAccessRequests } from './list-access-requests.ts';

/** Requests for access to a conversation, and their answers. */
export function registerAccessRequestRoutes(route: Route, context: Context): void {
  const { db } = context;

  route('POST /api/activities/{activityId}/access', async ({ person, params }) => ({
    access: await requestAccess(db, person.id, params.activityId),
  }));

  route('GET /api/access-requests', async ({ person }) => ({
    requests: await listAccessRequests(db, person.id),
  }));

  route('PUT /api/access-requests/{requestId}', async ({ person, params, body }) => {
    await answerAccessRequest(db, person, { ...params, ...body });
    // Raising the level of a share may take longer than the request.
    if (body.answer === 'domain') await enqueueRemaining(context).catch(() => {});
    return {};
  });
}
