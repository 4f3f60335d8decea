import { toCsv } from '@repo/domain/text/csv';
import type { Account } from '../data/account.ts';
import { accountColumns, type ColumnId } from './column-registry.ts';

/** Returns the given accounts in the given columns as CSV. Times are instants in UTC. */
export function accountsCsv(accounts: readonly Account[], shown: readonly ColumnId[]): string {
  const columns = shown.flatMap((id) => accountColumns[id].csv);
  return toCsv([
    columns.map(({ heading }) => heading),
    ...accounts.map((account) => columns.map(({ value }) => value(account))),
  ]);
}
