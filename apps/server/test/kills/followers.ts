import {
  createFollower,
  type Follower,
  kinds,
  readWhole,
} from '#modules/accounts/changes/follower.fixture.ts';
import type { Database } from '#platform/database/create-database.ts';

/** Clients of the API that only follow what changes. */
export interface Followers {
  catchUp: () => Promise<void>;
  /** How many of them have something else, once they have caught up, than a client that reads everything now. */
  countWrong: () => Promise<number>;
}

/** Entries of a page. */
const LIMIT = 200;

/** Follows the accounts, activities and people of each workspace from now on. */
export async function startFollowers(db: Database): Promise<Followers> {
  const workspaces = await db.selectFrom('workspaces').select('id').execute();
  const followed = workspaces.flatMap(({ id: workspaceId }) =>
    kinds.map((kind) => ({ workspaceId, kind })),
  );
  const followers = followed.map((of) => ({ of, ...createFollower(db, { ...of, limit: LIMIT }) }));
  const catchUp = async () => {
    for (const one of followers) await one.catchUp();
  };
  await catchUp();
  return {
    catchUp,
    async countWrong() {
      await catchUp();
      let wrong = 0;
      for (const { of, entries } of followers) {
        if (sorted(entries) !== sorted(await readWhole(db, of))) wrong += 1;
      }
      return wrong;
    },
  };
}

const sorted = (entries: Follower['entries']): string =>
  JSON.stringify([...entries].toSorted(([one], [other]) => one.localeCompare(other)));
