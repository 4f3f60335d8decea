import { isAutomatedAddress } from '@repo/domain/relationships/automated-address';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { activitiesOfDay } from '#platform/database/level-columns.ts';
import { isColleague } from './counting/colleague.ts';
import { uuidInSql } from '#platform/ids.ts';
import type { TouchedContact } from './counting/refresh-tie-days.ts';
import { noteEntries } from '../listed-accounts/note-entries.ts';

/**
 * Adds new contacts, and names those that were in touch. A contact has the name of the last day on which it
 * wrote or met, from the day's last activity with a name. Members' decisions about an address apply to all
 * accounts of the workspace.
 */
export async function refreshContacts(
  tx: Connection,
  workspaceId: string,
  touched: readonly TouchedContact[],
  now: Date,
): Promise<void> {
  if (touched.length === 0) return;
  const present = touched.filter(({ address }) => address !== null);
  const { rows: added } = await sql<{ id: string }>`
    insert into contacts (workspace_id, account_id, id, address, person_id, is_automated, is_colleague,
      is_hidden_by_hand, hidden_by, merged_by, quiet_dismissed_until, quiet_dismissed_by)
    select given.workspace_id, given.account_id, given.id, given.address,
      coalesce(known.person_id, ${idOfAddress(sql`given.workspace_id`, sql`given.address`)}),
      given.is_automated, ${isColleague('given')}, known.is_hidden_by_hand, known.hidden_by,
      known.merged_by, known.quiet_dismissed_until, known.quiet_dismissed_by
    from (select ${workspaceId}::uuid as workspace_id, * from unnest(
      ${present.map(({ accountId }) => accountId)}::uuid[],
      ${present.map(({ contactId }) => contactId)}::uuid[],
      ${present.map(({ address }) => address)}::text[],
      ${present.map(({ address }) => isAutomatedAddress(address ?? ''))}::boolean[]
    ) as present(account_id, id, address, is_automated)) given
    left join lateral (
      select * from contacts
      where workspace_id = ${workspaceId} and address = given.address
      order by person_id limit 1
    ) known on true
    on conflict (workspace_id, id) do nothing
    returning id`.execute(tx);
  const ids = touched.map(({ contactId }) => contactId);
  // A day is read once for all of its contacts. They are brought together by grouping, because the
  // planner cannot know how many there are, and a join would compare each with each.
  const { rows: named } = await sql<{ id: string }>`
    with known as materialized (
      select contact.account_id, contact.id, contact.address, last.day
      from contacts contact
      cross join lateral (
        select coalesce(max(day) filter (where by_them), max(day)) as day from tie_days
        where workspace_id = ${workspaceId} and account_id = contact.account_id
          and contact_id = contact.id
      ) last
      where contact.workspace_id = ${workspaceId} and contact.id = any(${ids}::uuid[])
    ),
    mentions as (
      select account_id, day, address, id as contact_id, null as name, null::timestamptz as at,
        null::uuid as activity_id
      from known
      union all
      select days.account_id, days.day, participant.email, null, nullif(participant.name, ''),
        published.occurred_at, published.id
      from (select distinct account_id, day from known) days
      cross join lateral ${activitiesOfDay(
        workspaceId,
        { accountId: sql`days.account_id`, day: sql`days.day` },
        inWorkspaceOf(tx, workspaceId),
      )} published
      cross join lateral jsonb_to_recordset(published.participants) as participant(name text, email text)
      where published.is_named and published.occurred_at <= ${now}
    ),
    found as (
      select (array_agg(contact_id) filter (where contact_id is not null))[1] as id,
        (array_agg(name order by at desc, activity_id desc, name) filter (where name is not null))[1]
          as name
      from mentions
      group by account_id, day, address
      having count(contact_id) > 0
    )
    update contacts contact set name = coalesce(found.name, '')
    from found
    where contact.workspace_id = ${workspaceId} and contact.id = found.id
      and contact.name is distinct from coalesce(found.name, '')
    returning contact.id`.execute(tx);
  await noteEntries(
    tx,
    workspaceId,
    'person',
    [...added, ...named].map(({ id }) => id),
  );
}

/** The id of the person that an address is while it is merged with no other. */
export const idOfAddress = (workspaceId: RawBuilder<string>, address: RawBuilder<string>) =>
  uuidInSql(sql`${workspaceId}::text || ' ' || ${address}::text`);

/**
 * Whether the days of a contact count for its person. Where some of the person's addresses are hidden, the
 * days of the others count, as in the ties; where all are hidden, all count.
 */
export const isCounted = (contact: string, workspaceId: string) => sql<boolean>`(
  ${sql.ref(`${contact}.is_shown`)} or not exists (
    select from contacts other
    where other.workspace_id = ${workspaceId}
      and other.account_id = ${sql.ref(`${contact}.account_id`)}
      and other.person_id = ${sql.ref(`${contact}.person_id`)} and other.is_shown))`;

/** Removes a workspace's contacts that match a condition and have no day in touch. */
export async function removeUnusedContacts(
  tx: Connection,
  workspaceId: string,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from contacts contact
    where workspace_id = ${workspaceId} and ${condition} and not exists (
      select from tie_days
      where workspace_id = ${workspaceId} and account_id = contact.account_id
        and contact_id = contact.id)
    returning contact.id`.execute(tx);
  await noteEntries(
    tx,
    workspaceId,
    'person',
    rows.map(({ id }) => id),
  );
}
