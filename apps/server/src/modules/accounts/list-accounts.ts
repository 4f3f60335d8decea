import { domainToUnicode } from 'node:url';
import type { AccountRow } from '@repo/contract/accounts';
import type { ActivityType } from '@repo/contract/activities';
import { addDays, businessDayOf } from '@repo/domain/business-day';
import { summaryDays } from '@repo/domain/timeline-window';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import type { IconAddress } from './icons/icon-address.ts';

interface AccountsOptions {
  workspaceId: string;
  includeTimeline: boolean;
}

/** The accounts of a workspace by name, with what the grid shows of them. */
export async function listAccounts(
  db: Connection,
  iconAddress: IconAddress,
  { workspaceId, includeTimeline }: AccountsOptions,
  now = new Date(),
): Promise<AccountRow[]> {
  const today = businessDayOf(now);
  const firstDay = addDays(today, 1 - summaryDays);
  const { rows } = await sql<SelectedAccount>`
    select account.id, account.name, account.domain, account.created_at as "createdAt",
      account.activity_count as "activityCount", account.last_activity_at as "lastAt",
      account.last_activity_type as "lastType", account.last_activity_title as "lastTitle",
      creator.name as "creatorName",
      (
        select json_agg(
          json_build_object('user', json_build_object('name', person.name, 'email', person.email))
          order by person.name, person.email)
        from account_contributors contributor
        join users person on person.id = contributor.user_id
        where contributor.account_id = account.id
      ) as contributors,
      case when ${includeTimeline} then (
        select json_agg(json_build_array(day - ${firstDay}::date, external, internal))
        from account_days
        where account_id = account.id and day between ${firstDay} and ${today}
      ) end as days
    from workspace_accounts account
    left join users creator on creator.id = account.created_by
    where account.workspace_id = ${workspaceId}
    order by lower(account.name), account.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    domain: domainToUnicode(row.domain),
    faviconUrl: iconAddress(row.domain),
    activityCount: row.activityCount,
    lastActivity: row.lastAt && {
      title: row.lastTitle,
      type: row.lastType,
      occurredAt: row.lastAt.toISOString(),
    },
    contributors: row.contributors ?? [],
    creator: row.creatorName === null ? null : { name: row.creatorName },
    createdAt: row.createdAt.toISOString(),
    ...(includeTimeline && { timelineSummary: toSeries(row.days ?? []) }),
  }));
}

/** How many days after the first, and what happened then: external, internal. */
type CountedDay = [offset: number, external: number, internal: number];

interface SelectedAccount {
  id: string;
  name: string;
  domain: string;
  createdAt: Date;
  activityCount: number;
  lastAt: Date | null;
  lastType: ActivityType;
  lastTitle: string;
  creatorName: string | null;
  contributors: AccountRow['contributors'] | null;
  days: CountedDay[] | null;
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
