import { limits } from '@repo/contract/limits';
import type { Colleague, Contact } from '@repo/contract/relationships';
import { EVIDENCE_DAYS } from '@repo/domain/relationships/evidence';
import { isGoingQuiet, quietRule } from '@repo/domain/relationships/going-quiet';
import { labelOf, strengthOn } from '@repo/domain/relationships/strength';
import { addDays } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { readToday } from '#platform/database/workspace-time.ts';
import { countAnswers } from './counting/count-answers.ts';
import { isGoingQuietOn } from './going-quiet-on.ts';
import { isCounted } from './refresh-contacts.ts';

interface Part {
  limit: number;
  offset: number;
  /** The hidden people instead of the others. */
  hidden: boolean;
  /** Words that must each occur in a name or an address. */
  search?: string | undefined;
  /** Only people who are going quiet and were not dismissed. */
  goingQuiet?: boolean;
}

/** The people of an account, the strongest ties first, and how many there are. */
export async function listContacts(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
  { limit, offset, hidden, search = '', goingQuiet = false }: Part,
  now = new Date(),
): Promise<{ people: Contact[]; total: number }> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).map(matchesWord);
  const isQuiet = goingQuiet
    ? sql`and ${isPersonQuietOn(workspaceId, await readToday(db, workspaceId, now))}`
    : sql``;
  const { rows } = await sql<{ personId: string; total: number }>`
    with people as (
      select contact.account_id, contact.person_id, tie.key, tie.last_day,
        min(contact.address) as address, max(contact.quiet_dismissed_until) as quiet_dismissed_until
      from contacts contact
      left join (
        select person_id, sum(key) as key, max(last_day) as last_day
        from ties where workspace_id = ${workspaceId} and account_id = ${accountId}
        group by person_id
      ) tie on tie.person_id = contact.person_id
      where contact.workspace_id = ${workspaceId} and contact.account_id = ${accountId}
      group by contact.account_id, contact.person_id, tie.key, tie.last_day
      having ${sql.join([sql`bool_or(contact.is_shown) <> ${hidden}`, ...words], sql` and `)}
    )
    select person_id as "personId", count(*) over () as total
    from people where true ${isQuiet}
    order by key desc nulls last, address
    limit ${limit} offset ${offset}`.execute(db);
  const ids = rows.map(({ personId }) => personId);
  const contacts = await readContacts(
    db,
    workspaceId,
    { accountIds: [accountId], personIds: ids },
    now,
  );
  const found = new Map(contacts.map(({ contact }) => [contact.id, contact]));
  return { people: ids.flatMap((id) => found.get(id) ?? []), total: rows[0]?.total ?? 0 };
}

const MAX_WORDS = 10;

/** Of the contacts that are one person; an account has too few for an index to be worth its upkeep. */
const matchesWord = (word: string): RawBuilder<boolean> => sql`
  position(lower(${word}) in lower(string_agg(contact.name || ' ' || contact.address, ' '))) > 0`;

/** Whether a row of `people` is going quiet; its days are counted, since only `contacts` has them. */
const isPersonQuietOn = (workspaceId: string, today: string): RawBuilder<boolean> =>
  isGoingQuietOn(
    {
      lastDay: sql`people.last_day`,
      daysBefore: sql`(
        select count(distinct touch.day)
        from contacts contact
        join tie_days touch
          on touch.workspace_id = contact.workspace_id and touch.account_id = contact.account_id
            and touch.contact_id = contact.id
        where contact.workspace_id = ${workspaceId} and contact.account_id = people.account_id
          and contact.person_id = people.person_id and contact.is_shown
          and touch.day > people.last_day - ${quietRule.beforeDays}::integer)`,
      dismissedUntil: sql`people.quiet_dismissed_until`,
    },
    sql`${today}::date`,
  );

interface ContactRow extends Omit<Contact, 'isGoingQuiet' | 'quietDismissal' | 'colleagues'> {
  accountId: string;
  dismissedUntil: string | null;
  dismissedBy: string;
}

interface ColleagueRow extends Omit<Colleague, 'label' | 'directMails' | 'answeredMails'> {
  accountId: string;
  personId: string;
  userId: string;
  key: number | null;
}

