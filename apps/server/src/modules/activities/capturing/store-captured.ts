import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { CaptureSource } from '../activity-to-capture.ts';
import type { CapturedRow } from '../to-captured-row.ts';

export interface Stored {
  id: string;
  isNew: boolean;
  /** The key that it had before, null if it is new. */
  previousKey: string | null;
  /** Whether it was marked as private before. */
  wasPrivate: boolean;
  row: CapturedRow;
}

/**
 * Inserts or updates captured activities.
 *
 * @returns the new and changed ones.
 */
export async function storeCaptured(
  tx: Connection,
  { ownerId, provider, source }: CaptureSource,
  rows: readonly CapturedRow[],
): Promise<Stored[]> {
  if (rows.length === 0) return [];
  const columns = sql.raw(contents.join(', '));
  const excluded = sql.raw(contents.map((name) => `excluded.${name}`).join(', '));
  const { rows: changed } = await sql<Omit<Stored, 'row'> & { externalId: string }>`
    insert into captured_activities as stored (owner_id, provider, source, external_id, ${columns})
    select ${ownerId}, ${provider}, ${source}, external_id, ${columns}
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(
      external_id text, activity_key uuid, type text, occurred_at timestamptz, title text,
      summary text, participants jsonb, bcc jsonb, location text, start_time timestamptz,
      end_time timestamptz, is_all_day boolean, is_private boolean, is_automatic boolean, html_body text, text_body text, metadata jsonb, thread_refs uuid[],
      search_words text, hidden_words text)
    on conflict (owner_id, provider, source, external_id) do update
      set (${columns}) = (${excluded})
      where (${sql.raw(contents.map((name) => `stored.${name}`).join(', '))})
        is distinct from (${excluded})
    returning new.id, new.external_id as "externalId", old.id is null as "isNew",
      old.activity_key as "previousKey", old.is_private is true as "wasPrivate"`.execute(tx);
  const stored = new Map(changed.map(({ externalId, ...one }) => [externalId, one]));
  return rows.flatMap((row) => {
    const one = stored.get(row.external_id);
    return one === undefined ? [] : [{ ...one, row }];
  });
}

const contents = [
  'activity_key',
  'type',
  'occurred_at',
  'title',
  'summary',
  'participants',
  'bcc',
  'location',
  'start_time',
  'end_time',
  'is_all_day',
  'is_private',
  'is_automatic',
  'html_body',
  'text_body',
  'metadata',
  'thread_refs',
  'search_words',
  'hidden_words',
] satisfies (keyof CapturedRow)[];
