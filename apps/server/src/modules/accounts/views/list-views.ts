import type { EndpointResponse } from '@repo/contract/endpoints';
import type { SavedView, ViewState } from '@repo/contract/saved-views';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { findMembership } from '../../users/find-membership.ts';

interface Reader {
  userId: string;
  workspaceId: string;
}

/**
 * Lists the views that a member of a workspace sees: own and shared ones, by name.
 *
 * @throws AppError NOT_FOUND for a user who is not a member.
 */
export async function listViews(
  db: Connection,
  reader: Reader,
): Promise<EndpointResponse<'GET /api/workspaces/{workspaceId}/views'>> {
  if (!(await findMembership(db, reader.userId, reader.workspaceId))) throw notFound('Workspace');
  const views = await readViews(db, reader);
  return { views, departed: await findDeparted(db, reader.workspaceId, views) };
}

/** @throws AppError NOT_FOUND for a view that the user does not see. */
export async function readView(db: Connection, reader: Reader, viewId: string): Promise<SavedView> {
  const [view] = await readViews(db, reader, viewId);
  if (view === undefined) throw notFound('View');
  return view;
}

interface ViewRow extends Omit<SavedView, 'owner' | 'canChange'> {
  ownerName: string | null;
  role: string;
  state: ViewState;
}

async function readViews(
  db: Connection,
  { userId, workspaceId }: Reader,
  viewId?: string,
): Promise<SavedView[]> {
  const { rows } = await sql<ViewRow>`
    select view.id, view.name, view.is_shared as "isShared", view.state,
      view.owner_id is not distinct from membership.user_id as "isOwn",
      chosen.view_id is not null as "isDefault", owner.name as "ownerName", membership.role
    from memberships membership
    join saved_views view on view.workspace_id = membership.workspace_id
      and (view.is_shared or view.owner_id = membership.user_id)
    left join users owner on owner.id = view.owner_id
    left join default_views chosen on chosen.workspace_id = view.workspace_id
      and chosen.user_id = membership.user_id and chosen.view_id = view.id
    where membership.workspace_id = ${workspaceId} and membership.user_id = ${userId}
      and (${viewId ?? null}::uuid is null or view.id = ${viewId ?? null})
    order by lower(view.name), view.id
    limit ${limits.viewsPerUser + limits.sharedViews}`.execute(db);
  return rows.map(({ ownerName, role, ...view }) => ({
    ...view,
    owner: ownerName === null ? null : { name: ownerName },
    canChange: view.isOwn || role === 'owner',
  }));
}

/** The email addresses in filters of these views that no member of the workspace has. */
async function findDeparted(
  db: Connection,
  workspaceId: string,
  views: readonly SavedView[],
): Promise<string[]> {
  const named = new Set(
    views.flatMap(({ state }) => Object.values(state.filters).filter((one) => one.includes('@'))),
  );
  if (named.size === 0) return [];
  const { rows } = await sql<{ address: string }>`
    select address from unnest(${[...named]}::text[]) as given(address)
    where not exists (
      select from users person
      join memberships membership on membership.user_id = person.id
      where person.email = lower(address) and membership.workspace_id = ${workspaceId})
    order by 1`.execute(db);
  return rows.map(({ address }) => address);
}