/** People as contacts of accounts of a workspace, with the colleagues who know them; in no particular order. */
export async function readContacts(
  db: Connection,
  workspaceId: string,
  { accountIds, personIds }: { accountIds: readonly string[]; personIds: readonly string[] },
  now: Date,
): Promise<{ accountId: string; contact: Contact }[]> {
  if (personIds.length === 0) return [];
  const today = await readToday(db, workspaceId, now);
  const recently = addDays(today, 1 - EVIDENCE_DAYS);
  const days = sql`
    contacts contact
    join tie_days touch
      on touch.workspace_id = contact.workspace_id and touch.account_id = contact.account_id
        and touch.contact_id = contact.id
    where contact.workspace_id = ${workspaceId} and contact.account_id = any(${accountIds}::uuid[])
      and contact.person_id = any(${personIds}::uuid[]) and ${isCounted('contact', workspaceId)}`;
  const { rows: contacts } = await sql<ContactRow>`
    with days as (
      select contact.account_id, contact.person_id, touch.day, bool_or(by_us) as by_us,
        bool_or(by_them) as by_them
      from ${days}
      group by contact.account_id, contact.person_id, touch.day
    ),
    counted as (
      select account_id, person_id, min(day) as first_day, max(day) as last_day, count(*) as days,
        count(*) filter (where day >= ${recently}) as recent_days,
        max(day) filter (where by_us) as last_day_by_us,
        max(day) filter (where by_them) as last_day_by_them
      from days group by account_id, person_id
    ),
    named as (
      select account_id, person_id, array_agg(address order by address) as addresses,
        (array_agg(name order by name = '', address))[1] as name,
        case when bool_or(is_shown) then null when bool_or(is_colleague) then 'colleague'
          when bool_or(is_hidden_by_hand) then 'by-hand' else 'automated' end as hidden,
        ${nameOf(sql`(array_agg(hidden_by) filter (where hidden_by is not null))[1]`)} as hidden_by,
        max(quiet_dismissed_until) as dismissed_until,
        ${nameOf(sql`(array_agg(quiet_dismissed_by order by quiet_dismissed_until desc nulls last))[1]`)}
          as dismissed_by
      from contacts
      where workspace_id = ${workspaceId} and account_id = any(${accountIds}::uuid[])
        and person_id = any(${personIds}::uuid[])
      group by account_id, person_id
    )
    select account_id as "accountId", person_id as id, name, addresses, hidden,
      hidden_by as "hiddenBy", dismissed_until as "dismissedUntil", dismissed_by as "dismissedBy",
      first_day as "firstDay", last_day as "lastDay", days, recent_days as "recentDays",
      last_day_by_us as "lastDayByUs", last_day_by_them as "lastDayByThem",
      (select count(*) from days
        where days.account_id = counted.account_id and days.person_id = counted.person_id
          and days.day > counted.last_day - ${quietRule.beforeDays}::integer) as "daysBefore"
    from counted join named using (account_id, person_id)`.execute(db);
  const { rows: colleagues } = await sql<ColleagueRow>`
    select known.account_id as "accountId", known.person_id as "personId", known.user_id as "userId",
      member.name, member.email, tie.key, known.first_day as "firstDay", known.last_day as "lastDay",
      known.days, known.recent_days as "recentDays"
    from (
      select contact.account_id, contact.person_id, touch.user_id, min(touch.day) as first_day,
        max(touch.day) as last_day, count(distinct touch.day) as days,
        count(distinct touch.day) filter (where touch.day >= ${recently}) as recent_days
      from ${days}
      group by contact.account_id, contact.person_id, touch.user_id
    ) known
    join users member on member.id = known.user_id
    left join ties tie
      on tie.workspace_id = ${workspaceId} and tie.account_id = known.account_id
        and tie.person_id = known.person_id
        and tie.user_id = known.user_id
    order by tie.is_first desc nulls last, tie.key desc nulls last, member.name, member.id`.execute(
    db,
  );
  const byPerson = new Map(
    [...Map.groupBy(colleagues, (one) => `${one.accountId} ${one.personId}`)].map(
      ([key, ofPerson]) => [key, ofPerson.slice(0, limits.colleaguesPerPerson)],
    ),
  );
  const answers = await countAnswers(db, workspaceId, [...byPerson.values()].flat(), today);
  return contacts.map(({ accountId, dismissedUntil, dismissedBy, ...contact }) => ({
    accountId,
    contact: {
      ...contact,
      ...quietOf(contact, today, dismissedUntil, dismissedBy),
      colleagues: (byPerson.get(`${accountId} ${contact.id}`) ?? []).map(
        ({ personId, userId, key, ...colleague }) => ({
          name: colleague.name,
          email: colleague.email,
          firstDay: colleague.firstDay,
          lastDay: colleague.lastDay,
          days: colleague.days,
          recentDays: colleague.recentDays,
          label: labelOf(strengthOn(key ?? 0, today)),
          ...(answers.get(`${accountId} ${personId} ${userId}`) ?? {
            directMails: 0,
            answeredMails: 0,
          }),
        }),
      ),
    },
  }));
}

const nameOf = (userId: RawBuilder<unknown>) =>
  sql`coalesce((select name from users where id = ${userId}), '')`;

/** A dismissal counts up to its day. */
function quietOf(
  contact: Pick<Contact, 'lastDay' | 'daysBefore' | 'hidden'>,
  today: string,
  until: string | null,
  by: string,
): Pick<Contact, 'isGoingQuiet' | 'quietDismissal'> {
  const quietDismissal = until === null || until < today ? null : { until, by };
  const isNamed = contact.hidden === null && quietDismissal === null;
  return { isGoingQuiet: isNamed && isGoingQuiet(contact, today), quietDismissal };
}
