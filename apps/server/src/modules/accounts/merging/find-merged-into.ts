import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import { readerOf } from '../../auth/session-reader.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';

/**
 * The account that another one was merged into.
 *
 * @throws AppError NOT_FOUND for one that was not, and for those who cannot see where it went.
 */
export async function findMergedInto(
  db: Connection,
  userId: string,
  accountId: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select account.id
    from ${visibleAccounts(await readerOf(db, userId))} account
    join merged_accounts merged
      on merged.workspace_id = account.workspace_id and merged.into_account_id = account.id
    where merged.account_id = ${accountId}`.execute(db);
  const [account] = rows;
  if (account === undefined) throw notFound('Account');
  return account.id;
}
