import type { Connection } from '#platform/database/create-database.ts';
import { storageBy } from '#platform/database/distribution/storage.ts';
import { pagesOfIds } from '#platform/paging/pages-of-ids.ts';
import {
  type Contribution,
  joinedCopies,
  type OwnCopies,
  readOwnCopies,
} from '../counting/own-copies.ts';

/**
 * The operations on relationships that differ between one database node and a cluster: the copies with the
 * participants' addresses are stored with their users, on other nodes than the published activities.
 */
export interface RelationshipStorage {
  /** @param find reads the contributions whose copies the statement needs. */
  ownCopies(tx: Connection, find: () => Promise<Contribution[]>): Promise<OwnCopies>;
  /**
   * The ids to count, page by page, so that their copies can be sent with a statement; one `undefined` where
   * all can be counted at once.
   *
   * @param read reads the next ids after one.
   */
  pages(
    size: number,
    read: (after: string) => Promise<{ rows: { id: string }[] }>,
  ): AsyncIterable<readonly string[] | undefined>;
}

const oneNode: RelationshipStorage = {
  ownCopies: async () => joinedCopies,
  async *pages() {
    yield undefined;
  },
};

const cluster: RelationshipStorage = {
  ownCopies: async (tx, find) => readOwnCopies(tx, await find()),
  pages: pagesOfIds,
};

/** The storage of relationships in a database, also for its transactions. */
export const storageOf = storageBy<RelationshipStorage>({ oneNode, cluster });
