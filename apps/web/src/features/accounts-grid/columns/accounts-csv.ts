import { toCsv } from '@repo/domain/text/csv';
import type { Account } from '../data/account.ts';
import type { ColumnId } from './column-registry.ts';
import { csvColumns } from './csv-columns.ts';

/** Returns the given accounts in the given columns as CSV. Times are instants in UTC. */
export function accountsCsv(accounts: readonly Account[], shown: readonly ColumnId[]): string {
  const columns = shown.flatMap((id) => csvColumns[id]);
  return toCsv([
    columns.map(({ heading }) => heading),
    ...accounts.map((account) => columns.map(({ value }) => value(account))),
  ]);
}
