import type { ActivityDetail } from '@repo/contract/activities';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

type Original = NonNullable<ActivityDetail['original']>;

/** Builds the address that opens an email in its mailbox, for providers that have such addresses. */
const originals: Readonly<Record<string, (source: string, id: string) => Original>> = {
  gmail: (source, id) => ({
    label: 'Open in Gmail',
    url: `https://mail.google.com/mail/?authuser=${encodeURIComponent(source)}#all/${encodeURIComponent(id)}`,
  }),
};

/**
 * Finds where the reader's own copies of emails open in their mailboxes. A colleague's copy leads nowhere for the
 * reader, and the ids of a mailbox are shown to its owner alone.
 *
 * @returns the link of each activity that has one.
 */
export async function findOriginals(
  db: Connection,
  userId: string,
  { workspaceId, activityIds }: { workspaceId: string; activityIds: readonly string[] },
): Promise<Map<string, Original>> {
  const { rows: published } = await sql<{ id: string; key: string }>`
    select id, activity_key as key from account_activities
    where workspace_id = ${workspaceId} and id = any(${activityIds}::uuid[])
      and type = 'email'`.execute(db);
  if (published.length === 0) return new Map();
  const { rows: copies } = await sql<{
    key: string;
    provider: string;
    source: string;
    externalId: string;
  }>`
    select activity_key as key, provider, source, external_id as "externalId"
    from captured_activities
    where owner_id = ${userId} and activity_key = any(${published.map(({ key }) => key)})
      and provider = any(${Object.keys(originals)}::text[])`.execute(db);
  const links = new Map(
    copies.map(({ key, provider, source, externalId }) => [
      key,
      originals[provider]?.(source, externalId),
    ]),
  );
  return new Map(
    published.flatMap(({ id, key }) => {
      const link = links.get(key);
      return link === undefined ? [] : [[id, link] as const];
    }),
  );
}
