import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { inWorkspaceOf } from '../../platform/database/distribution/in-workspace.ts';
import { isDistributed } from '../../platform/database/distribution/is-distributed.ts';
import type { StoredParticipant } from '../../platform/database/schema/activities.ts';
import type { Published } from './find-published.ts';
import { type PublishedActivity, publishedColumns } from './published-activity.ts';

/** The text of the shown copy. */
interface Text {
  htmlBody: string | null;
  textBody: string | null;
  metadata: unknown;
}

export interface WholeActivity extends PublishedActivity, Text {
  /** Of the reader's own copy. */
  bcc: StoredParticipant[] | null;
}

const textColumns = sql`
  captured.html_body as "htmlBody", captured.text_body as "textBody", captured.metadata`;

/** The emails of a thread, oldest first, or the one activity. */
export async function readWhole(
  db: Connection,
  userId: string,
  { workspaceId, accountId }: Published,
  threadId: string | null,
  id: string,
): Promise<WholeActivity[]> {
  const which =
    threadId === null
      ? sql`published.id = ${id}`
      : sql`published.account_id = ${accountId} and published.thread_id = ${threadId}`;
  return isDistributed(db)
    ? readOnCluster(db, userId, workspaceId, which)
    : readOnOneNode(db, userId, workspaceId, which);
}

async function readOnOneNode(
  db: Connection,
  userId: string,
  workspaceId: string,
  which: RawBuilder<unknown>,
): Promise<WholeActivity[]> {
  const { rows } = await sql<WholeActivity>`
    select ${publishedColumns(() => sql``)}, ${textColumns},
      (
        select own.bcc
        from account_activity_contributors contributor
        join captured_activities own
          on own.owner_id = contributor.user_id and own.id = contributor.captured_id
        where contributor.workspace_id = published.workspace_id
          and contributor.activity_id = published.id and contributor.user_id = ${userId}
          and own.bcc <> '[]'
        order by own.id limit 1
      ) as bcc
    from account_activities published
    join captured_activities captured
      on captured.owner_id = published.owner_id and captured.id = published.captured_id
    where published.workspace_id = ${workspaceId} and ${which}
    order by published.occurred_at, published.id`.execute(db);
  return rows;
}

/** The copies are stored with their owners, on other nodes. */
async function readOnCluster(
  db: Connection,
  userId: string,
  workspaceId: string,
  which: RawBuilder<unknown>,
): Promise<WholeActivity[]> {
  const { rows } = await sql<PublishedActivity & { capturedId: string; ownIds: string[] }>`
    select ${publishedColumns(inWorkspaceOf(db, workspaceId))}, published.captured_id as "capturedId",
      array(
        select captured_id from account_activity_contributors contributor
        where contributor.workspace_id = ${workspaceId} and contributor.activity_id = published.id
          and contributor.user_id = ${userId}
        order by captured_id
      ) as "ownIds"
    from account_activities published
    where published.workspace_id = ${workspaceId} and ${which}
    order by published.occurred_at, published.id`.execute(db);
  const { rows: texts } = await sql<Text & { id: string }>`
    select captured.id, ${textColumns} from captured_activities captured
    where captured.owner_id = any(${rows.map(({ ownerId }) => ownerId)}::uuid[])
      and captured.id = any(${rows.map(({ capturedId }) => capturedId)}::uuid[])`.execute(db);
  const { rows: hidden } = await sql<{ id: string; bcc: StoredParticipant[] }>`
    select id, bcc from captured_activities
    where owner_id = ${userId} and id = any(${rows.flatMap(({ ownIds }) => ownIds)}::uuid[])
      and bcc <> '[]'`.execute(db);
  const textOf = new Map(texts.map(({ id, ...text }) => [id, text]));
  const hiddenOf = new Map(hidden.map(({ id, bcc }) => [id, bcc]));
  return rows.flatMap(({ capturedId, ownIds, ...activity }) => {
    const text = textOf.get(capturedId);
    if (text === undefined) return [];
    const copyId = ownIds.find((id) => hiddenOf.has(id));
    return [{ ...activity, ...text, bcc: hiddenOf.get(copyId ?? '') ?? null }];
  });
}
