import type { AccountRow, AccountSort } from '@repo/contract/accounts';
import { addDays, businessDayOf } from '@repo/domain/business-day';
import { summaryDays } from '@repo/domain/timeline-window';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { isDataException } from '../../../platform/database/is-data-exception.ts';
import { planOnce } from '../../../platform/database/plan-once.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import type { IconAddress } from '../icons/icon-address.ts';
import { type AccountsFilter, filterConditions } from './accounts-filter.ts';
import {
  type AccountsOrder,
  directionOf,
  isAfter,
  readCursor,
  type SortDirection,
  sortKey,
  writeCursor,
  wrongCursor,
} from './accounts-order.ts';
import { type SelectedAccount, toAccountRow } from './to-account-row.ts';

export interface AccountsRequest extends AccountsFilter {
  includeTimeline: boolean;
  /** The longest part that is wanted; all that match where absent. */
  limit?: number | undefined;
  cursor?: string | undefined;
  offset?: number | undefined;
  sort?: AccountSort | undefined;
  order?: SortDirection | undefined;
}

export interface AccountsAnswer {
  accounts: AccountRow[];
  /** With a limit: how many match, and where the next part begins unless this is the last. */
  page?: { total: number; nextCursor?: string };
}

/**
 * The accounts of a workspace with what the grid shows of them, in one query.
 *
 * @throws AppError NOT_FOUND for whoever is no member; VALIDATION_FAILED for a cursor of another list.
 */
export async function listAccounts(
  db: Connection,
  iconAddress: IconAddress,
  { personId, workspaceId }: { personId: string; workspaceId: string },
  request: AccountsRequest,
  now = new Date(),
): Promise<AccountsAnswer> {
  const { limit } = request;
  const order = { by: request.sort ?? 'name', direction: request.order ?? 'ASC' };
  const query = accountsQuery({ personId, workspaceId }, request, order, now);
  const { rows } = await query.execute(db).catch((error: unknown) => {
    // A key that is none of this order's type.
    throw request.cursor !== undefined && isDataException(error) ? wrongCursor(error) : error;
  });
  const [found] = rows;
  if (found === undefined) throw notFound('Workspace');
  const selected = found.accounts ?? [];
  const shown = limit === undefined ? selected : selected.slice(0, limit);
  const accounts = shown.map((account) => toAccountRow(account, iconAddress));
  if (limit === undefined) return { accounts };
  const last = selected.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last && writeCursor(order, { key: last.key, id: last.id });
  return { accounts, page: { total: found.total, ...(nextCursor && { nextCursor }) } };
}

interface Found {
  total: number;
  accounts: SelectedAccount[] | null;
}

interface Reader {
  personId: string;
  workspaceId: string;
}

/** One row for a member, none for anybody else. One account more than the limit tells of a next part. */
export function accountsQuery(
  { personId, workspaceId }: Reader,
  request: AccountsRequest,
  order: AccountsOrder,
  now: Date,
): RawBuilder<Found> {
  const { limit, cursor, offset = 0, includeTimeline } = request;
  const today = businessDayOf(now);
  const days = { first: addDays(today, 1 - summaryDays), last: today };
  const conditions = filterConditions(request, now);
  const isNarrowed = conditions.length > 0;
  const recent = request.balance !== undefined || order.by === 'recentActivity';
  const from = sql`workspace_accounts account ${recent ? recentDays(workspaceId, days) : none}
    where account.workspace_id = ${workspaceId} ${and(conditions)}`;
  const after = cursor === undefined ? [] : [isAfter(order, readCursor(order, cursor))];
  const direction = directionOf(order);
  const start = cursor === undefined && offset > 0 ? sql`offset ${offset}` : none;
  // The order is found in an index alone; only then the rows are read.
  const page = sql`
    select account.id, ${sortKey(order)} as key from ${from} ${and(after)}
    order by ${sortKey(order)} ${direction}, account.id ${direction}
    ${limit === undefined ? none : sql`limit ${limit + 1}`} ${start}`;
  return sql<Found>`${isNarrowed ? none : planOnce}
    select ${isNarrowed ? sql`(select count(*) from ${from})` : sql`workspace.account_count`} as total,
      (
        select json_agg(json_build_object(
          'id', account.id, 'name', account.name, 'domain', account.domain, 'key', page.key::text,
          'createdAt', ${milliseconds('account.created_at')},
          'activityCount', account.activity_count,
          'lastAt', ${milliseconds('account.last_activity_at')},
          'lastType', account.last_activity_type, 'lastTitle', account.last_activity_title,
          'creatorName', account.creator_name, 'contributors', account.contributors
          ${includeTimeline ? sql`, 'days', ${countedDays(days)}` : none}
        ) order by page.key ${direction}, page.id ${direction})
        from (${page}) page
        -- One lookup for each: a plan that is made once cannot know how few they are.
        cross join lateral (select * from workspace_accounts where id = page.id offset 0) account
      ) as accounts
    from memberships membership
    join workspaces workspace on workspace.id = membership.workspace_id
    where membership.user_id = ${personId} and membership.workspace_id = ${workspaceId}`;
}

interface Days {
  first: string;
  last: string;
}

const none = sql``;

const and = (conditions: RawBuilder<boolean>[]) =>
  sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  );

/** Since 1970. */
const milliseconds = (column: string) =>
  sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;

/** What happened on each day that anything did: days after the first, external, internal. */
const countedDays = ({ first, last }: Days) => sql`(
  select json_agg(json_build_array(day - ${first}::date, external, internal))
  from account_days where account_id = account.id and day between ${first} and ${last})`;

/** The counts of those days together, for each account that has any. */
const recentDays = (workspaceId: string, { first, last }: Days) => sql`
  left join (
    select account_id, sum(external) as external, sum(internal) as internal from account_days
    where workspace_id = ${workspaceId} and day between ${first} and ${last}
    group by account_id
  ) recent on recent.account_id = account.id`;
