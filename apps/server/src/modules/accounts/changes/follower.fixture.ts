import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';
import type { EntryKind } from '../../listed-accounts/note-entries.ts';
import { type ReadEntries, readChanges } from './read-changes.ts';
import {
  readFollowedAccounts,
  readFollowedActivities,
  readFollowedPeople,
} from '../read-entries.ts';

export const kinds: readonly EntryKind[] = ['account', 'activity', 'person'];

const readers = {
  account: readFollowedAccounts,
  activity: readFollowedActivities,
  person: readFollowedPeople,
};

/** Software that knows of a workspace only what it followed. */
export interface Follower {
  /** What it has, by id. */
  entries: Map<string, unknown>;
  /** Reads one page; returns whether there is more. */
  read: () => Promise<boolean>;
  /** Reads to the end. */
  catchUp: () => Promise<void>;
}

export function createFollower(
  db: Database,
  { workspaceId, kind, limit = 3 }: { workspaceId: string; kind: EntryKind; limit?: number },
): Follower {
  const entries = new Map<string, unknown>();
  let since: string | undefined;
  const accounts = visibleAccounts({ workspaceId: sql`${workspaceId}` });
  const readEntries: ReadEntries<{ id: string }> = readers[kind](db, { workspaceId, accounts });
  const read = async () => {
    const page = await readChanges(db, { workspaceId, kind, readEntries }, { since, limit });
    for (const { id, entry } of page.items) {
      if (entry === null) entries.delete(id);
      else entries.set(id, entry);
    }
    since = page.cursor;
    return page.hasMore;
  };
  return {
    entries,
    read,
    async catchUp() {
      while (await read());
    },
  };
}

/** What a client that reads everything now gets. */
export async function readWhole(
  db: Database,
  of: { workspaceId: string; kind: EntryKind },
): Promise<Map<string, unknown>> {
  const reader = createFollower(db, { ...of, limit: 200 });
  await reader.catchUp();
  return reader.entries;
}
