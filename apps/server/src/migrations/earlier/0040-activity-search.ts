import { type Kysely, sql } from 'kysely';

/**
 * The words of activities, for the search in a workspace (docs/decisions/activity-search.md). A job
 * stores those of activities that were captured before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table captured_activities
    -- Distinct, with blanks between them; null until they are computed.
    add column search_words text,
    -- The same of hidden recipients.
    add column hidden_words text not null default ''`,
  `create index captured_activities_without_words on captured_activities (owner_id)
    where search_words is null`,
  `alter table call_transcripts add column search_words text`,
  `create index call_transcripts_without_words on call_transcripts (captured_id)
    where search_words is null`,
  // Prefix of all words of a workspace and of a day in UTC.
  `create function search_bucket(uuid, date) returns text language sql immutable parallel safe
    return left(encode(sha256(uuid_send($1) || int4send($2 - date '1970-01-01')), 'base64'), 7)`,
  `create table account_activity_words (
    workspace_id uuid not null,
    activity_id uuid not null,
    account_id uuid not null,
    occurred_at timestamptz not null,
    -- Each begins with the bucket.
    words tsvector not null,
    primary key (workspace_id, activity_id)
  )`,
  // Stores long lists of words out of line (TOAST), since a search reads many rows to order them.
  'alter table account_activity_words set (toast_tuple_target = 128)',
  `create index account_activity_words_newest on account_activity_words
    (workspace_id, occurred_at desc, activity_id desc)`,
  // Every search of a day would scan the whole list of pending entries.
  `create index account_activity_words_words on account_activity_words using gin (words)
    with (fastupdate = off)`,
];
