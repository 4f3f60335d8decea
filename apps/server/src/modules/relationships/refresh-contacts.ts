import { isAutomatedAddress } from '@repo/domain/relationships/automated-address';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { hashedId } from './hashed-id.ts';
import type { TouchedContact } from './refresh-tie-days.ts';

/**
 * Adds contacts that are new, and names those that were in touch. A contact is named as on the last
 * day on which it wrote or met, by the last activity of that day that gives a name. What members
 * decided about an address counts in all accounts of the workspace.
 */
export async function refreshContacts(
  tx: Connection,
  touched: readonly TouchedContact[],
  now: Date,
): Promise<void> {
  if (touched.length === 0) return;
  const present = touched.filter(({ address }) => address !== null);
  await sql`
    insert into contacts (workspace_id, account_id, id, address, person_id, is_automated, is_colleague,
      is_hidden_by_hand, hidden_by, merged_by, quiet_dismissed_until, quiet_dismissed_by)
    select given.workspace_id, given.account_id, given.id, given.address,
      coalesce(known.person_id, ${idOfAddress(sql`given.workspace_id`, sql`given.address`)}),
      given.is_automated, ${isColleague('given')}, known.is_hidden_by_hand, known.hidden_by,
      known.merged_by, known.quiet_dismissed_until, known.quiet_dismissed_by
    from unnest(
      ${present.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${present.map(({ accountId }) => accountId)}::uuid[],
      ${present.map(({ contactId }) => contactId)}::uuid[],
      ${present.map(({ address }) => address)}::text[],
      ${present.map(({ address }) => isAutomatedAddress(address ?? ''))}::boolean[]
    ) as given(workspace_id, account_id, id, address, is_automated)
    left join lateral (
      select * from contacts
      where workspace_id = given.workspace_id and address = given.address
      order by person_id limit 1
    ) known on true
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

/** The id of the person that an address is while it is merged with no other. */
export const idOfAddress = (workspaceId: RawBuilder<string>, address: RawBuilder<string>) =>
  hashedId(sql`${workspaceId}::text || ' ' || ${address}::text`);

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
