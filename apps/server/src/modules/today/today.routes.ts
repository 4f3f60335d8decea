import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Route } from '#platform/http/handlers.ts';
import { findMembership } from '../users/find-membership.ts';
import { markConversation, unmarkConversation } from './brief/marks.ts';
import { openPage, type Page } from './page.ts';
import { readBrief } from './brief/read-brief.ts';
import { readToday } from './read-today.ts';
import { recordVisit } from './brief/visits.ts';

/** The endpoints of the page Today (docs/decisions/today.md). */
export function registerTodayRoutes(route: Route, { db }: Context): void {
  const requireMember = async (userId: string, workspaceId: string) => {
    if (!(await findMembership(db, userId, workspaceId))) throw notFound('Workspace');
  };
  const pageOf = async (userId: string, workspaceId: string): Promise<Page> => {
    await requireMember(userId, workspaceId);
    return openPage(db, { workspaceId, userId, now: new Date() });
  };

  route('GET /api/workspaces/{workspaceId}/today', async ({ person, params }) =>
    readToday(db, await pageOf(person.id, params.workspaceId)),
  );

  route('POST /api/workspaces/{workspaceId}/today/visit', async ({ person, params }) => {
    await recordVisit(db, { ...params, userId: person.id });
    return {};
  });

  route(
    'PUT /api/workspaces/{workspaceId}/today/conversations/{activityId}',
    async ({ person, params, body }) => {
      await requireMember(person.id, params.workspaceId);
      await markConversation(db, { ...params, ...body, userId: person.id });
      return {};
    },
  );

  route(
    'DELETE /api/workspaces/{workspaceId}/today/conversations/{activityId}',
    async ({ person, params }) => {
      await requireMember(person.id, params.workspaceId);
      await unmarkConversation(db, { ...params, userId: person.id });
      return {};
    },
  );

  route(
    'GET /api/workspaces/{workspaceId}/today/meetings/{activityId}',
    async ({ person, params }) =>
      readBrief(db, await pageOf(person.id, params.workspaceId), params.activityId),
  );
}
