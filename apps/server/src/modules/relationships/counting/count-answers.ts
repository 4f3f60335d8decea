import { ANSWER_DAYS, DIRECT_ADDRESSES } from '@repo/domain/relationships/evidence';
import { addDays, type BusinessDay } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { type InWorkspace, inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { activitiesOfDay, readLevel, showsLevel } from '#platform/database/level-columns.ts';
import type { Contribution, OwnCopies } from './own-copies.ts';
import { isCounted } from '../refresh-contacts.ts';
import { storageOf } from '../storage/relationship-storage.ts';

interface Pair {
  accountId: string;
  personId: string;
  userId: string;
}

interface Answers {
  directMails: number;
  answeredMails: number;
}

/** Mails that are counted at a time on a cluster, where their copies are read first and sent with the statement. */
const PAGE_SIZE = 2_000;

/**
 * Counts the direct mails of colleagues of a workspace to people in 26 weeks, and how many of them were
 * answered: by a later mail of the person in the same thread that is not automatic in at least one copy. By
 * account, person and user.
 */
export async function countAnswers(
  db: Connection,
  workspaceId: string,
  pairs: readonly Pair[],
  today: BusinessDay,
): Promise<Map<string, Answers>> {
  if (pairs.length === 0) return new Map();
  const since = addDays(today, 1 - ANSWER_DAYS);
  const scope = { workspaceId, inWorkspace: inWorkspaceOf(db, workspaceId) };
  const mailsOf = (page?: readonly string[]) => mailsTo(scope, pairs, { since, page });
  const answers = new Map<string, Answers>();
  const storage = storageOf(db);
  const pages = storage.pages(PAGE_SIZE, (after) =>
    sql<{ id: string }>`
      with ${mailsOf()} select id from mails where id > ${after} order by id limit ${PAGE_SIZE}`.execute(
      db,
    ),
  );
  for await (const page of pages) {
    const copies = await storage.ownCopies(db, () =>
      findContributions(db, workspaceId, pairs, page ?? []),
    );
    for (const counted of await countPage(db, workspaceId, copies, mailsOf(page))) {
      const key = `${counted.accountId} ${counted.personId} ${counted.userId}`;
      const { directMails, answeredMails } = answers.get(key) ?? nothing;
      answers.set(key, {
        directMails: directMails + counted.directMails,
        answeredMails: answeredMails + counted.answeredMails,
      });
    }
  }
  return answers;
}

const nothing: Answers = { directMails: 0, answeredMails: 0 };

/** Counts the direct emails among these. Any email may answer them. */
async function countPage(
  db: Connection,
  workspaceId: string,
  copies: OwnCopies,
  mails: RawBuilder<unknown>,
): Promise<(Pair & Answers)[]> {
  const { rows } = await sql<Pair & Answers>`
    with ${copies.read} ${mails},
    direct as materialized (
      select distinct pairs.account_id, pairs.person_id, pairs.user_id, mails.id, mails.thread_id,
        mails.occurred_at
      from mails
      cross join unnest(mails.receivers) as receiver(address)
      join pairs on pairs.account_id = mails.account_id and pairs.address = receiver.address
      where exists (
        select from account_activity_contributors contributor ${copies.join}
        where contributor.workspace_id = ${workspaceId} and contributor.activity_id = mails.id
          and contributor.user_id = pairs.user_id and own.mine && mails.senders)
    ),
    last_answers as materialized (
      select pairs.account_id, pairs.person_id, pairs.user_id, threads.thread_id,
        max(answer.occurred_at) as occurred_at
      from (select distinct account_id, thread_id from direct) threads
      join account_activities answer
        on answer.workspace_id = ${workspaceId} and answer.account_id = threads.account_id
          and answer.thread_id = threads.thread_id
      cross join lateral jsonb_to_recordset(answer.participants) as sender(email text, role text)
      join pairs on pairs.account_id = threads.account_id and pairs.address = sender.email
      where sender.role = 'from' and ${isNamed(workspaceId, 'answer')} and exists (
        select from account_activity_contributors contributor ${copies.join}
        where contributor.workspace_id = ${workspaceId} and contributor.activity_id = answer.id
          and own.is_automatic is not true)
      group by pairs.account_id, pairs.person_id, pairs.user_id, threads.thread_id
    )
    select account_id as "accountId", person_id as "personId", user_id as "userId",
      count(*) as "directMails",
      count(*) filter (where last_answers.occurred_at > direct.occurred_at) as "answeredMails"
    from direct
    left join last_answers using (account_id, person_id, user_id, thread_id)
    group by account_id, person_id, user_id`.execute(db);
  return rows;
}

/**
 * Parts of a statement: `pairs` with their contacts, and `mails` to these, only the page's where there are
 * pages. Reads each day and each thread once for all pairs, which have most of them in common.
 */
const mailsTo = (
  { workspaceId, inWorkspace }: { workspaceId: string; inWorkspace: InWorkspace },
  pairs: readonly Pair[],
  { since, page }: { since: BusinessDay; page?: readonly string[] | undefined },
): RawBuilder<unknown> => sql`
    pairs as materialized (
      select given.*, contact.id as contact_id, contact.address
      from unnest(
        ${pairs.map(({ accountId }) => accountId)}::uuid[],
        ${pairs.map(({ personId }) => personId)}::uuid[],
        ${pairs.map(({ userId }) => userId)}::uuid[]
      ) as given(account_id, person_id, user_id)
      join contacts contact
        on contact.workspace_id = ${workspaceId} and contact.account_id = given.account_id
          and contact.person_id = given.person_id
      where ${isCounted('contact', workspaceId)}
    ),
    days as materialized (
      select distinct touch.account_id, touch.day
      from pairs
      join tie_days touch
        on touch.workspace_id = ${workspaceId} and touch.account_id = pairs.account_id
          and touch.contact_id = pairs.contact_id and touch.user_id = pairs.user_id
      where touch.by_us and touch.addresses <= ${DIRECT_ADDRESSES} and touch.day >= ${since}
    ),
    mails as materialized (
      select days.account_id, mail.id, mail.thread_id, mail.occurred_at,
        people.senders, people.receivers
      from days
      cross join lateral ${activitiesOfDay(
        workspaceId,
        { accountId: sql`days.account_id`, day: sql`days.day` },
        inWorkspace,
      )} mail
      cross join lateral (
        select array_agg(email) filter (where role = 'from') as senders,
          array_agg(distinct email) filter (where role in ('to', 'cc')) as receivers
        from jsonb_to_recordset(mail.participants) as participant(email text, role text)
      ) people
      where mail.is_named and mail.type = 'email'
        ${page === undefined ? sql`` : sql`and mail.id = any(${page}::uuid[])`}
        and cardinality(people.receivers) <= ${DIRECT_ADDRESSES}
    )`;

/** Whether the level of a mail shows who took part. */
const isNamed = (workspaceId: string, row: string) =>
  showsLevel(readLevel(row, inWorkspace(workspaceId)), 'subject');

const inWorkspace = (workspaceId: string) => (table: string) =>
  sql`and ${sql.ref(`${table}.workspace_id`)} = ${workspaceId}`;

/** The copies of these emails, and of the people's emails in their threads. */
async function findContributions(
  db: Connection,
  workspaceId: string,
  pairs: readonly Pair[],
  mailIds: readonly string[],
): Promise<Contribution[]> {
  const { rows } = await sql<Contribution>`
    select distinct user_id as "ownerId", captured_id as "capturedId"
    from account_activity_contributors
    where workspace_id = ${workspaceId} and (
      activity_id = any(${mailIds}::uuid[])
        and user_id = any(${[...new Set(pairs.map(({ userId }) => userId))]}::uuid[])
      or activity_id in (
        select answer.id
        from account_activities mail
        join account_activities answer
          on answer.workspace_id = mail.workspace_id and answer.account_id = mail.account_id
            and answer.thread_id = mail.thread_id
        cross join lateral jsonb_to_recordset(answer.participants) as sender(email text, role text)
        join contacts contact
          on contact.workspace_id = mail.workspace_id and contact.account_id = mail.account_id
            and contact.address = sender.email
        where mail.workspace_id = ${workspaceId} and mail.id = any(${mailIds}::uuid[])
          and sender.role = 'from'
          and contact.person_id = any(${[...new Set(pairs.map(({ personId }) => personId))]}::uuid[])))`.execute(
    db,
  );
  return rows;
}
