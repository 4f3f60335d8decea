import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Route } from '#platform/http/handlers.ts';
import { readerIn } from '../../auth/session-reader.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';
import { findMembership } from '../../users/find-membership.ts';
import { readChanges } from './read-changes.ts';
import {
  readFollowedAccounts,
  readFollowedActivities,
  readFollowedPeople,
} from '../read-entries.ts';

/** The endpoints for software that follows a workspace (docs/decisions/following-changes.md). */
export function registerChangeRoutes(route: Route, { db }: Context): void {
  /** Requires membership. @throws AppError NOT_FOUND */
  const visibleTo = async (userId: string, workspaceId: string) => {
    if (!(await findMembership(db, userId, workspaceId))) throw notFound('Workspace');
    const accounts = visibleAccounts(await readerIn(db, userId, workspaceId));
    return { workspaceId, accounts };
  };

  route(
    'GET /api/workspaces/{workspaceId}/changes/accounts',
    async ({ person, params: { workspaceId }, query }) => {
      const readEntries = readFollowedAccounts(db, await visibleTo(person.id, workspaceId));
      return readChanges(db, { workspaceId, kind: 'account', readEntries }, query);
    },
  );

  route(
    'GET /api/workspaces/{workspaceId}/changes/activities',
    async ({ person, params: { workspaceId }, query }) => {
      const readEntries = readFollowedActivities(db, await visibleTo(person.id, workspaceId));
      return readChanges(db, { workspaceId, kind: 'activity', readEntries }, query);
    },
  );

  route(
    'GET /api/workspaces/{workspaceId}/changes/people',
    async ({ person, params: { workspaceId }, query }) => {
      const readEntries = readFollowedPeople(db, await visibleTo(person.id, workspaceId));
      return readChanges(db, { workspaceId, kind: 'person', readEntries }, query);
    },
  );
}
