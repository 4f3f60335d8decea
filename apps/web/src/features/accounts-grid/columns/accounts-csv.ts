import { toCsv } from '@repo/domain/csv';
import { summaryDays } from '@repo/domain/timeline-window';
import { personName, total, type Account } from '../data/account.ts';
import type { ColumnId } from './column-state.ts';

type CsvColumn = { heading: string; value: (account: Account) => string | number };

const CSV_COLUMNS: Readonly<Record<ColumnId, readonly CsvColumn[]>> = {
  name: [
    { heading: 'Account', value: ({ name }) => name },
    { heading: 'Domain', value: ({ domain }) => domain ?? '' },
  ],
  recentActivity: [
    {
      heading: `External (${summaryDays} days)`,
      value: ({ timeline }) => total(timeline?.external ?? []),
    },
    {
      heading: `Internal (${summaryDays} days)`,
      value: ({ timeline }) => total(timeline?.internal ?? []),
    },
  ],
  lastTouchPoint: [
    { heading: 'Last Touch Point', value: ({ lastActivity }) => lastActivity?.title ?? '' },
    { heading: 'Type', value: ({ lastActivity }) => lastActivity?.type ?? '' },
    { heading: 'Time', value: ({ lastActivity }) => lastActivity?.occurredAt ?? '' },
  ],
  contributors: [
    {
      heading: 'Contributors',
      value: ({ contributors }) => contributors.map(personName).join('; '),
    },
  ],
  createdBy: [{ heading: 'Created By', value: ({ createdBy }) => createdBy ?? '' }],
  created: [{ heading: 'Created', value: ({ createdAt }) => createdAt }],
};

/** The given accounts in the given columns. Times are instants in UTC. */
export function accountsCsv(accounts: readonly Account[], shown: readonly ColumnId[]): string {
  const columns = shown.flatMap((id) => CSV_COLUMNS[id]);
  return toCsv([
    columns.map(({ heading }) => heading),
    ...accounts.map((account) => columns.map(({ value }) => value(account))),
  ]);
}
