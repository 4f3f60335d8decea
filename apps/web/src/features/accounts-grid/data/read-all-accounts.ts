import type { Account } from './account.ts';
import { MAX_ACCOUNTS, readAccounts } from './accounts-query.ts';
import type { RequestedView } from './relationship-fields.ts';

/** A list that does not end: its server sends the same page again, or more than can be true. */
export class EndlessListError extends Error {
  override readonly name = 'EndlessListError';
}

/**
 * All accounts of a view, page after page.
 *
 * @throws EndlessListError
 */
export async function readAllAccounts(
  workspaceId: string,
  view: RequestedView,
  limit: number,
): Promise<Account[]> {
  const all = new Map<string, Account>();
  let cursor: string | undefined;
  do {
    const from = cursor === undefined ? {} : { cursor };
    const read = await readAccounts(workspaceId, view, { ...from, limit });
    const known = all.size;
    for (const account of read.accounts) all.set(account.id, account);
    cursor = read.page?.nextCursor;
    if (cursor !== undefined && (all.size === known || all.size > MAX_ACCOUNTS)) {
      throw new EndlessListError('The server sends the same accounts again and again.');
    }
  } while (cursor !== undefined);
  return [...all.values()];
}
