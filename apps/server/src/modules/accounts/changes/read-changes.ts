import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type { EntryKind } from '../../listed-accounts/note-entries.ts';
import {
  type ChangeCursor,
  cursorExpired,
  readChangeCursor,
  writeChangeCursor,
} from './change-cursor.ts';
import { numberChanges, readPosition } from '../number-changes.ts';

/** Reads entries that the user may see: those with the ids, or the first ones after an id. */
export type ReadEntries<Entry extends { id: string }> = (
  part: { ids: readonly string[] } | { afterId: string | undefined; limit: number },
) => Promise<Entry[]>;

interface Followed<Entry extends { id: string }> {
  workspaceId: string;
  kind: EntryKind;
  readEntries: ReadEntries<Entry>;
}

interface Page<Entry> {
  items: { id: string; entry: Entry | null }[];
  cursor: string;
  hasMore: boolean;
}

/**
 * Reads the next page for software that follows a workspace: first all entries, in the order of their ids;
 * then the entries that changed since it began, each in its present state.
 *
 * @throws AppError VALIDATION_FAILED for a cursor of another list; CURSOR_EXPIRED for one that is too old.
 */
export async function readChanges<Entry extends { id: string }>(
  db: Database,
  followed: Followed<Entry>,
  { since, limit }: { since?: string | undefined; limit: number },
): Promise<Page<Entry>> {
  const { kind, workspaceId } = followed;
  if (since === undefined) {
    // Read before the entries: what changes meanwhile has a higher number.
    const { epoch, lastNumber: number } = await readPosition(db, workspaceId);
    return readAll(followed, { kind, workspaceId, epoch, number, afterId: FIRST }, limit);
  }
  const cursor = readChangeCursor(since, followed);
  if (cursor.afterId === undefined) return readSince(db, followed, cursor, limit);
  await readNumbered(db, cursor, 0);
  return readAll(followed, cursor, limit);
}

/** Before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

async function readAll<Entry extends { id: string }>(
  { readEntries }: Followed<Entry>,
  cursor: ChangeCursor,
  limit: number,
): Promise<Page<Entry>> {
  const entries = await readEntries({ afterId: cursor.afterId, limit });
  const afterId = entries.length < limit ? undefined : entries.at(-1)?.id;
  return {
    items: entries.map((entry) => ({ id: entry.id, entry })),
    cursor: writeChangeCursor({ ...cursor, afterId }),
    // After the last page come the changes since the first one.
    hasMore: true,
  };
}

async function readSince<Entry extends { id: string }>(
  db: Database,
  { workspaceId, readEntries }: Followed<Entry>,
  cursor: ChangeCursor,
  limit: number,
): Promise<Page<Entry>> {
  await numberChanges(db, workspaceId);
  const { changes, lastNumber, isWaiting } = await readNumbered(db, cursor, limit);
  const isFull = changes.length === limit;
  const number = isFull ? (changes.at(-1)?.number ?? lastNumber) : lastNumber;
  const ids = [...new Set(changes.map(({ entryId }) => entryId))];
  const entries = ids.length === 0 ? [] : await readEntries({ ids });
  const found = new Map(entries.map((entry) => [entry.id, entry]));
  return {
    items: ids.map((id) => ({ id, entry: found.get(id) ?? null })),
    cursor: writeChangeCursor({ ...cursor, number, afterId: undefined }),
    hasMore: isFull || isWaiting,
  };
}

interface Numbered {
  epoch: string;
  lastNumber: number;
  removedThrough: number;
  changes: { entryId: string; number: number }[];
  /** Whether there are changes without a number. */
  isWaiting: boolean;
}

/**
 * Reads the next changes and the position in one statement, which a cluster sends to one node unchanged, so
 * that both belong to the same moment.
 *
 * @throws AppError CURSOR_EXPIRED
 */
async function readNumbered(
  db: Database,
  { workspaceId, kind, epoch, number }: ChangeCursor,
  limit: number,
): Promise<Numbered> {
  const { rows } = await sql<Numbered>`
    select position.epoch, position.last_number as "lastNumber",
      position.removed_through as "removedThrough", next.changes, waiting."isWaiting"
    from change_positions position
    cross join lateral (
      select coalesce(jsonb_agg(
        jsonb_build_object('entryId', entry_id, 'number', number) order by number), '[]') as changes
      from (
        select entry_id, number from changed_entries
        where workspace_id = ${workspaceId} and kind = ${kind} and number > ${number}
        order by number limit ${limit}
      ) part
    ) next
    cross join lateral (
      select count(*) > 0 as "isWaiting" from (
        select from changed_entries
        where workspace_id = ${workspaceId} and number is null limit 1
      ) one
    ) waiting
    where position.workspace_id = ${workspaceId}`.execute(db);
  const [page] = rows;
  const isKept =
    page !== undefined &&
    page.epoch === epoch &&
    number >= page.removedThrough &&
    number <= page.lastNumber;
  if (!isKept) throw cursorExpired();
  return page;
}
