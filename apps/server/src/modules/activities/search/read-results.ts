import type { Highlighted, SearchResult } from '@repo/contract/activity-search';
import type { TranscriptSentence } from '@repo/contract/activities';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { bodyText, SEARCHED_LENGTHS, transcriptText } from './activity-words.ts';
import { belowFull } from '../published-activity.ts';
import { beginningOf, excerptOf, highlight } from './highlight.ts';
import { namedPeople } from './named-people.ts';
import type { Found, FoundPage } from '../storage/activity-storage.ts';
import { storageOf } from '../storage/storage-of.ts';
import type { SearchTerm } from './search-query.ts';

/** Reads the matching activities in their order, as the user may see them. */
export async function readResults(
  db: Connection,
  { userId, workspaceId, ids }: FoundPage,
  terms: readonly SearchTerm[],
): Promise<SearchResult[]> {
  if (ids.length === 0) return [];
  const rows = await storageOf(db).readFound(db, { userId, workspaceId, ids });
  const results: SearchResult[] = [];
  // One transcript at a time: each can be as long as a day.
  for (const row of rows) results.push(toResult(row, terms, await excerpt(db, row, terms)));
  return results;
}

function toResult(row: Found, terms: readonly SearchTerm[], excerpt: Highlighted): SearchResult {
  const { id, account, type, title, occurredAt, contributors, level } = row;
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
    ...belowFull(level),
  };
}

async function excerpt(
  db: Connection,
  row: Found,
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
      -- With the text between them in a line.
      cross join lateral (select length(speaker_name) + length(text) + 3 as characters) line
      where transcript.owner_id = ${ownerId} and transcript.captured_id = ${capturedId}
    ) sentences
    where before < ${limit}
    order by position`.execute(db);
  return transcriptText(rows);
}
