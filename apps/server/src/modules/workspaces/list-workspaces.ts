import type { Workspace } from '@repo/contract/workspaces';
import type { Connection } from '../../platform/database/create-database.ts';
import { describeTimeZone } from './request-time-zone.ts';

/** The workspaces of a user that are not archived, in the order of joining. */
export async function listWorkspaces(db: Connection, userId: string): Promise<Workspace[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .leftJoin('workspace_time_zones', 'workspace_time_zones.workspace_id', 'workspaces.id')
    .leftJoin('time_zone_changes', 'time_zone_changes.workspace_id', 'workspaces.id')
    .leftJoin('default_views', (join) =>
      join
        .onRef('default_views.workspace_id', '=', 'memberships.workspace_id')
        .onRef('default_views.user_id', '=', 'memberships.user_id'),
    )
    .leftJoin('saved_views', (join) =>
      join
        .onRef('saved_views.workspace_id', '=', 'default_views.workspace_id')
        .onRef('saved_views.id', '=', 'default_views.view_id'),
    )
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.slug',
      'memberships.role',
      'memberships.getting_started_dismissed_at as dismissedAt',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'organizations.slug as organizationSlug',
      'workspace_time_zones.time_zone as timeZone',
      'time_zone_changes.time_zone as requestedTimeZone',
      'saved_views.id as viewId',
      'saved_views.name as viewName',
      'saved_views.state as viewState',
    ])
    .where('memberships.user_id', '=', userId)
    .where('workspaces.archived_at', 'is', null)
    // Workspaces joined in one transaction have the same time; the id makes their order stable.
    .orderBy('memberships.joined_at')
    .orderBy('workspaces.id')
    .execute();
  return rows.map(
    ({
      organizationId,
      organizationName,
      organizationSlug,
      dismissedAt,
      timeZone,
      requestedTimeZone,
      viewId,
      viewName,
      viewState,
      ...workspace
    }) => ({
      ...workspace,
      gettingStarted: dismissedAt === null,
      ...describeTimeZone(timeZone, requestedTimeZone),
      defaultView:
        viewId === null || viewName === null || viewState === null
          ? null
          : { id: viewId, name: viewName, state: viewState },
      organization: { id: organizationId, name: organizationName, slug: organizationSlug },
    }),
  );
}
