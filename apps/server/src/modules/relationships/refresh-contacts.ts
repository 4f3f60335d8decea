import { isAutomatedAddress } from '@repo/domain/relationships/automated-address';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { hashedId } from './hashed-id.ts';
import type { TouchedContact } from './refresh-tie-days.ts';

/**
 * Adds contacts that are new, and names those that were in touch. A contact is named as on the last day on which it wrote or met, by the
 * last activity of that day that gives a name.
 */
export async function refreshContacts(
  tx: Connection,
  touched: readonly TouchedContact[],
  now: Date,
): Promise<void> {
  if (touched.length === 0) return;
  const present = touched.filter(({ address }) => address !== null);
  await sql`
    insert into contacts (workspace_id, account_id, id, address, person_id, is_automated, is_colleague)
    select given.workspace_id, given.account_id, given.id, given.address,
      coalesce(
        (select min(known.person_id::text)::uuid from contacts known
          where known.workspace_id = given.workspace_id and known.address = given.address),
        ${hashedId(sql`given.workspace_id || ' ' || given.address`)}),
      given.is_automated, ${isColleague('given')}
    from unnest(
      ${present.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${present.map(({ accountId }) => accountId)}::uuid[],
      ${present.map(({ contactId }) => contactId)}::uuid[],
      ${present.map(({ address }) => address)}::text[],
      ${present.map(({ address }) => isAutomatedAddress(address ?? ''))}::boolean[]
    ) as given(workspace_id, account_id, id, address, is_automated)
    on conflict (workspace_id, id) do nothing`.execute(tx);
  const ids = touched.map(({ contactId }) => contactId);
  const workspaceIds = [...new Set(touched.map(({ workspaceId }) => workspaceId))];
  await sql`
    update contacts contact set name = coalesce(found.name, '')
    from contacts known
    cross join lateral (
      select coalesce(max(day) filter (where by_them), max(day)) as day from tie_days
      where workspace_id = known.workspace_id and account_id = known.account_id
        and contact_id = known.id
    ) last
    left join lateral (
      select participant.name
      from account_activities published
      cross join lateral jsonb_to_recordset(published.participants) as participant(name text, email text)
      where published.account_id = known.account_id and published.day = last.day
        and published.occurred_at <= ${now}
        and participant.email = known.address and participant.name <> ''
      order by published.occurred_at desc, published.id desc, participant.name limit 1
    ) found on true
    where known.workspace_id = any(${workspaceIds}::uuid[]) and known.id = any(${ids}::uuid[])
      and contact.workspace_id = known.workspace_id and contact.id = known.id
      and contact.name is distinct from coalesce(found.name, '')`.execute(tx);
}

/** Whether the address of a row is that of a member of its workspace. */
export const isColleague = (row: string) => sql<boolean>`exists (
  select from users member
  join memberships membership on membership.user_id = member.id
  where member.email = ${sql.ref(`${row}.address`)}
    and membership.workspace_id = ${sql.ref(`${row}.workspace_id`)})`;

/** Removes contacts that no one is in touch with, of those that a condition on `contact` names. */
export async function removeUnusedContacts(
  tx: Connection,
  condition: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    delete from contacts contact
    where ${condition} and not exists (
      select from tie_days
      where workspace_id = contact.workspace_id and account_id = contact.account_id
        and contact_id = contact.id)`.execute(tx);
}
