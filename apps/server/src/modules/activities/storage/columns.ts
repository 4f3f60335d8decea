import { type RawBuilder, sql } from 'kysely';
import type { InWorkspace } from '#platform/database/distribution/in-workspace.ts';
import {
  joinedLevel,
  readLevel,
  shownColumn,
  showsLevel,
} from '#platform/database/level-columns.ts';
import { shownTime } from '../published-activity.ts';
import { SEARCHED_LENGTHS } from '../search/activity-words.ts';

/** Of `captured_activities` named `captured`: a `WholeText`. */
export const wholeTextColumns = sql`
  captured.html_body as "htmlBody", captured.text_body as "textBody", captured.metadata`;

/** The bytes of one participant as JSON, about. */
export const PARTICIPANT_BYTES = 80;

/** The bytes of a `WholeText`, which are known without reading it. */
export const wholeTextBytes = sql`(
  coalesce(octet_length(captured.html_body), 0) + coalesce(octet_length(captured.text_body), 0)
    + pg_column_size(captured.metadata))`;

/** Whether the level of a row of `account_activities` named `published` shows the text of the activity. */
export const isTextShown = (inWorkspace: InWorkspace): RawBuilder<boolean> =>
  showsLevel(readLevel('published', inWorkspace), 'full');

/** Of `account_activities` named `published`, with `publishedJoin`, and its `account`: a `FoundActivity`. */
export function foundColumns(): RawBuilder<unknown> {
  const level = joinedLevel('published');
  return sql`
      published.id, published.type, ${shownTime(level)} as "occurredAt", ${level} as level,
      ${shownColumn(level, 'title', sql`published.title`, sql`''`)} as title,
      ${shownColumn(level, 'summary', sql`published.summary`, sql`''`)} as summary,
      ${shownColumn(level, 'location', sql`published.location`)} as location,
      ${shownColumn(level, 'participants', sql`published.participants`, sql`'[]'::jsonb`)} as participants,
      json_build_object('id', account.id, 'name', account.name, 'domain', account.domain)
        as account,
      published.owner_id as "ownerId"`;
}

/** Of `captured_activities` named `captured` and `call_transcripts` named `transcript`: a `FoundText`. */
export const foundTextColumns = sql`
      left(captured.text_body, ${sql.lit(SEARCHED_LENGTHS.body)}) as text_body,
      case when captured.text_body ~ '\\S' then null
        else left(captured.html_body, ${sql.lit(SEARCHED_LENGTHS.html)}) end as html_body,
      transcript.captured_id as "transcriptOf"`;
