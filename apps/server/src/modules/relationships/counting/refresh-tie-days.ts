import { isAutomatedAddress } from '@repo/domain/relationships/automated-address';
import { MAX_ADDRESSES } from '@repo/domain/relationships/strength';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { activitiesOfDay, readLevel, showsLevel } from '#platform/database/level-columns.ts';
import { isColleague } from './colleague.ts';
import { uuidInSql } from '#platform/ids.ts';
import type { Contribution, OwnCopies } from './own-copies.ts';
import { storageOf } from '../storage/relationship-storage.ts';

/** A day of an account, YYYY-MM-DD, on which something published came, went or changed. */
export interface AccountDay {
  accountId: string;
  day: string;
}

/** A contact of an account with something on a day that was counted again. */
export interface TouchedContact {
  accountId: string;
  contactId: string;
  /** Null if the contact is no longer in touch on these days. */
  address: string | null;
}

/** The contact of a day when its address is not shared. */
export const WITHHELD_CONTACT = '00000000-0000-0000-0000-000000000000';

/**
 * Counts again the days in touch. On a day, a contributor is in touch with an address of one of the
 * account's domains
 *
 * - by a mail that one of both sent and whose To or Cc names the other; a mail that reached the
 *   contributor through a list or as a hidden copy connects no one;
 * - by a meeting or a call that has begun: with each of its participants.
 *
 * A mail that no person wrote is no contact (docs/decisions/automatic-mail.md). A mail is of the side that
 * sent it, also where its sender is among its own recipients. A meeting or call is of both sides. At the
 * level activity no contact is named: the days are those of `WITHHELD_CONTACT`. Stored is the smallest number
 * of addresses of a day: of To and Cc, or of the other participants.
 *
 * @returns the contacts that are or were in touch on these days.
 */
export async function refreshTieDays(
  tx: Connection,
  workspaceId: string,
  days: readonly AccountDay[],
  now: Date,
): Promise<TouchedContact[]> {
  const inWorkspace = inWorkspaceOf(tx, workspaceId);
  const copies = await storageOf(tx).ownCopies(tx, () =>
    findContributions(tx, workspaceId, days, now),
  );
  const automated = await findAutomatedAddresses(tx, copies, { workspaceId, days });
  const { rows } = await sql<TouchedContact>`
    with ${copies.read} touched as materialized (
      select account.workspace_id, given.account_id, given.day,
        ('.' || account.domain) || array(
          select '.' || further.domain from account_domains further
          where further.workspace_id = account.workspace_id and further.account_id = account.id
            ${inWorkspace('further')}
        ) as endings
      from unnest(
        ${days.map(({ accountId }) => accountId)}::uuid[],
        ${days.map(({ day }) => day)}::date[]
      ) as given(account_id, day)
      join workspace_accounts account
        on account.workspace_id = ${workspaceId} and account.id = given.account_id
    ),
    happened as (
      select touched.*, published.id, published.type = 'email' as is_mail, published.is_named,
        people.senders, people.receivers, people.everyone,
        greatest(1, case published.type when 'email' then cardinality(people.receivers)
          else cardinality(people.everyone) - 1 end) as addresses
      from touched
      cross join lateral ${activitiesOfDay(
        workspaceId,
        { accountId: sql`touched.account_id`, day: sql`touched.day` },
        inWorkspace,
      )} published
      left join lateral (
        select participants from ${copies.withheld}
        where not published.is_named and owner_id = published.owner_id
          and id = published.captured_id
        offset 0
      ) shown on true
      cross join lateral (
        select
          coalesce(array_agg(distinct email) filter (where role = 'from'), '{}') as senders,
          coalesce(array_agg(distinct email) filter (where role in ('to', 'cc')), '{}') as receivers,
          coalesce(array_agg(distinct email), '{}') as everyone
        from jsonb_to_recordset(
          case when published.is_named then published.participants
            else coalesce(shown.participants, '[]') end) as participant(email text, role text)
        where email like '_%@_%'
      ) people
      where published.occurred_at <= ${now}
    ),
    pairs as (
      select happened.*, contributor.user_id, theirs.address,
        not is_mail or own.mine && senders and address = any(receivers) as by_us,
        not is_mail or own.mine && receivers and address = any(senders) as by_them
      from happened
      join account_activity_contributors contributor
        on contributor.workspace_id = happened.workspace_id and contributor.activity_id = happened.id
          ${inWorkspace('contributor')}
      ${copies.join}
      cross join lateral (
        select address from unnest(everyone) as given(address)
        where address <> all(own.mine)
          and exists (
            select from unnest(endings) as ending
            where right('.' || split_part(address, '@', -1), length(ending)) = ending)
          and (not is_mail
            or own.mine && senders and address = any(receivers)
            or own.mine && receivers and address = any(senders))
          -- Another mailbox of the same person.
          and not exists (${copies.mailbox})
      ) theirs
      where addresses <= ${MAX_ADDRESSES} and own.is_automatic is not true
        and (is_named or ${countsUnnamed(workspaceId, automated)})
    ),
    counted as materialized (
      select workspace_id, account_id, contact_id, address, user_id, day,
        min(addresses) as addresses, bool_or(by_us) as by_us, bool_or(by_them) as by_them
      from (
        select workspace_id, account_id, user_id, day, addresses, by_us, by_them,
          case when is_named then ${uuidInSql(sql`account_id || ' ' || address`)}
            else ${WITHHELD_CONTACT}::uuid end as contact_id,
          case when is_named then address end as address
        from pairs
      ) named
      group by workspace_id, account_id, contact_id, address, user_id, day
    ),
    gone as (
      delete from tie_days stored using touched
      where stored.workspace_id = touched.workspace_id
        and stored.account_id = touched.account_id and stored.day = touched.day
        ${inWorkspace('stored')}
        and not exists (
          select from counted
          where counted.account_id = stored.account_id and counted.contact_id = stored.contact_id
            and counted.user_id = stored.user_id and counted.day = stored.day)
      returning stored.account_id, stored.contact_id
    ),
    written as (
      insert into tie_days as stored (
        workspace_id, account_id, contact_id, user_id, day, addresses, by_us, by_them)
      select workspace_id, account_id, contact_id, user_id, day, addresses, by_us, by_them
      from counted
      on conflict (workspace_id, account_id, contact_id, user_id, day) do update
        set (addresses, by_us, by_them) = (excluded.addresses, excluded.by_us, excluded.by_them)
        where (stored.addresses, stored.by_us, stored.by_them)
          is distinct from (excluded.addresses, excluded.by_us, excluded.by_them)
    )
    select account_id as "accountId", contact_id as "contactId", max(address) as address
    from (
      select account_id, contact_id, address from counted
      union all
      select account_id, contact_id, null from gone
    ) both_kinds
    group by account_id, contact_id
    order by account_id, contact_id`.execute(tx);
  return rows;
}

