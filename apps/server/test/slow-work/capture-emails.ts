import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';

interface Mailbox {
  userId: string;
  domainId: string;
  domain: string;
  count: number;
}

/**
 * Captures emails for a user without publishing them: in threads of four, over 400 days, with 300 people of the
 * domain. Those of two users are the same emails.
 */
export async function captureEmails(
  db: Database,
  { userId, domainId, domain, count }: Mailbox,
): Promise<void> {
  await sql`
    with captured as (
      insert into captured_activities (owner_id, provider, source, external_id, activity_key, type,
        occurred_at, title, summary, participants, html_body, text_body, thread_refs)
      select ${userId}, 'gmail', ${`${userId}@example.org`}, ${domain} || ' mail ' || n,
        md5(${domain} || ' mail ' || n)::uuid, 'email', now() - (n % 400 + 1) * interval '1 day',
        'Matter ' || n, repeat('A summary. ', 12),
        jsonb_build_array(
          jsonb_build_object('name', 'Person ' || n % 300, 'role', 'from',
            'email', 'person' || n % 300 || '@' || ${domain}::text),
          jsonb_build_object('name', 'Colleague', 'role', 'to',
            'email', ${userId}::text || '@example.org')),
        repeat(md5(n::text) || ' html ', 40), repeat(md5(n::text) || ' text ', 25),
        array(select distinct md5(${domain} || ' thread ' || of)::uuid
          from unnest(array[n, n - n % 4]) as of)
      from generate_series(1, ${count}::integer) n
      returning owner_id, id, activity_key
    )
    insert into captured_activity_domains (owner_id, domain_id, activity_key, captured_id, side)
    select owner_id, ${domainId}, activity_key, id, 'external' from captured`.execute(db);
}
