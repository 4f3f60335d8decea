import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';

interface Captured {
  ownerId: string;
  domain: string;
  domainId: string;
  mails: number;
  /** Of each text; as hard to compress as writing is. */
  bytes: number;
  /** To whom each is sent. */
  people: number;
  /** Whether all are one thread; otherwise none is in any. */
  isThread?: boolean;
}

/** Captures emails to many people of the last 20 days. */
export async function captureConversation(
  db: Database,
  { ownerId, domain, domainId, mails, bytes, people, isThread = true }: Captured,
): Promise<void> {
  const key = `conversation of ${domainId} `;
  const words = Math.ceil(bytes / 33);
  await sql`
    with text as materialized (
      select '<p>' || string_agg(md5(word::text), ' ') || '</p>' as html
      from generate_series(1, ${words}::integer) word
    ), captured as (
      insert into captured_activities (owner_id, provider, source, external_id, activity_key, type,
        occurred_at, title, summary, participants, html_body, text_body, thread_refs)
      select ${ownerId}, 'gmail', 'ann@costs.example', ${key} || n, md5(${key} || n)::uuid, 'email',
        now() - n * interval '20 days' / ${mails}::integer, 'Circular ' || n,
        repeat('A summary. ', 12),
        (
          select jsonb_agg(jsonb_build_object('name', 'Recipient ' || at,
            'email', 'recipient' || at || '@' || ${domain}::text,
            'role', case when at = 1 then 'from' else 'to' end))
          from generate_series(1, ${people}::integer) at
        ),
        html, 'A text.',
        case when ${isThread} then array[md5(${key}), md5(${key} || n)]::uuid[] else '{}' end
      from generate_series(1, ${mails}::integer) n, text
      returning owner_id, id, activity_key
    )
    insert into captured_activity_domains (owner_id, domain_id, activity_key, captured_id, side)
    select owner_id, ${domainId}, activity_key, id, 'external' from captured`.execute(db);
}
