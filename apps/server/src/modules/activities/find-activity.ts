import type { ActivityDetail, ConversationDetail } from '@repo/contract/activities';
import { activityDetail } from '@repo/contract/activities';
import { sql } from 'kysely';
import type { StoredParticipant } from '../../platform/database/schema/activities.ts';
import type { Connection } from '../../platform/database/create-database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { contributorsOf } from './contributors-of.ts';
import { findPublished, type Published } from './find-published.ts';
import {
  type Contributors,
  type PublishedActivity,
  publishedColumns,
  toActivityItem,
} from './published-activity.ts';
import { toConversation } from './timeline/to-conversation.ts';

interface WholeActivity extends PublishedActivity {
  htmlBody: string | null;
  textBody: string | null;
  metadata: unknown;
  /** Of the reader's own copy. */
  bcc: StoredParticipant[] | null;
}

const conversationPrefix = 'conversation.';

/**
 * An activity with its text, or the whole thread in the account for the id of a conversation.
 *
 * @throws AppError NOT_FOUND for what does not exist or is published in no workspace of the person.
 */
export async function findActivity(
  db: Connection,
  personId: string,
  activityId: string,
): Promise<ActivityDetail | ConversationDetail> {
  const isConversation = activityId.startsWith(conversationPrefix);
  const id = isConversation ? activityId.slice(conversationPrefix.length) : activityId;
  const place = await findPublished(db, personId, id);
  if (place === undefined || (isConversation && place.threadId === null)) {
    throw notFound('Activity');
  }
  const people = await contributorsOf(db, place);
  const read = await readWhole(db, personId, place, isConversation ? place.threadId : null, id);
  const details = read.map((one) => toDetail(one, place.accountId, people));
  if (isConversation && details.length > 0) {
    return { ...toConversation(details), accountId: place.accountId };
  }
  const [detail] = details;
  // It was revoked between the two statements.
  if (detail === undefined) throw notFound('Activity');
  return detail;
}

/** The emails of a thread, oldest first, or the one activity. */
async function readWhole(
  db: Connection,
  personId: string,
  { workspaceId, accountId }: Published,
  threadId: string | null,
  id: string,
): Promise<WholeActivity[]> {
  const which =
    threadId === null
      ? sql`published.id = ${id}`
      : sql`published.account_id = ${accountId} and published.thread_id = ${threadId}`;
  const { rows } = await sql<WholeActivity>`
    select ${publishedColumns},
      captured.html_body as "htmlBody", captured.text_body as "textBody", captured.metadata,
      (
        select own.bcc
        from account_activity_contributors contributor
        join captured_activities own
          on own.owner_id = contributor.user_id and own.id = contributor.captured_id
        where contributor.workspace_id = published.workspace_id
          and contributor.activity_id = published.id and contributor.user_id = ${personId}
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

function toDetail(read: WholeActivity, accountId: string, people: Contributors): ActivityDetail {
  const { htmlBody, textBody, participants, bcc } = read;
  // Of what the provider knows besides, the contract says what is for people.
  const { data: metadata } = activityDetail.shape.metadata.safeParse(read.metadata);
  return {
    ...toActivityItem(read, people),
    // Hidden recipients are shown to the owner of the mailbox alone.
    participants: [...participants, ...(bcc ?? [])],
    accountId,
    ...(htmlBody !== null && { htmlBody }),
    ...(textBody !== null && { plainTextBody: textBody }),
    ...(metadata !== undefined && { metadata }),
  };
}
