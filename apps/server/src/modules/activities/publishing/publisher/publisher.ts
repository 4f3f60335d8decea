import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import type { Touched } from '../change.ts';

/**
 * Publishes activities whose captured copies, links or words a transaction has changed. There are two
 * adapters: one publishes in this transaction, the other after its commit
 * (docs/decisions/publish-requests.md). The caller has locked the owner of the copies.
 */
export interface Publisher {
  /** Locks the accounts in which the transaction will publish, before it writes what they publish. */
  lock(tx: Connection, touched: readonly Touched[]): Promise<void>;
  /** @param part 'words' where only what the activities are found by has changed. */
  publish(
    tx: Connection,
    ownerId: string,
    touched: readonly Touched[],
    part?: 'everything' | 'words',
  ): Promise<void>;
  /** Publishes what is left to do after the commit of a transaction that called `publish`. */
  finish(db: Database, ownerId: string): Promise<void>;
  /**
   * Checks that what a user published in these accounts can be withdrawn now.
   *
   * @throws DatabaseUnavailableError where the machine with a workspace does not respond, or one with
   *   copies of colleagues, which may have to be shown then.
   */
  requireReachable(tx: Connection, ownerId: string, accounts: readonly AccountKey[]): Promise<void>;
  /** The age from which a request counts as left behind by the process that stored it. */
  leftAfterSeconds: number;
}
