import type { Workspace } from '@repo/contract/workspaces';
import type { Connection } from '#platform/database/create-database.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { describeShareLevels } from './choose-share-levels.ts';
import { describeTimeZone } from './request-time-zone.ts';

/** The workspaces of a user that are not archived, in the order of joining. */
export async function listWorkspaces(db: Connection, userId: string): Promise<Workspace[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.slug',
      'workspaces.default_share_level as defaultLevel',
      'workspaces.least_share_level as leastLevel',
      'workspaces.participants_only as participantsOnly',
      'workspaces.assistants',
      'memberships.role',
      'memberships.getting_started_dismissed_at as dismissedAt',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'organizations.slug as organizationSlug',
    ])
    .where('memberships.user_id', '=', userId)
    .where('workspaces.archived_at', 'is', null)
    // Workspaces joined in one transaction have the same time; the id makes their order stable.
    .orderBy('memberships.joined_at')
    .orderBy('workspaces.id')
    .execute();
  const settings = await readResponding(
    rows.map(({ id }) => id),
    (ids) => readSettings(db, userId, ids),
  );
  const byId = new Map(settings.map(({ id, ...own }) => [id, own]));
  return rows.map(
    ({
      organizationId,
      organizationName,
      organizationSlug,
      dismissedAt,
      defaultLevel,
      leastLevel,
      participantsOnly,
      ...workspace
    }) => {
      const { timeZone, requestedTimeZone, viewId, viewName, viewState } =
        byId.get(workspace.id) ?? noSettings;
      return {
        ...workspace,
        gettingStarted: dismissedAt === null,
        shareLevels: describeShareLevels({ defaultLevel, leastLevel, participantsOnly }),
        ...describeTimeZone(timeZone, requestedTimeZone),
        defaultView:
          viewId === null || viewName === null || viewState === null
            ? null
            : { id: viewId, name: viewName, state: viewState },
        organization: { id: organizationId, name: organizationName, slug: organizationSlug },
      };
    },
  );
}

/** The figures stored with the workspaces themselves: on a cluster, on several nodes. */
const readSettings = (db: Connection, userId: string, workspaceIds: readonly string[]) =>
  db
    .selectFrom('workspaces')
    .leftJoin('workspace_time_zones', 'workspace_time_zones.workspace_id', 'workspaces.id')
    .leftJoin('time_zone_changes', 'time_zone_changes.workspace_id', 'workspaces.id')
    .leftJoin('default_views', (join) =>
      join
        .onRef('default_views.workspace_id', '=', 'workspaces.id')
        .on('default_views.user_id', '=', userId),
    )
    .leftJoin('saved_views', (join) =>
      join
        .onRef('saved_views.workspace_id', '=', 'default_views.workspace_id')
        .onRef('saved_views.id', '=', 'default_views.view_id'),
    )
    .select([
      'workspaces.id',
      'workspace_time_zones.time_zone as timeZone',
      'time_zone_changes.time_zone as requestedTimeZone',
      'saved_views.id as viewId',
      'saved_views.name as viewName',
      'saved_views.state as viewState',
    ])
    .where('workspaces.id', 'in', workspaceIds)
    .execute();

const noSettings = {
  timeZone: null,
  requestedTimeZone: null,
  viewId: null,
  viewName: null,
  viewState: null,
};

/** Maximum number of workspaces that are read one by one. */
const MAX_SINGLE = 50;

/**
 * Reads the figures of workspaces, and skips workspaces on a node that does not respond: the others can be
 * used meanwhile.
 */
async function readResponding<Row>(
  workspaceIds: readonly string[],
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (workspaceIds.length === 0) return [];
  try {
    return await read(workspaceIds);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError) || workspaceIds.length > MAX_SINGLE)
      throw error;
    const found = await Promise.allSettled(workspaceIds.map((id) => read([id])));
    const rows = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    // Otherwise it is the database that does not respond.
    if (rows.length === 0) throw error;
    return rows;
  }
}
