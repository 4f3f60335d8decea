import { type Kysely, sql } from 'kysely';

/**
 * The people of accounts who had contact on so many days that they are going quiet when there is none
 * for six weeks: an index finds those of a workspace. What writes the ties writes this table as well, also
 * when everything is withdrawn from an account before it is deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table quiet_candidates (
    workspace_id uuid not null,
    account_id uuid not null,
    person_id uuid not null,
    last_day date not null,
    -- Days in touch in the 84 days that ended with last_day; at least 6.
    days_before integer not null,
    primary key (workspace_id, account_id, person_id)
  )`,
  'create index quiet_candidates_day on quiet_candidates (workspace_id, last_day)',
  `insert into quiet_candidates (workspace_id, account_id, person_id, last_day, days_before)
    select workspace_id, account_id, person_id, last_day, count(distinct day)
    from (
      select contact.workspace_id, contact.account_id, contact.person_id, touch.day,
        max(touch.day) over (
          partition by contact.workspace_id, contact.account_id, contact.person_id) as last_day
      from contacts contact
      join tie_days touch
        on touch.workspace_id = contact.workspace_id and touch.account_id = contact.account_id
          and touch.contact_id = contact.id
      where contact.is_shown
    ) dated
    where day > last_day - 84
    group by workspace_id, account_id, person_id, last_day
    having count(distinct day) >= 6`,
];
