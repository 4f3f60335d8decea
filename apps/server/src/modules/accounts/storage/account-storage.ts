import { type RawBuilder, sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { storageBy } from '#platform/database/distribution/storage.ts';

/**
 * The operations on accounts with shares that differ between one database node and a cluster, where shares
 * are stored with their users on other nodes.
 */
export interface AccountStorage {
  /** For a transaction that stores a share with an account, which it has locked before. */
  lockShares(tx: Connection, accountId: string): Promise<void>;
  /**
   * Waits until shares that are being stored with an account can be seen. Belongs before looking for the
   * last shares with one that is gone, which gets no more.
   */
  awaitShares(db: Database, accountId: string): Promise<void>;
  /**
   * The condition that no one shares with the row `account` and no one has anything to withdraw from it,
   * which was found just before.
   *
   * @param deletedAt when the account was deleted, where it was and can be restored.
   */
  isLeft(deletedAt?: string): RawBuilder<boolean>;
}

const oneNode: AccountStorage = {
  lockShares: async () => {},
  awaitShares: async () => {},
  isLeft: () => sql`not exists (
        select from domain_shares
        where workspace_id = account.workspace_id and account_id = account.id)
      and not exists (
        select from publish_requests
        where workspace_id = account.workspace_id and account_id = account.id
          and kind = 'withdrawal')`,
};

/*
 * A transaction commits on one node after the other. One that locks the account may then still not see a
 * share that was stored while it could be shared with. A lock by name stays on the coordinator until all
 * nodes have committed.
 */
const cluster: AccountStorage = {
  async lockShares(tx, accountId) {
    await sql`select pg_advisory_xact_lock_shared(${nameOf(accountId)})`.execute(tx);
  },
  async awaitShares(db, accountId) {
    await sql`select pg_advisory_xact_lock(${nameOf(accountId)})`.execute(db);
  },
  // A statement cannot see rows that are stored with users. After `awaitShares` a merged account gets no more
  // shares. A deleted account gets them only from accounts that are being merged into it, or once it was
  // restored, which changes its time of deletion.
  isLeft: (deletedAt) =>
    deletedAt === undefined ? sql`true` : sql`deleted_at::text = ${deletedAt}`,
};

/** The storage of accounts in a database, also for its transactions. */
export const storageOf = storageBy<AccountStorage>({ oneNode, cluster });

const nameOf = (accountId: string) =>
  sql`hashtextextended('shares of ' || ${accountId}::uuid::text, 0)`;
