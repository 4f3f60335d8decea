import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import type { Touched } from '../change.ts';

/**
 * Publishes activities after a transaction has changed their captured copies, links or words. Of the two
 * adapters, one publishes in this transaction, the other after its commit
 * (docs/decisions/publish-requests.md). The caller has locked the copies' user.
 */
export interface Publisher {
  /** Locks the accounts in which the transaction will publish, before it writes their activities. */
  lock(tx: Connection, touched: readonly Touched[]): Promise<void>;
  /** @param part 'words' when only the search words of the activities have changed. */
  publish(
    tx: Connection,
    ownerId: string,
    touched: readonly Touched[],
    part?: 'everything' | 'words',
  ): Promise<void>;
  /** Publishes the rest after the commit of a transaction that called `publish`. */
  finish(db: Database, ownerId: string): Promise<void>;
  /** Whether what `publish` was called with has been published: nothing that names these activities is left. */
  isPublished(db: Database, ownerId: string, keys: readonly string[]): Promise<boolean>;
  /**
   * Checks that a user's activities in these accounts can be withdrawn now.
   *
   * @throws DatabaseUnavailableError when the machine with a workspace does not respond, or one with
   *   copies of colleagues, which may have to be shown then.
   */
  requireReachable(tx: Connection, ownerId: string, accounts: readonly AccountKey[]): Promise<void>;
  /** The age from which a request counts as left behind by the process that stored it. */
  leftAfterSeconds: number;
}
