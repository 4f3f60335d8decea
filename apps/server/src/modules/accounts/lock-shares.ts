import type { Connection } from '#platform/database/create-database.ts';
import { storageOf } from './storage/account-storage.ts';

/** Locks the shares with an account for a transaction that stores one and has locked the account before. */
export const lockShares = (tx: Connection, accountId: string): Promise<void> =>
  storageOf(tx).lockShares(tx, accountId);
