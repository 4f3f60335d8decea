import { type BusinessDay, startOfBusinessDay } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Config } from '#src/config.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { visibleWorkspaces } from '../../auth/visible-accounts.ts';
import { openPage } from '../../today/page.ts';
import { readToday } from '../../today/read-today.ts';
import { describeToday } from './describe-today.ts';
import type { WorkspaceMorning } from './morning.ts';

/** Maximum of workspaces in one email; further ones are omitted. */
const MAX_WORKSPACES = 20;

interface Reader {
  userId: string;
  /** The day of the email before; what was added until then is not named again. Null without one. */
  lastDay: BusinessDay | null;
  now: Date;
}

/** Reads the page Today in each of a user's workspaces, as far as it has something to say. */
export async function readMorning(
  db: Connection,
  { webUrl }: Pick<Config, 'webUrl'>,
  { userId, lastDay, now }: Reader,
): Promise<WorkspaceMorning[]> {
  const { rows } = await sql<{ id: string; name: string; organization: string; path: string }>`
    select workspace.id, workspace.name, organization.name as organization,
      organization.slug || '/' || workspace.slug as path
    from ${visibleWorkspaces({ userId: sql`${userId}::uuid` })} visible
    join workspaces workspace on workspace.id = visible.workspace_id
    join organizations organization on organization.id = workspace.organization_id
    order by workspace.name, workspace.id limit ${MAX_WORKSPACES}`.execute(db);
  const found: WorkspaceMorning[] = [];
  for (const { id, name, organization, path } of rows) {
    const page = await openPage(db, { workspaceId: id, userId, now });

    const reportedUntil = lastDay === null ? undefined : startOfBusinessDay(lastDay, page.timeZone);
    const today = await readToday(db, page, reportedUntil);
    const parts = describeToday(today, `${webUrl}/${path}`);
    if (parts.length > 0) {
      found.push({ name, organization, address: `${webUrl}/${path}/today`, parts });
    }
  }
  return found;
}
