import { levelNumber } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';
import { subjectWords } from '../search/activity-words.ts';
import { filterWordsSql } from '../search/word-kinds.ts';
import type { Touched } from './change.ts';
import { showsLevel } from '#platform/database/level-columns.ts';
import { storageOf } from './storage/storage-of.ts';

/*
 * The words of an activity have at most 1,048,575 bytes in all, above which PostgreSQL cannot read a
 * `tsvector` that was sent to it, as between the nodes of a cluster: 200,000 of its text, as much of a
 * transcript, 310,000 of hidden recipients, and 44 of each of 5,000 contributors.
 */

/** Characters of a text's words: up to four bytes each, besides the buckets of 3,000 words. */
const MAX_TEXT_LENGTH = 45_000;
/** Of all copies together: up to 160 bytes each, besides bucket and owner. */
const MAX_HIDDEN_WORDS = 1_500;

/**
 * Stores the search words of the given activities that are published, and deletes those of activities that
 * are no longer published. Must run after `publishRows`, whose rows it reads.
 *
 * Besides the words of the shown copy and its transcript, an activity has a word for its type, one for each
 * contributor, and those of hidden recipients, which only the copy's user can find
 * (docs/decisions/hidden-recipients.md). Each begins with the bucket of its workspace and day. Below the
 * level full it has only the words of the published columns (docs/decisions/share-levels.md).
 */
export async function refreshWords(tx: Connection, touched: readonly Touched[]): Promise<void> {
  for (const [workspaceId, part] of Map.groupBy(touched, (one) => one.workspaceId)) {
    await refreshInWorkspace(tx, workspaceId, part);
  }
}

async function refreshInWorkspace(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
): Promise<void> {
  const inWorkspace = inWorkspaceOf(tx, workspaceId);
  const sources = await storageOf(tx).wordSources(tx, workspaceId, touched);
  const subjects = await readSubjects(tx, workspaceId, touched);
  await sql`
    with ${sources.read} due as materialized (
      select account.workspace_id, published_id(account.id, given.activity_key) as activity_id,
        account.id as account_id
      from unnest(
        ${touched.map(({ accountId }) => accountId)}::uuid[],
        ${touched.map(({ activityKey }) => activityKey)}::uuid[]
      ) as given(account_id, activity_key)
      join workspace_accounts account
        on account.workspace_id = ${workspaceId} and account.id = given.account_id
    ),
    found as materialized (
      select due.workspace_id, due.activity_id, due.account_id, published.occurred_at,
        array_to_tsvector(
          ${inBucket(sql`case when ${isFull} then captured.search_words else subject.words end`)}
          || ${inBucket(sql`case when ${isFull} then transcript.search_words end`)}
          || (day.bucket || ${filterWordsSql.type(sql`published.type`)})
          || array(
            select day.bucket || ${filterWordsSql.contributor(sql`contributor.user_id`)}
            from account_activity_contributors contributor
            where contributor.workspace_id = due.workspace_id
              and contributor.activity_id = due.activity_id ${inWorkspace('contributor')}
          )
          || array(
            select day.bucket
              || ${filterWordsSql.hidden(sql`contributor.user_id`, sql`hidden.word`)}
            from account_activity_contributors contributor
            join ${sources.captured} own
              on own.owner_id = contributor.user_id and own.id = contributor.captured_id
            cross join unnest(string_to_array(own.hidden_words, ' '))
              with ordinality as hidden(word, number)
            where ${isFull} and contributor.workspace_id = due.workspace_id
              and contributor.activity_id = due.activity_id ${inWorkspace('contributor')}
            -- The first words of each copy, when there are too many.
            order by hidden.number limit ${sql.lit(MAX_HIDDEN_WORDS)}
          )
        ) as words
      from due
      join lateral (
        select occurred_at, owner_id, captured_id, type, level from account_activities
        where workspace_id = due.workspace_id and id = due.activity_id
          ${inWorkspace('account_activities')} offset 0
      ) published on true
      -- Computed once for all words: 'offset 0' keeps the planner from repeating the hash for each.
      cross join lateral (
        select search_bucket(due.workspace_id, (published.occurred_at at time zone 'UTC')::date)
          as bucket offset 0
      ) day
      join ${sources.captured} captured
        on captured.owner_id = published.owner_id and captured.id = published.captured_id
      left join unnest(
        ${subjects.map(({ id }) => id)}::uuid[],
        ${subjects.map(({ words }) => words)}::text[]
      ) as subject(id, words) on subject.id = due.activity_id
      left join ${sources.transcripts} transcript
        on transcript.owner_id = published.owner_id
          and transcript.captured_id = published.captured_id
    ),
    gone as (
      delete from account_activity_words searched using due
      where searched.workspace_id = due.workspace_id and searched.activity_id = due.activity_id
        ${inWorkspace('searched')}
        -- Hashed: as 'not exists' the planner, which expects few, compares each with each.
        and due.activity_id not in (select activity_id from found)
    )
    insert into account_activity_words as searched
      (workspace_id, activity_id, account_id, occurred_at, words)
    select workspace_id, activity_id, account_id, occurred_at, words from found
    on conflict (workspace_id, activity_id) do update
      set (occurred_at, words) = (excluded.occurred_at, excluded.words)
      where (searched.occurred_at, searched.words)
        is distinct from (excluded.occurred_at, excluded.words)`.execute(tx);
}

const isFull = showsLevel(sql`published.level`, 'full');

/** The words of the activities that are published at the level subject. */
async function readSubjects(tx: Connection, workspaceId: string, touched: readonly Touched[]) {
  const { rows } = await sql<{ id: string; title: string; participants: StoredParticipant[] }>`
    select published.id, published.title, published.participants
    from unnest(
      ${touched.map(({ accountId }) => accountId)}::uuid[],
      ${touched.map(({ activityKey }) => activityKey)}::uuid[]
    ) as given(account_id, activity_key)
    -- One lookup for each: the planner cannot know how few they are.
    cross join lateral (
      select id, title, participants, level from account_activities
      where workspace_id = ${workspaceId}
        and id = published_id(given.account_id, given.activity_key) offset 0
    ) published
    where published.level = ${sql.lit(levelNumber('subject'))}`.execute(tx);
  return rows.map(({ id, ...shown }) => ({ id, words: subjectWords(shown) }));
}

/** The words of a text with blanks between them, each with the bucket; null without a text. */
const inBucket = (words: RawBuilder<unknown>) => sql`
  string_to_array(day.bucket
    || replace(nullif(left(${words}, ${sql.lit(MAX_TEXT_LENGTH)}), ''), ' ', ' ' || day.bucket), ' ')`;
