import { type BusinessDay, startOfBusinessDay } from '@repo/domain/time/business-day';
import type { Config } from '#src/config.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { openPage } from '../../today/page.ts';
import { readToday } from '../../today/read-today.ts';
import { listWorkspaces } from '../mailing/list-workspaces.ts';
import { describeToday } from './describe-today.ts';
import type { WorkspaceMorning } from './morning.ts';

interface Reader {
  userId: string;
  /** The day of the previous email; it reported the additions until then. Null without one. */
  lastDay: BusinessDay | null;
  now: Date;
}

/** Reads the page Today in each of a user's workspaces, without the empty ones. */
export async function readMorning(
  db: Connection,
  { webUrl }: Pick<Config, 'webUrl'>,
  { userId, lastDay, now }: Reader,
): Promise<WorkspaceMorning[]> {
  const found: WorkspaceMorning[] = [];
  for (const { id, name, organization, orgSlug, slug } of await listWorkspaces(db, userId)) {
    const workspaceUrl = `${webUrl}/${orgSlug}/${slug}`;
    const page = await openPage(db, { workspaceId: id, userId, now });
    const reportedUntil = lastDay === null ? undefined : startOfBusinessDay(lastDay, page.timeZone);
    const today = await readToday(db, page, reportedUntil);
    const parts = describeToday(today, workspaceUrl);
    if (parts.length > 0) {
      found.push({ name, organization, address: `${workspaceUrl}/today`, parts });
    }
  }
  return found;
}
