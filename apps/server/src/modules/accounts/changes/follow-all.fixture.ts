import { expect } from 'vitest';
import type { Database } from '#platform/database/create-database.ts';
import type { EntryKind } from '../../listed-accounts/note-entries.ts';
import { createFollower, type Follower, kinds, readWhole } from './follower.fixture.ts';

interface FollowedKind extends Follower {
  workspaceId: string;
  kind: EntryKind;
}

/** A follower of each kind of entries in each of the workspaces. */
export const followAll = (db: Database, workspaceIds: readonly string[]): FollowedKind[] =>
  workspaceIds.flatMap((workspaceId) =>
    kinds.map((kind) => {
      const of = { workspaceId, kind };
      return { ...of, ...createFollower(db, of) };
    }),
  );

/** Expects that followers, once they have caught up, have what a client has that reads everything now. */
export async function expectFollowed(
  db: Database,
  followers: readonly FollowedKind[],
): Promise<void> {
  for (const { workspaceId, kind, entries, catchUp } of followers) {
    await catchUp();
    expect([...entries].toSorted(), kind).toEqual(
      [...(await readWhole(db, { workspaceId, kind }))].toSorted(),
    );
  }
}
