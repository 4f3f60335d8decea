import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import { businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { openPage } from '../../today/page.ts';
import type { NamedProvider } from '../digest/list-failed-syncs.ts';
import { listWorkspaces } from '../mailing/list-workspaces.ts';
import type { FoundNotice, NoticeScope } from './found-notice.ts';
import { readAsked, readGranted } from './read-access.ts';
import { readBrokenConnections } from './read-connections.ts';
import { readAnswered, readQuiet } from './read-favourites.ts';
import { readShared } from './read-shared.ts';

type Notices = EndpointResponse<'GET /api/notices'>;

const DAY_MS = 24 * 60 * 60_000;

export interface NoticeReader {
  userId: string;
  providers: readonly NamedProvider[];
}

/**
 * Reads the notices of a user. They are computed from stored events that are still true and that the user may
 * see now (docs/decisions/notices.md).
 */
export async function readNotices(
  db: Connection,
  reader: NoticeReader,
  now = new Date(),
): Promise<Notices> {
  const found = await findNotices(db, reader, now);
  const { rows } = await sql<{ notice: string; at: Date }>`
    select notice, at from read_notices where owner_id = ${reader.userId}`.execute(db);
  const readUntil = new Map(rows.map(({ notice, at }) => [notice, at]));
  const notices = found.map(({ at, ...notice }) => ({
    ...notice,
    at: at.toISOString(),
    isRead: (readUntil.get(notice.id)?.getTime() ?? Number.NEGATIVE_INFINITY) >= at.getTime(),
  }));
  return { notices, unread: notices.filter(({ isRead }) => !isRead).length };
}

/** The newest first, without whether they have been read. */
export async function findNotices(
  db: Connection,
  { userId, providers }: NoticeReader,
  now: Date,
): Promise<FoundNotice[]> {
  const chosen = await db
    .selectFrom('users')
    .select(['share_notices', 'answer_notices', 'quiet_notices', 'connection_notices'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (chosen === undefined) throw new AppError('UNAUTHENTICATED', 'Not authenticated');
  const since = new Date(now.getTime() - limits.noticeDays * DAY_MS);
  const found = chosen.connection_notices ? await readBrokenConnections(db, userId, providers) : [];
  for (const scope of await readScopes(db, userId, since, now)) {
    // A colleague waits, or was waiting, for the answer: these cannot be switched off.
    found.push(...(await readAsked(db, scope)), ...(await readGranted(db, scope)));
    if (chosen.share_notices) found.push(...(await readShared(db, scope)));
    if (chosen.answer_notices) found.push(...(await readAnswered(db, scope)));
    if (chosen.quiet_notices) found.push(...(await readQuiet(db, scope)));
  }
  return found
    .filter(({ at }) => at >= since)
    .sort((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? -1 : 1))
    .slice(0, limits.notices);
}

async function readScopes(
  db: Connection,
  userId: string,
  since: Date,
  now: Date,
): Promise<NoticeScope[]> {
  const scopes: NoticeScope[] = [];
  for (const { id, name, slug, orgSlug } of await listWorkspaces(db, userId)) {
    const { timeZone, accounts } = await openPage(db, { workspaceId: id, userId, now });
    const today = businessDayOf(now, timeZone);
    scopes.push({
      id,
      userId,
      workspace: { name, slug, orgSlug },
      timeZone,
      today,
      since,
      accounts,
    });
  }
  return scopes;
}
