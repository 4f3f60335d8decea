import { businessTimeZone } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { visibleWorkspaces } from '#modules/auth/visible-accounts.ts';

/** Maximum of workspaces in one email, and in the notices of a user; further ones are omitted. */
const MAX_WORKSPACES = 20;

/** A workspace of a user, for emails and notices about its accounts. */
export interface ListedWorkspace {
  id: string;
  name: string;
  slug: string;
  organization: string;
  orgSlug: string;
  timeZone: string;
}

export async function listWorkspaces(db: Connection, userId: string): Promise<ListedWorkspace[]> {
  const { rows } = await sql<ListedWorkspace>`
    select workspace.id, workspace.name, workspace.slug, organization.name as organization,
      organization.slug as "orgSlug",
      coalesce(chosen.time_zone, ${sql.lit(businessTimeZone)}) as "timeZone"
    from ${visibleWorkspaces({ userId: sql`${userId}::uuid` })} visible
    join workspaces workspace on workspace.id = visible.workspace_id
    join organizations organization on organization.id = workspace.organization_id
    left join workspace_time_zones chosen on chosen.workspace_id = workspace.id
    order by workspace.name, workspace.id limit ${MAX_WORKSPACES}`.execute(db);
  return rows;
}
