import type { Highlighted, SearchResult } from '@repo/contract/activity-search';
import type { TranscriptSentence } from '@repo/contract/activities';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import type {
  StoredActivityType,
  StoredParticipant,
} from '../../../platform/database/schema/activities.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';
import { bodyText, SEARCHED_LENGTHS, transcriptText } from './activity-words.ts';
import { beginningOf, excerptOf, highlight } from './highlight.ts';
import { namedPeople } from './named-people.ts';
import type { SearchTerm } from './search-query.ts';

interface Page {
  personId: string;
  workspaceId: string;
  ids: readonly string[];
}

interface Row {
  id: string;
  type: StoredActivityType;
  title: string;
  summary: string;
  location: string | null;
  occurredAt: Date;
  participants: StoredParticipant[];
  account: { id: string; name: string; domain: string };
  contributors: { name: string; email: string }[];
  /** The ids of the reader's own copies. */
  hidden: StoredParticipant[] | null;
  text_body: string | null;
  html_body: string | null;
  ownerId: string;
  /** The captured call whose transcript is stored. */
  transcriptOf: string | null;
}

/** Reads the activities that were found, in their order, as far as the user may see them. */
export async function readResults(
  db: Connection,
  { personId, workspaceId, ids }: Page,
  terms: readonly SearchTerm[],
): Promise<SearchResult[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select published.id, published.type, published.title, published.summary, published.location,
      published.occurred_at as "occurredAt", published.participants,
      json_build_object('id', account.id, 'name', account.name, 'domain', account.domain)
        as account,
      array(
        select json_build_object('name', person.name, 'email', person.email)
        from users person
        where person.id in (
          select user_id from account_activity_contributors
          where workspace_id = published.workspace_id and activity_id = published.id)
        order by person.name, person.email
      ) as contributors,
      (
        select jsonb_agg(hidden)
        from account_activity_contributors contributor
        join captured_activities own
          on own.owner_id = contributor.user_id and own.id = contributor.captured_id
        cross join lateral jsonb_array_elements(own.bcc) hidden
        where contributor.workspace_id = published.workspace_id
          and contributor.activity_id = published.id and contributor.user_id = ${personId}
      ) as hidden,
      left(captured.text_body, ${SEARCHED_LENGTHS.body}) as text_body,
      case when captured.text_body ~ '\\S' then null
        else left(captured.html_body, ${SEARCHED_LENGTHS.html}) end as html_body,
      published.owner_id as "ownerId", transcript.captured_id as "transcriptOf"
    from unnest(${ids}::uuid[]) with ordinality as given(id, position)
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.id = given.id
    join ${visibleAccounts({ personId: sql`${personId}` })} account
      on account.id = published.account_id and account.workspace_id = published.workspace_id
    join captured_activities captured
      on captured.owner_id = published.owner_id and captured.id = published.captured_id
    left join call_transcripts transcript
      on transcript.owner_id = published.owner_id
        and transcript.captured_id = published.captured_id
    order by given.position`.execute(db);
  const results: SearchResult[] = [];
  // One transcript at a time: each can be as long as a day.
  for (const row of rows) results.push(toResult(row, terms, await excerpt(db, row, terms)));
  return results;
}

function toResult(row: Row, terms: readonly SearchTerm[], excerpt: Highlighted): SearchResult {
  const { id, account, type, title, occurredAt, contributors } = row;
  const everyone = [...row.participants, ...(row.hidden ?? [])];
  return {
    id,
    account,
    type,
    title: highlight(title, terms),
    people: namedPeople(everyone, terms),
    peopleCount: everyone.length,
    excerpt,
    occurredAt: occurredAt.toISOString(),
    contributors,
  };
}

async function excerpt(
  db: Connection,
  row: Row,
  terms: readonly SearchTerm[],
): Promise<Highlighted> {
  const { summary, location, ownerId, transcriptOf } = row;
  const texts = [
    () => bodyText(row),
    () => summary,
    () => location ?? '',
    () => (transcriptOf === null ? '' : readTranscriptText(db, ownerId, transcriptOf)),
  ];
  for (const text of texts) {
    const found = excerptOf(await text(), terms);
    if (found !== undefined) return found;
  }
  return beginningOf(summary);
}

/** The part of a transcript that is searched, without reading the rest of it. */
async function readTranscriptText(
  db: Connection,
  ownerId: string,
  capturedId: string,
): Promise<string> {
  const limit = SEARCHED_LENGTHS.transcript;
  const { rows } = await sql<TranscriptSentence>`
    select speaker_name, 0 as start_time, text
    from (
      select speaker_name, text, position,
        sum(characters) over (order by position) - characters as before
      from call_transcripts transcript
      cross join lateral jsonb_array_elements(transcript.sentences)
        with ordinality as given(sentence, position)
      cross join lateral (
        select left(sentence ->> 'speaker_name', ${limit}) as speaker_name,
          left(sentence ->> 'text', ${limit}) as text
      ) said
      -- With what stands between them in a line.
      cross join lateral (select length(speaker_name) + length(text) + 3 as characters) line
      where transcript.owner_id = ${ownerId} and transcript.captured_id = ${capturedId}
    ) sentences
    where before < ${limit}
    order by position`.execute(db);
  return transcriptText(rows);
}
