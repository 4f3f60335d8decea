import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { prepareForUser } from '../../auth/session-reader.ts';
import { visibleAccounts, workspaceOfVisible } from '../../auth/visible-accounts.ts';

/**
 * Finds the account that another one was merged into.
 *
 * @throws AppError NOT_FOUND when it was not merged, and for a user who cannot see the other account.
 */
export async function findMergedInto(
  db: Connection,
  userId: string,
  accountId: string,
): Promise<string> {
  const [account] = await findInto(db, { userId, accountId });
  if (account === undefined) throw notFound('Account');
  return account.id;
}

const findInto = prepareForUser<{ accountId: string }, { id: string }>(
  (given, reader) => sql`
    select account.id
    from ${visibleAccounts(reader)} account
    join merged_accounts merged
      on merged.workspace_id = ${workspaceOfVisible(reader, 'account')}
        and merged.into_account_id = account.id
    where merged.account_id = ${given('accountId')}`,
);
