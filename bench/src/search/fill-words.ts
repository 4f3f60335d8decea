import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/platform/database/create-database.ts';
import { createMakers } from '../../../apps/server/test/test-makers.ts';

export interface SearchedWorkspace {
  id: string;
  userId: string;
  accountId: string;
}

interface Size {
  activities: number;
  days: number;
}

/** Distinct texts of a day; activities share them, as the time to make ten million is short. */
const textsPerDay = 1_000;
/** Words of a text that are drawn from the vocabulary, the first ones far more often. */
const drawnWords = 40;
const vocabulary = 30_000;

/**
 * A workspace whose activities are spread over some days and stored in no order of time, as the
 * backfills of many mailboxes leave them. Besides drawn words (`w0` is the most frequent):
 *
 * - `half` is in every second activity, `other` in the rest
 * - `colleague` is in every second one of the older half, and in none of the newer
 * - `uncommon` is in one of 3,000, `rare` in 20 of all
 */
export async function fillWords(
  db: Database,
  { activities, days }: Size,
): Promise<SearchedWorkspace> {
  const make = createMakers(db);
  const { id } = await make.workspace();
  const person = await make.member(id, { email: 'ann@search.example', name: 'Ann' });
  const { id: accountId } = await db
    .insertInto('workspace_accounts')
    .values({ workspace_id: id, domain: 'acme.example', name: 'Acme' })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Indexes are built at the end, and nothing has to survive a crash.
  for (const index of ['words', 'newest']) {
    await sql`drop index ${sql.table(`account_activity_words_${index}`)}`.execute(db);
  }
  await sql`alter table account_activity_words drop constraint account_activity_words_pkey`.execute(
    db,
  );
  await sql`alter table account_activity_words set unlogged`.execute(db);
  await sql`
    create unlogged table texts as
    select day, text, search_bucket(${id}::uuid, current_date - day) as bucket,
      array_to_tsvector(array(
        select search_bucket(${id}::uuid, current_date - day) || word from (
          select 'w' || floor(${vocabulary}::integer * power(random(), 4))::integer as word
          from generate_series(1, ${drawnWords}::integer) where text + day > -1
          union all select case text % 2 when 0 then 'half' else 'other' end
          union all select 'colleague' where day > ${days}::integer / 2 and text % 4 < 2
          union all select '=email'
          union all select '@' || ${person.id}::text
        ) words
      )) as words
    from generate_series(0, ${days}::integer) day, generate_series(0, ${textsPerDay - 1}::integer) text`.execute(
    db,
  );
  await sql`create index on texts (day, text)`.execute(db);
  await sql`vacuum analyze texts`.execute(db);
  await sql`
    insert into account_activity_words
    select ${id}::uuid, gen_random_uuid(), ${accountId}::uuid, placed.at,
      case
        when n % (${activities}::integer / 20) = 0
          then texts.words || array_to_tsvector(array[texts.bucket || 'rare'])
        when n % 3000 = 0
          then texts.words || array_to_tsvector(array[texts.bucket || 'uncommon'])
        else texts.words
      end
    from generate_series(1, ${activities}::integer) n
    cross join lateral (
      -- In milliseconds, as they are captured.
      select date_trunc('milliseconds', (current_date at time zone 'UTC')
        - (n::bigint * 7919 % ${activities}::integer)::float8 / ${activities}::integer
          * ${days}::integer * interval '1 day') as at
    ) placed
    join texts
      on texts.day = current_date - (placed.at at time zone 'UTC')::date
        and texts.text = n % ${textsPerDay}::integer`.execute(db);
  await sql`drop table texts`.execute(db);
  return { id, userId: person.id, accountId };
}

/** @returns the seconds that the index of words took. */
export async function buildIndexes(db: Database): Promise<number> {
  return db.connection().execute(async (connection) => {
    await sql`set maintenance_work_mem = '1GB'`.execute(connection);
    await sql`alter table account_activity_words
      add primary key (workspace_id, activity_id)`.execute(connection);
    await sql`create index account_activity_words_newest on account_activity_words
      (workspace_id, occurred_at desc, activity_id desc)`.execute(connection);
    const started = performance.now();
    await sql`create index account_activity_words_words on account_activity_words
      using gin (words) with (fastupdate = off)`.execute(connection);
    const seconds = (performance.now() - started) / 1000;
    await sql`vacuum analyze account_activity_words`.execute(connection);
    return seconds;
  });
}

/** Publishes the activities with these ids, so that a search can show what it finds. */
export async function publishFound(
  db: Database,
  { id, userId, accountId }: SearchedWorkspace,
  found: readonly string[],
): Promise<void> {
  const text = 'Lorem ipsum dolor sit amet, consetetur sadipscing elitr, half of w1. '.repeat(40);
  const participants = JSON.stringify([
    { name: 'Person', email: 'person@acme.example', role: 'from' },
    { name: 'Ann', email: 'ann@search.example', role: 'to' },
  ]);
  await sql`
    with captured as (
      insert into captured_activities (id, owner_id, provider, source, external_id, activity_key,
        type, occurred_at, title, summary, participants, text_body)
      select searched.activity_id, ${userId}, 'gmail', 'ann@search.example',
        ${randomUUID()} || searched.activity_id, searched.activity_id, 'email', searched.occurred_at,
        'A half of w1', left(${text}, 200), ${participants}::jsonb, ${text}
      from account_activity_words searched
      where searched.workspace_id = ${id} and searched.activity_id = any(${found}::uuid[])
        and not exists (
          select from captured_activities where owner_id = ${userId} and id = searched.activity_id)
      returning id, occurred_at, day, title, summary, participants
    ),
    published as (
      insert into account_activities (workspace_id, account_id, id, activity_key, captured_id,
        owner_id, type, occurred_at, day, side, title, summary, participants)
      select ${id}, ${accountId}, id, id, id, ${userId}, 'email', occurred_at, day, 'external',
        title, summary, participants
      from captured
    )
    insert into account_activity_contributors
      (workspace_id, account_id, activity_id, user_id, captured_id)
    select ${id}, ${accountId}, id, ${userId}, id from captured`.execute(db);
}
