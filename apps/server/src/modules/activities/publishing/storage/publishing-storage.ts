import type { RawBuilder } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { Touched } from '../change.ts';

/**
 * The operations of publishing that differ between one database node and a cluster: captured activities and
 * shares are stored with their users, on other nodes than a workspace's published activities. On one node a
 * statement joins the two; on a cluster the former are read first and sent to the latter as values.
 * `storageOf` returns a connection's storage.
 */
export interface PublishingStorage {
  /** Limits the waits of a transaction for rows on other nodes, beside those on this one. */
  limitWaitOnNodes(tx: Connection, waitMs: number): Promise<void>;
  /** `due`, as a part of a statement: the activities as they have to be published (`published-rows.ts`). */
  due(
    tx: Connection,
    workspaceId: string,
    touched: readonly Touched[],
  ): Promise<RawBuilder<unknown>>;
  /** The rows `share` of the members who share with accounts of a workspace. */
  shares(
    tx: Connection,
    workspaceId: string,
    accountIds: readonly string[],
  ): Promise<RawBuilder<unknown>>;
  /** Where a statement finds the words of the copies and transcripts of activities. */
  wordSources(
    tx: Connection,
    workspaceId: string,
    touched: readonly Touched[],
  ): Promise<WordSources>;
  /** The next activities that a person contributes to an account, in the order of their ids. */
  nextContributed(tx: Connection, part: ContributedPart): Promise<Contributed[]>;
  /** Returns the accounts that their user shares nothing with. */
  unshared(tx: Connection, given: OwnAccounts): Promise<Unshared>;
  /**
   * Withdraws, and deletes the requests of accounts to which their owner then contributes nothing.
   *
   * @returns these accounts.
   */
  endWithdrawals(
    tx: Connection,
    ending: Withdrawals,
    withdraw: () => Promise<void>,
  ): Promise<string[]>;
  /** Whether a request may end in the transaction that withdraws the last of it. */
  endsAsItWithdraws: boolean;
}

export interface WordSources {
  /** Parts of the statement before the others. */
  read: RawBuilder<unknown>;
  captured: RawBuilder<unknown>;
  transcripts: RawBuilder<unknown>;
}

/** An activity that a person contributes to an account. */
export interface Contributed extends Touched {
  activityId: string;
  /** Whether a copy is linked to none of the domains that the person still shares with the account. */
  isUnsupported: boolean;
}

export interface ContributedPart extends AccountKey {
  ownerId: string;
  /** The request, which has the activity after which to begin. */
  requestId: string;
  limit: number;
}

export interface OwnAccounts {
  ownerId: string;
  accountIds: readonly string[];
}

export interface Unshared {
  accountIds: readonly string[];
  /** A further condition on an account `given` of these. */
  isUnshared: RawBuilder<unknown>;
}

/** Requests to withdraw all that a user contributes to accounts of a workspace. */
export interface Withdrawals {
  ownerId: string;
  workspaceId: string;
  requests: readonly { id: string; accountId: string }[];
}
