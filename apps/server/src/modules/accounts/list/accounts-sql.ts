import { type RawBuilder, sql } from 'kysely';
import type { Given } from '#platform/database/prepared-query.ts';
import { todayIn } from '#platform/database/workspace-time.ts';
import { type Reader, visibleWorkspaces } from '../../auth/visible-accounts.ts';
import { tagsOfAccount } from '../tags/tags-of-account.ts';
import { ownerNow } from '#modules/listed-accounts/owner-now.ts';
import { laterSeries, recentSeries } from '../../listed-accounts/recent-days.ts';
import {
  type AccountsOrder,
  directionOf,
  isAfter,
  needsTies,
  partsByAge,
  sortKey,
} from './accounts-order.ts';
import type { ListedRow } from './listed-row.ts';
import { relationshipField } from './relationship-field.ts';

/**
 * The parameters of the query. Parameters that this form of the query does not use may be absent.
 */
export interface AccountsValues {
  workspaceId: string;
  limit?: number | undefined;
  offset?: number | undefined;
  /** The sort key and the id of the last account of the previous page. */
  afterKey?: string | undefined;
  afterId?: string | undefined;
}

/** Everything that the text of the query depends on. */
export interface AccountsForm {
  order: AccountsOrder;
  includeTimeline: boolean;
  includeRelationships: boolean;
  includeOwners: boolean;
  includeTags: boolean;
  /**
   * The most accounts that are read for one part, at least `limit`; undefined without a limit. It is
   * part of the text, because PostgreSQL plans a query once only where it knows how few rows it
   * reads: with a parameter it makes a plan for each execution.
   */
  readAtMost: number | undefined;
  start: 'first' | 'offset' | 'cursor';
  /** The condition on `listed`, and on `recent` beside it. */
  conditions: readonly RawBuilder<boolean>[];
  needsRecentCounts: boolean;
  /** Whether a condition uses the relationships. */
  needsRelationships: boolean;
  /** Counts recent days again for accounts whose stored counts are outdated. */
  recounts: boolean;
}

/**
 * Selects a page of a workspace's accounts with the columns that the grid shows (`ListedRow`). The
 * database filters and sorts the short rows of `listed_accounts`, and looks up the page's accounts only.
 */
export function accountsSql(
  form: AccountsForm,
  given: Given<AccountsValues>,
  reader: Reader,
): RawBuilder<ListedRow> {
  const { order, readAtMost, start, conditions } = form;
  const hasLimit = readAtMost !== undefined;
  const today = todayIn(given('workspaceId'));
  const needsRecent = form.needsRecentCounts || order.by === 'recentActivity';
  const recent = needsRecent ? recentOf(given('workspaceId'), form.recounts, today) : none;
  const listedWith = (
    joinTies: RawBuilder<unknown>,
  ) => sql`listed_accounts listed ${joinTies} ${recent}
    where listed.workspace_id = ${given('workspaceId')} ${and(conditions)}`;
  const joinTies =
    form.needsRelationships || needsTies(order) ? tiesOf(sql`account_relationships`) : none;
  const listed = listedWith(joinTies);
  const key = sortKey(order);
  const direction = directionOf(order);
  const position = { key: given('afterKey'), id: given('afterId') };
  const limit = given('limit');
  const found = (from: RawBuilder<unknown>) => sql`
    select listed.account_id as id, listed.workspace_id, ${key} as sort_key, ${today} as today,
      ${today} - recent_day as passed, ${isCurrentOn(today)} as holds
    from ${from} ${start === 'cursor' ? sql`and ${isAfter(order, position)}` : none}`;
  /** The first accounts of one part, up to the end of the page. */
  const firstOf = (ties: RawBuilder<unknown>) => sql`(
    ${found(listedWith(tiesOf(ties)))} order by sort_key ${direction}, id ${direction}
    ${hasLimit ? sql`limit ${sql.lit(readAtMost + 1)}` : none}
    ${hasLimit && start === 'offset' ? sql`+ ${given('offset')}` : none})`;
  const byAge = partsByAge(order, today);
  return sql<ListedRow>`
    select
      case when ${isFirstRow} then
        ${conditions.length > 0 ? sql`(select count(*) from ${listed})` : sql`workspace.account_count`}
      end as total,
      case when ${isFirstRow} then
        ${form.recounts || !needsRecent ? sql`false` : staleness(given('workspaceId'), today)}
      end as "isStale",
      ${hasLimit ? lastOfPage(limit) : none} account.*
    from ${visibleWorkspaces(reader)} visible
    join workspaces workspace
      on workspace.id = visible.workspace_id and workspace.id = ${given('workspaceId')}
    left join lateral (
      select id, sort_key::text as key, today, passed, holds,
        row_number() over (order by sort_key ${direction}, id ${direction})
          ${start === 'offset' ? sql`- ${given('offset')}` : none} as number
      from (
        ${byAge ? sql`${firstOf(byAge.current)} union all ${firstOf(byAge.outdated)}` : found(listed)}
      ) found
      order by sort_key ${direction}, id ${direction}
      ${hasLimit ? sql`limit ${sql.lit(readAtMost + 1)}` : none}
      ${start === 'offset' ? sql`offset ${given('offset')}` : none}
    ) page on ${hasLimit ? sql`page.number <= ${limit} + 1` : sql`true`}
    -- One lookup for each of the page: a plan that is made once cannot know how few they are.
    left join lateral (
      select ${columnsOf(form, given('workspaceId'))}
      from workspace_accounts account
      where account.workspace_id = ${given('workspaceId')} and account.id = page.id
        ${hasLimit ? sql`and page.number <= ${limit}` : none} offset 0
    ) account on true
    order by page.number`;
}

