import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { findNotices, type NoticeReader } from './read-notices.ts';

/**
 * Marks notices as read or unread. Stores only existing notices and deletes the marks of outdated ones, so
 * that a user has few rows.
 */
export async function markNotices(
  db: Database,
  reader: NoticeReader,
  { ids, isRead }: { ids: readonly string[]; isRead: boolean },
  now = new Date(),
): Promise<void> {
  const { userId } = reader;
  if (!isRead) {
    await sql`
      delete from read_notices
      where owner_id = ${userId} and notice = any(${ids}::text[])`.execute(db);
    return;
  }
  const wanted = new Set(ids);
  const read = (await findNotices(db, reader, now)).filter(({ id }) => wanted.has(id));
  await db.transaction().execute(async (tx) => {
    await sql`
      delete from read_notices
      where owner_id = ${userId}
        and at < ${now}::timestamptz - ${sql.lit(limits.noticeDays + 1)} * interval '1 day'`.execute(
      tx,
    );
    await sql`
      insert into read_notices (owner_id, notice, at)
      select ${userId}::uuid, given.notice, given.at
      from unnest(
        ${read.map(({ id }) => id)}::text[],
        ${read.map(({ at }) => at)}::timestamptz[]
      ) as given(notice, at)
      on conflict (owner_id, notice) do update set at = excluded.at`.execute(tx);
    // Notices of these days that no longer exist, such as shares that ended, must not add up either.
    await sql`
      delete from read_notices
      where owner_id = ${userId} and notice in (
        select notice from read_notices where owner_id = ${userId}
        order by at desc, notice offset ${sql.lit(MAX_READ)})`.execute(tx);
  });
}

/** Notices of a user that are known as read, the newest. */
const MAX_READ = 500;