/**
 * Addresses that no one sees count by the same rule as contacts: not those of machines, colleagues or hidden
 * people.
 */
const countsUnnamed = (workspaceId: string, automated: readonly string[]) => sql`(
  address <> all(${automated}::text[]) and not ${isColleague('theirs', sql`${workspaceId}`)}
  and not exists (
    select from contacts known
    where known.workspace_id = ${workspaceId} and known.address = theirs.address
      and not known.is_shown))`;

/** The addresses of machines in activities that are shown at the level activity. */
async function findAutomatedAddresses(
  tx: Connection,
  copies: OwnCopies,
  { workspaceId, days }: { workspaceId: string; days: readonly AccountDay[] },
): Promise<string[]> {
  const inWorkspace = inWorkspaceOf(tx, workspaceId);
  const { rows } = await sql<{ address: string }>`
    with ${copies.read} unnamed as (
      select published.owner_id, published.captured_id
      from unnest(
        ${days.map(({ accountId }) => accountId)}::uuid[],
        ${days.map(({ day }) => day)}::date[]
      ) as given(account_id, day)
      cross join lateral ${activitiesOfDay(
        workspaceId,
        { accountId: sql`given.account_id`, day: sql`given.day` },
        inWorkspace,
      )} published
      where not is_named
    )
    select distinct participant ->> 'email' as address
    from unnamed
    join ${copies.withheld} shown
      on shown.owner_id = unnamed.owner_id and shown.id = unnamed.captured_id
    cross join lateral jsonb_array_elements(shown.participants) participant`.execute(tx);
  return rows.flatMap(({ address }) => (isAutomatedAddress(address) ? [address] : []));
}

async function findContributions(
  tx: Connection,
  workspaceId: string,
  days: readonly AccountDay[],
  now: Date,
): Promise<Contribution[]> {
  const { rows } = await sql<Contribution>`
    select distinct contributor.user_id as "ownerId", contributor.captured_id as "capturedId",
      contributor.captured_id = published.captured_id
        and not ${showsLevel(readLevel('published', inWorkspaceOf(tx, workspaceId)), 'subject')}
        as "isWithheld"
    from unnest(
      ${days.map(({ accountId }) => accountId)}::uuid[],
      ${days.map(({ day }) => day)}::date[]
    ) as given(account_id, day)
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.account_id = given.account_id
        and published.day = given.day and published.occurred_at <= ${now}
    join account_activity_contributors contributor
      on contributor.workspace_id = ${workspaceId} and contributor.activity_id = published.id`.execute(
    tx,
  );
  return rows;
}
