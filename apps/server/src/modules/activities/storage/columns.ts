import { sql } from 'kysely';
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

/** Of `account_activities` named `published` and its `account`. */
export const foundColumns = sql`
      published.id, published.type, published.title, published.summary, published.location,
      published.occurred_at as "occurredAt", published.participants,
      json_build_object('id', account.id, 'name', account.name, 'domain', account.domain)
        as account,
      published.owner_id as "ownerId"`;

/** Of `captured_activities` named `captured` and `call_transcripts` named `transcript`: a `FoundText`. */
export const foundTextColumns = sql`
      left(captured.text_body, ${sql.lit(SEARCHED_LENGTHS.body)}) as text_body,
      case when captured.text_body ~ '\\S' then null
        else left(captured.html_body, ${sql.lit(SEARCHED_LENGTHS.html)}) end as html_body,
      transcript.captured_id as "transcriptOf"`;
