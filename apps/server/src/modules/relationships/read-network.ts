import { limits } from '@repo/contract/limits';
import { EVIDENCE_DAYS } from '@repo/domain/relationships/evidence';
import { labelOf, strengthOn } from '@repo/domain/relationships/strength';
import { addDays } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { readToday } from '#platform/database/workspace-time.ts';

interface TieRow {
  personId: string;
  userId: string;
  key: number;
  name: string;
  address: string;
  memberName: string;
  memberEmail: string;
  lastDay: string;
  recentDays: number;
  total: number;
}

/** The people of an account with the strongest ties, and the colleagues who know them. */
export async function readNetwork(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
  now = new Date(),
) {
  const today = await readToday(db, workspaceId, now);
  const ofAccount = sql`workspace_id = ${workspaceId} and account_id = ${accountId}`;
  const { rows } = await sql<TieRow>`
    with people as (
      select person_id, sum(key) as strength, count(*) over () as total
      from ties where ${ofAccount}
        and person_id in (select person_id from contacts where ${ofAccount})
      group by person_id order by strength desc, person_id limit ${limits.networkPeople}
    )
    select people.person_id as "personId", people.total, tie.user_id as "userId", tie.key,
      named.name, named.address, member.name as "memberName", member.email as "memberEmail",
      tie.last_day as "lastDay", (
        select count(distinct touch.day)
        from contacts contact
        join tie_days touch
          on touch.workspace_id = contact.workspace_id and touch.account_id = contact.account_id
            and touch.contact_id = contact.id
        where contact.workspace_id = ${workspaceId} and contact.account_id = ${accountId}
          and contact.person_id = people.person_id and contact.is_shown and touch.user_id = tie.user_id
          and touch.day > ${addDays(today, -EVIDENCE_DAYS)}
      ) as "recentDays"
    from people
    join ties tie on tie.workspace_id = ${workspaceId} and tie.account_id = ${accountId}
      and tie.person_id = people.person_id
    join users member on member.id = tie.user_id
    cross join lateral (
      select (array_agg(name order by name = '', address))[1] as name, min(address) as address
      from contacts where ${ofAccount} and person_id = people.person_id and is_shown
    ) named
    order by people.strength desc, people.person_id, tie.user_id`.execute(db);
  const colleagues = strongestColleagues(rows);
  const positionOf = new Map(colleagues.map(({ userId }, index) => [userId, index]));
  // A person whom only colleagues know who are not listed would have no tie.
  const ties = rows.filter(({ userId }) => positionOf.has(userId));
  const people = [...new Map(ties.map((row) => [row.personId, row])).values()];
  return {
    colleagues: colleagues.map(({ memberName, memberEmail }) => ({
      name: memberName,
      email: memberEmail,
    })),
    people: people.map(({ personId, name, address }) => ({ id: personId, name, address })),
    ties: ties.map(({ personId, userId, key, recentDays, lastDay }) => ({
      colleague: positionOf.get(userId) ?? 0,
      person: people.findIndex((one) => one.personId === personId),
      label: labelOf(strengthOn(key, today)),
      recentDays,
      lastDay,
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** The members with the strongest single tie, by name, so that the list does not rank colleagues. */
function strongestColleagues(rows: readonly TieRow[]): TieRow[] {
  const strongest = new Map<string, TieRow>();
  for (const row of rows) {
    if (row.key > (strongest.get(row.userId)?.key ?? -1)) strongest.set(row.userId, row);
  }
  return [...strongest.values()]
    .sort((one, other) => other.key - one.key)
    .slice(0, limits.networkColleagues)
    .sort((one, other) => one.memberName.localeCompare(other.memberName));
}
