import type { ActivityDetail, ConversationDetail } from '@repo/contract/activities';
import { activityDetail } from '@repo/contract/activities';
import type { Connection } from '../../platform/database/create-database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { contributorsOf } from './contributors-of.ts';
import { findPublished } from './find-published.ts';
import { type Contributors, toActivityItem } from './published-activity.ts';
import { readWhole } from './read-whole.ts';
import type { WholeActivity } from './storage/activity-storage.ts';
import { toConversation } from './timeline/to-conversation.ts';

const conversationPrefix = 'conversation.';

/**
 * An activity with its text, or the whole thread in the account for the id of a conversation.
 *
 * @throws AppError NOT_FOUND for what does not exist or is published in no workspace of the person.
 */
export async function findActivity(
  db: Connection,
  userId: string,
  activityId: string,
): Promise<ActivityDetail | ConversationDetail> {
  const isConversation = activityId.startsWith(conversationPrefix);
  const id = isConversation ? activityId.slice(conversationPrefix.length) : activityId;
  const published = await findPublished(db, userId, id);
  if (published === undefined || (isConversation && published.threadId === null)) {
    throw notFound('Activity');
  }
  const people = await contributorsOf(db, published);
  const read = await readWhole(
    db,
    userId,
    published,
    isConversation ? published.threadId : null,
    id,
  );
  const details = read.map((one) => toDetail(one, published.accountId, people));
  if (isConversation && details.length > 0) {
    return { ...toConversation(details), accountId: published.accountId };
  }
  const [detail] = details;
  // It was revoked between the two statements.
  if (detail === undefined) throw notFound('Activity');
  return detail;
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
    ...(read.isShortened && { isShortened: true }),
    ...(htmlBody !== null && { htmlBody }),
    ...(textBody !== null && { plainTextBody: textBody }),
    ...(metadata !== undefined && { metadata }),
  };
}
