import { domainToUnicode } from 'node:url';
import type { AccountRow } from '@repo/contract/accounts';
import type { ActivityType } from '@repo/contract/activities';
import { summaryDays } from '@repo/domain/timeline-window';
import type { IconAddress } from '../icons/icon-address.ts';

/** How many days after the first, and what happened then: external, internal. */
type CountedDay = [offset: number, external: number, internal: number];

/** An account as the database gives it; instants in milliseconds since 1970. */
export interface SelectedAccount {
  id: string;
  /** What it is sorted by. */
  key: string;
  name: string;
  domain: string;
  createdAt: number;
  activityCount: number;
  lastAt: number | null;
  lastType: ActivityType;
  lastTitle: string;
  creatorName: string;
  contributors: AccountRow['contributors'];
  /** Absent where the timeline is not asked for; null where nothing happened. */
  days?: CountedDay[] | null;
}

export function toAccountRow(account: SelectedAccount, iconAddress: IconAddress): AccountRow {
  const { id, name, domain, activityCount, contributors, lastAt, creatorName, days } = account;
  return {
    id,
    name,
    domain: domain.includes('xn--') ? domainToUnicode(domain) : domain,
    faviconUrl: iconAddress(domain),
    activityCount,
    lastActivity:
      lastAt === null
        ? null
        : {
            title: account.lastTitle,
            type: account.lastType,
            occurredAt: new Date(lastAt).toISOString(),
          },
    contributors,
    creator: creatorName === '' ? null : { name: creatorName },
    createdAt: new Date(account.createdAt).toISOString(),
    ...(days !== undefined && { timelineSummary: toSeries(days ?? []) }),
  };
}

function toSeries(days: readonly CountedDay[]): NonNullable<AccountRow['timelineSummary']> {
  const externalCounts = Array.from<number>({ length: summaryDays }).fill(0);
  const internalCounts = [...externalCounts];
  for (const [offset, external, internal] of days) {
    externalCounts[offset] = external;
    internalCounts[offset] = internal;
  }
  return { externalCounts, internalCounts };
}
