import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { dayIn } from '#platform/database/workspace-time.ts';
import { recentDays } from './recent-days.ts';

/** Accounts in one statement, so that neither memory nor the time of a statement grows without end. */
const chunkSize = 1_000;

/**
 * Writes the read model of accounts of a workspace, what the grid shows, sorts, filters and searches by
 * (docs/decisions/listed-accounts.md), from its sources:
 *
 *   workspace_accounts   contributors, contributor_text                 from account_contributors, users;
 *                                                                      the text also from account_domains
 *                        creator_name, account_owner_name              from users
 *                        external_days, internal_days                  from account_days
 *                        (contributor_count, search and shown are generated from the same row)
 *   listed_accounts      the whole row                                 from workspace_accounts, account_days
 *
 * An account that is being deleted is not listed. This is the only writer of these columns and rows. Code
 * that changes a source calls it in the same transaction, after the change; doing it again changes nothing.
 * The caller has locked the accounts (`lockAccounts`), unless it has just created them.
 *
 * @returns whether something changed.
 */
export async function writeListedAccounts(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  now = new Date(),
): Promise<boolean> {
  let isChanged = false;
  const today = dayIn(sql`${workspaceId}`, sql`${now}::timestamptz`);
  for (let at = 0; at < accountIds.length; at += chunkSize) {
    const written = await writeShown(tx, workspaceId, accountIds.slice(at, at + chunkSize), today);
    const listed = await writeListed(tx, workspaceId, written, today);
    isChanged ||= listed > 0 || written.some((one) => one.isChanged);
  }
  return isChanged;
}

interface Written {
  accountId: string;
  /** Counts of the days that are shown, and the day until which they stay the same. */
  external: number;
  internal: number;
  until: string;
  isChanged: boolean;
}

async function writeShown(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  today: RawBuilder<unknown>,
): Promise<Written[]> {
  const { rows } = await sql<Written>`
    with computed as materialized (
      select account.id, coalesce(creator.name, '') as creator_name,
        coalesce(account_owner.name, '') as account_owner_name, contributors.people,
        contributors.text || further.text as text, recent.*
      from workspace_accounts account
      left join users creator on creator.id = account.created_by
      left join users account_owner on account_owner.id = account.account_owner_id
      cross join lateral (
        select
          coalesce(jsonb_agg(
            jsonb_build_object('user', jsonb_build_object('name', person.name, 'email', person.email))
            order by person.name, person.email), '[]') as people,
          coalesce(string_agg(
            E'\n' || person.name || E'\n' || person.email, ''
            order by person.name, person.email), '') as text
        from account_contributors contributor
        join users person on person.id = contributor.user_id
        where contributor.workspace_id = ${workspaceId} and contributor.account_id = account.id
      ) contributors
      cross join lateral (
        select coalesce(string_agg(E'\n' || domain, '' order by domain), '') as text
        from account_domains
        where workspace_id = ${workspaceId} and account_id = account.id
      ) further
      cross join lateral ${recentDays({ workspaceId: sql`${workspaceId}`, id: sql`account.id` }, today)} recent
      where account.workspace_id = ${workspaceId} and account.id = any(${accountIds}::uuid[])
    ),
    changed as (
      update workspace_accounts account
      set (creator_name, account_owner_name, contributors, contributor_text, external_days,
          internal_days) =
        (computed.creator_name, computed.account_owner_name, computed.people, computed.text,
          computed.external_days, computed.internal_days)
      from computed
      where account.workspace_id = ${workspaceId} and account.id = computed.id
        and (account.creator_name, account.account_owner_name, account.contributors,
            account.contributor_text, account.external_days, account.internal_days)
          is distinct from
          (computed.creator_name, computed.account_owner_name, computed.people, computed.text,
            computed.external_days, computed.internal_days)
      returning account.id
    )
    select id as "accountId", external, internal, until,
      id in (select id from changed) as "isChanged"
    from computed`.execute(tx);
  return rows;
}

async function writeListed(
  tx: Connection,
  workspaceId: string,
  written: readonly Written[],
  today: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql`
    insert into listed_accounts as listed (account_id, workspace_id, name, creator_name,
      account_owner_id, account_owner_name, created_at, last_activity_at, contributor_count, search,
      recent_external, recent_internal, recent_day, recent_until)
    select account.id, account.workspace_id, account.name, account.creator_name,
      account.account_owner_id, account.account_owner_name, account.created_at,
      account.last_activity_at, account.contributor_count, account.search, recent.external,
      recent.internal, ${today}, recent.until
    from unnest(
      ${written.map(({ accountId }) => accountId)}::uuid[],
      ${written.map(({ external }) => external)}::integer[],
      ${written.map(({ internal }) => internal)}::integer[],
      ${written.map(({ until }) => until)}::date[]
    ) as recent(account_id, external, internal, until)
    join workspace_accounts account
      on account.workspace_id = ${workspaceId} and account.id = recent.account_id
        and account.deleted_at is null
    on conflict (workspace_id, account_id) do update
    set (name, creator_name, account_owner_id, account_owner_name, created_at, last_activity_at,
        contributor_count, search,
        recent_external, recent_internal, recent_day, recent_until) =
      (excluded.name, excluded.creator_name, excluded.account_owner_id,
        excluded.account_owner_name, excluded.created_at, excluded.last_activity_at,
        excluded.contributor_count, excluded.search, excluded.recent_external,
        excluded.recent_internal, excluded.recent_day, excluded.recent_until)
    where (listed.name, listed.creator_name, listed.account_owner_id, listed.account_owner_name, listed.created_at, listed.last_activity_at,
        listed.contributor_count, listed.search, listed.recent_external, listed.recent_internal,
        listed.recent_day, listed.recent_until)
      is distinct from
      (excluded.name, excluded.creator_name, excluded.account_owner_id,
        excluded.account_owner_name, excluded.created_at, excluded.last_activity_at,
        excluded.contributor_count, excluded.search, excluded.recent_external,
        excluded.recent_internal, excluded.recent_day, excluded.recent_until)
    returning 1`.execute(tx);
  return rows.length;
}
