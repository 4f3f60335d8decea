import { ANSWER_DAYS, DIRECT_ADDRESSES } from '@repo/domain/relationships/evidence';
import { addDays, type BusinessDay } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';

interface Pair {
  accountId: string;
  personId: string;
  userId: string;
}

interface Answers {
  directMails: number;
  answeredMails: number;
}

/**
 * Counts the direct mails of colleagues of a workspace to people in 26 weeks, and how many of them were answered: by
 * a later mail of the person in the same thread. By account, person and user.
 */
export async function countAnswers(
  db: Connection,
  workspaceId: string,
  pairs: readonly Pair[],
  today: BusinessDay,
): Promise<Map<string, Answers>> {
  if (pairs.length === 0) return new Map();
  const since = addDays(today, 1 - ANSWER_DAYS);
  const { rows } = await sql<Pair & Answers>`
    with pairs as materialized (
      select given.*, array(
        select address from contacts
        where workspace_id = ${workspaceId} and account_id = given.account_id
          and person_id = given.person_id) as addresses
      from unnest(
        ${pairs.map(({ accountId }) => accountId)}::uuid[],
        ${pairs.map(({ personId }) => personId)}::uuid[],
        ${pairs.map(({ userId }) => userId)}::uuid[]
      ) as given(account_id, person_id, user_id)
    ),
    days as materialized (
      select distinct pairs.*, touch.workspace_id, touch.day
      from pairs
      join contacts contact
        on contact.workspace_id = ${workspaceId} and contact.account_id = pairs.account_id
          and contact.person_id = pairs.person_id
      join tie_days touch
        on touch.workspace_id = contact.workspace_id and touch.account_id = contact.account_id
          and touch.contact_id = contact.id and touch.user_id = pairs.user_id
      where touch.by_us and touch.addresses <= ${DIRECT_ADDRESSES} and touch.day >= ${since}
    ),
    mails as (
      select days.*, mail.id, mail.thread_id, mail.occurred_at
      from days
      join account_activities mail
        on mail.workspace_id = ${workspaceId} and mail.account_id = days.account_id and mail.day = days.day
          and mail.type = 'email'
      cross join lateral (
        select array_agg(email) filter (where role = 'from') as senders,
          array_agg(distinct email) filter (where role in ('to', 'cc')) as receivers
        from jsonb_to_recordset(mail.participants) as participant(email text, role text)
      ) people
      where cardinality(receivers) <= ${DIRECT_ADDRESSES} and receivers && addresses
        and exists (
          select from account_activity_contributors contributor
          join captured_activities captured
            on captured.owner_id = contributor.user_id and captured.id = contributor.captured_id
          where contributor.workspace_id = days.workspace_id and contributor.activity_id = mail.id
            and contributor.user_id = days.user_id and lower(captured.source) = any(senders))
    )
    select account_id as "accountId", person_id as "personId", user_id as "userId",
      count(*) as "directMails",
      count(*) filter (where exists (
        select from account_activities answer
        where answer.workspace_id = ${workspaceId} and answer.account_id = mails.account_id 
          and answer.thread_id = mails.thread_id
          and answer.occurred_at > mails.occurred_at
          and exists (
            select from jsonb_to_recordset(answer.participants) as sender(email text, role text)
            where sender.role = 'from' and sender.email = any(mails.addresses)))
      ) as "answeredMails"
    from mails
    group by account_id, person_id, user_id`.execute(db);
  return new Map(
    rows.map(({ accountId, personId, userId, ...answers }) => [
      `${accountId} ${personId} ${userId}`,
      answers,
    ]),
  );
}
