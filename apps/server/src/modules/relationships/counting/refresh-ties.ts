import { firstColleague } from '@repo/domain/relationships/first-colleague';
import { quietRule } from '@repo/domain/relationships/going-quiet';
import { FIRST_KEY_DAY, HALF_LIFE_DAYS, KEY_EPOCH } from '@repo/domain/relationships/strength';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { WITHHELD_CONTACT } from './refresh-tie-days.ts';

/** A person as a contact of an account; the nil id for days whose contact is withheld. */
export interface AccountPerson {
  accountId: string;
  personId: string;
}

interface StoredTie {
  accountId: string;
  personId: string;
  userId: string;
  key: number;
  isFirst: boolean;
}

/** The persons that contacts belong to. */
export async function personsOf(
  tx: Connection,
  workspaceId: string,
  contacts: readonly { accountId: string; contactId: string }[],
): Promise<AccountPerson[]> {
  const { rows } = await sql<AccountPerson>`
    select distinct given.account_id as "accountId",
      coalesce(contact.person_id, given.contact_id) as "personId"
    from unnest(
      ${contacts.map(({ accountId }) => accountId)}::uuid[],
      ${contacts.map(({ contactId }) => contactId)}::uuid[]
    ) as given(account_id, contact_id)
    left join contacts contact
      on contact.workspace_id = ${workspaceId} and contact.id = given.contact_id`.execute(tx);
  return rows;
}

/**
 * Sums up the days in touch of some persons, for each colleague: a person with several addresses
 * counts once on a day, by the email to the fewest. Hidden contacts, automated addresses and
 * colleagues have no ties. A key is always summed again in the order of days, never added to: what
 * remains after a subtraction would be off. Also stores who had contact on enough days to be going quiet
 * once there is none (`quiet_candidates`).
 */
export async function refreshTies(
  tx: Connection,
  workspaceId: string,
  persons: readonly AccountPerson[],
): Promise<void> {
  if (persons.length === 0) return;
  const inWorkspace = inWorkspaceOf(tx, workspaceId);
  const { rows } = await sql<StoredTie>`
    with touched as materialized (
      select ${workspaceId}::uuid as workspace_id, * from unnest(
        ${persons.map(({ accountId }) => accountId)}::uuid[],
        ${persons.map(({ personId }) => personId)}::uuid[]
      ) as given(account_id, person_id)
    ),
    members as (
      select touched.workspace_id, touched.account_id, touched.person_id, contact.id as contact_id
      from touched join contacts contact using (workspace_id, account_id, person_id)
      where contact.is_shown ${inWorkspace('contact')}
      union all
      -- Days with a withheld contact belong to the person without a name.
      select workspace_id, account_id, person_id, person_id from touched
    ),
    days as (
      select members.workspace_id, members.account_id, members.person_id, stored.user_id, stored.day,
        min(stored.addresses) as addresses
      from members cross join lateral (
        select user_id, day, addresses from tie_days
        where workspace_id = members.workspace_id and account_id = members.account_id
          and contact_id = members.contact_id ${inWorkspace('tie_days')}
        offset 0
      ) stored
      group by members.workspace_id, members.account_id, members.person_id, stored.user_id, stored.day
    ),
    summed as materialized (
      select workspace_id, account_id, person_id, user_id, max(day) as last_day,
        sum(
          2 ^ ((greatest(day, ${FIRST_KEY_DAY}::date) - ${KEY_EPOCH}::date) / ${HALF_LIFE_DAYS}::float8)
            / addresses order by day) as key
      from days
      group by workspace_id, account_id, person_id, user_id
    ),
    gone as (
      delete from ties stored using touched
      where stored.workspace_id = touched.workspace_id and stored.account_id = touched.account_id
        and stored.person_id = touched.person_id ${inWorkspace('stored')}
        and not exists (
          select from summed
          where summed.account_id = stored.account_id and summed.person_id = stored.person_id
            and summed.user_id = stored.user_id)
    ),
    written as (
      insert into ties as stored (workspace_id, account_id, person_id, user_id, key, last_day)
      select workspace_id, account_id, person_id, user_id, key, last_day from summed
      on conflict (workspace_id, account_id, person_id, user_id) do update
        set (key, last_day) = (excluded.key, excluded.last_day)
        where (stored.key, stored.last_day) is distinct from (excluded.key, excluded.last_day)
    ),
    candidates as materialized (
      select workspace_id, account_id, person_id, last_day, count(distinct day) as days_before
      from (
        select *, max(day) over (partition by workspace_id, account_id, person_id) as last_day from days
      ) dated
      where day > last_day - ${quietRule.beforeDays}::integer and person_id <> ${WITHHELD_CONTACT}
      group by workspace_id, account_id, person_id, last_day
      having count(distinct day) >= ${quietRule.minimumDays}
    ),
    candidates_gone as (
      delete from quiet_candidates stored using touched
      where stored.workspace_id = touched.workspace_id and stored.account_id = touched.account_id
        and stored.person_id = touched.person_id ${inWorkspace('stored')}
        and not exists (
          select from candidates
          where candidates.account_id = stored.account_id and candidates.person_id = stored.person_id)
    ),
    candidates_written as (
      insert into quiet_candidates as stored (
        workspace_id, account_id, person_id, last_day, days_before)
      select workspace_id, account_id, person_id, last_day, days_before from candidates
      on conflict (workspace_id, account_id, person_id) do update
        set (last_day, days_before) = (excluded.last_day, excluded.days_before)
        where (stored.last_day, stored.days_before)
          is distinct from (excluded.last_day, excluded.days_before)
    )
    select summed.account_id as "accountId", summed.person_id as "personId",
      summed.user_id as "userId", summed.key, coalesce(stored.is_first, false) as "isFirst"
    from summed
    left join ties stored
      on stored.workspace_id = summed.workspace_id and stored.account_id = summed.account_id
        and stored.person_id = summed.person_id and stored.user_id = summed.user_id
        ${inWorkspace('stored')}
    order by summed.account_id, summed.person_id, summed.user_id`.execute(tx);
  await nameFirstColleagues(tx, workspaceId, rows);
}

async function nameFirstColleagues(
  tx: Connection,
  workspaceId: string,
  ties: readonly StoredTie[],
): Promise<void> {
  const persons = Map.groupBy(ties, ({ accountId, personId }) => `${accountId} ${personId}`);
  const wrong = [...persons.values()].flatMap((ofPerson) => {
    const first = firstColleague(ofPerson, ofPerson.find(({ isFirst }) => isFirst)?.userId);
    return ofPerson.filter(({ userId, isFirst }) => isFirst !== (userId === first));
  });
  if (wrong.length === 0) return;
  await sql`
    update ties stored set is_first = not stored.is_first
    from unnest(
      ${wrong.map(({ accountId }) => accountId)}::uuid[],
      ${wrong.map(({ personId }) => personId)}::uuid[],
      ${wrong.map(({ userId }) => userId)}::uuid[]
    ) as given(account_id, person_id, user_id)
    where stored.workspace_id = ${workspaceId} and stored.account_id = given.account_id
      and stored.person_id = given.person_id and stored.user_id = given.user_id`.execute(tx);
}
