import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { storageBy } from '#platform/database/distribution/storage.ts';
import type { Reader } from '../visible-accounts.ts';
import { idsOf, workspacesOfUser } from './workspaces-of-reader.ts';

/**
 * The operations of a user's reads that differ between one database node and a cluster: sessions and
 * memberships are on another node than accounts (docs/decisions/session-with-the-rows.md).
 */
export interface ReaderStorage {
  /** The reader of a statement about all workspaces of a user. */
  readerOf(db: Connection, userId: string): Promise<Reader>;
  /** The reader of a statement about one of them. */
  readerIn(db: Connection, userId: string, workspaceId: string): Promise<Reader>;
}

const oneNode: ReaderStorage = {
  readerOf: async (_db, userId) => ({ userId: sql`${userId}::uuid` }),
  readerIn: async (_db, userId) => ({ userId: sql`${userId}::uuid` }),
};

const cluster: ReaderStorage = {
  async readerOf(db, userId) {
    const workspaceIds = idsOf(await workspacesOfUser(db, { userId }));
    return { workspaceIds: sql`${workspaceIds}` };
  },
  async readerIn(db, userId, workspaceId) {
    const isVisible = idsOf(await workspacesOfUser(db, { userId })).includes(workspaceId);
    return isVisible ? { workspaceId: sql`${workspaceId}::uuid` } : { workspaceIds: sql`${[]}` };
  },
};

/** The storage of a database as its readers see it, also for its transactions. */
export const storageOf = storageBy<ReaderStorage>({ oneNode, cluster });
