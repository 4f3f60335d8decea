import type { Connection } from '#platform/database/create-database.ts';
import { storageBy } from '#platform/database/distribution/storage.ts';
import { pagesOfIds } from '#platform/paging/pages-of-ids.ts';
import { type Contribution, joinedCopies, type OwnCopies, readOwnCopies } from '../own-copies.ts';

/**
 * What a database on one node and a cluster do differently for relationships: the copies that say by which
 * addresses someone took part are stored with their owners, on other nodes than what is published.
 */
export interface RelationshipStorage {
  /** @param find reads of which contributions the statement needs the copies. */
  ownCopies(tx: Connection, find: () => Promise<Contribution[]>): Promise<OwnCopies>;
  /**
   * The ids of what is to be counted in pages, whose copies can be sent with a statement; one `undefined` where
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
