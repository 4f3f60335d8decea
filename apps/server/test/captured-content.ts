import type { Database } from '#platform/database/create-database.ts';

/** What was captured for a user, without the ids that differ from one capture to the next, as sorted texts. */
export async function capturedContent(
  db: Database,
  ownerId: string,
  provider: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('captured_activities as captured')
    .leftJoin('captured_activity_domains as link', (join) =>
      join
        .onRef('link.owner_id', '=', 'captured.owner_id')
        .onRef('link.captured_id', '=', 'captured.id'),
    )
    .leftJoin('domains', (join) =>
      join
        .onRef('domains.owner_id', '=', 'link.owner_id')
        .onRef('domains.id', '=', 'link.domain_id'),
    )
    .select(['captured.activity_key', 'captured.occurred_at', 'title', 'summary', 'participants'])
    .select(['captured.bcc', 'html_body', 'text_body', 'thread_refs', 'link.side'])
    .select('domains.domain')
    .where('captured.owner_id', '=', ownerId)
    .where('captured.provider', '=', provider)
    .execute();
  return rows.map((row) => JSON.stringify(row)).sort();
}