const none = sql``;

/** The first row alone has the facts about the whole list: the driver reads the others in less time. */
const isFirstRow = sql`coalesce(page.number, 1) = 1`;

/** The position of the page's last account, in its row alone: the other rows do not need it. */
const lastOfPage = (limit: RawBuilder<unknown>) => sql`
  case when page.number = ${limit} then page.key end as "lastKey",
  case when page.number = ${limit} then page.id end as "lastId",`;

const and = (conditions: readonly RawBuilder<boolean>[]) =>
  sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  );

/** The columns of an account (`AccountColumns`); `page.id` is its id. */
const columnsOf = (
  { includeTimeline, includeRelationships, includeOwners, includeTags }: AccountsForm,
  workspaceId: RawBuilder<string>,
) => sql`
  account.domain, account.shown as stored
  ${includeRelationships ? sql`, ${relationshipField(workspaceId)}::text as relationship` : none}
  ${includeOwners ? sql`, ${ownerField(workspaceId)}::text as owner, account.note` : none}
  ${includeTags ? sql`, ${tagsOfAccount(workspaceId, sql`page.id`)}::text as tags` : none}
  ${includeTimeline ? sql`, ${timelineSummary(workspaceId)} as "timelineSummary"` : none}`;

const ownerField = (workspaceId: RawBuilder<string>) => sql`(
  select json_build_object('name', name, 'email', email)
  from users where id = ${ownerNow(workspaceId, sql`account.account_owner_id`)})`;

/** Every account has such a row. */
const tiesOf = (rows: RawBuilder<unknown>) => sql`
  join ${rows} ties
    on ties.workspace_id = listed.workspace_id and ties.account_id = listed.account_id`;

/** Whether the stored counts of recent days are current. */
const isCurrentOn = (today: RawBuilder<unknown>) =>
  sql`listed.recent_until > ${today} and listed.recent_day <= ${today}`;

/**
 * The counts of each day, stored until something comes or goes, and counted where that has begun. In one
 * subquery for both sides: to prepare one takes as long as some rows, even where it is never run.
 */
const timelineSummary = (workspaceId: RawBuilder<string>) => sql`
  case when page.holds
    then ${summaryOf(
      laterSeries(sql`account.external_days`, sql`page.passed`),
      laterSeries(sql`account.internal_days`, sql`page.passed`),
    )}
    else (
      select ${summaryOf(sql`external`, sql`internal`)}
      from ${recentSeries({ workspaceId, id: sql`account.id` }, sql`page.today`)} series) end`;

/** The field of the response, from counts that are separated by commas. */
const summaryOf = (external: RawBuilder<unknown>, internal: RawBuilder<unknown>) =>
  sql`'{"externalCounts":[' || ${external} || '],"internalCounts":[' || ${internal} || ']}'`;

/** Joins the sums of recent days as `recent`. */
const recentOf = (
  workspaceId: RawBuilder<string>,
  recounts: boolean,
  today: RawBuilder<unknown>,
) =>
  recounts
    ? sql`
      cross join lateral (
        select case when ${isCurrentOn(today)} then recent_external else counted.external end as external,
          case when ${isCurrentOn(today)} then recent_internal else counted.internal end as internal
        from (
          select coalesce(sum(external), 0) as external, coalesce(sum(internal), 0) as internal
          from account_days
          where workspace_id = ${workspaceId} and account_id = listed.account_id
            and not (${isCurrentOn(today)})
            and day between ${today} - 20 and ${today}
        ) counted
      ) recent`
    : sql`
      cross join lateral (
        select recent_external as external, recent_internal as internal
      ) recent`;

/** Whether what happened lately is outdated; for few accounts, and for a minute at most. */
const staleness = (workspaceId: RawBuilder<string>, today: RawBuilder<unknown>) => sql`exists (
  select from listed_accounts
  where workspace_id = ${workspaceId} and recent_until <= ${today})`;
