import type { ActivityDetail, ConversationDetail } from '@repo/contract/activities';
import { activityDetail } from '@repo/contract/activities';
import { limits } from '@repo/contract/limits';
import { levelNumber } from '@repo/domain/sharing/share-level';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { type Access, accessOf, toAccessView } from '../access-of.ts';
import { showGranted } from '../access/show-granted.ts';
import { contributorsOf } from '../contributors-of.ts';
import { findOriginals } from './find-originals.ts';
import { findPublished, type Published } from '../find-published.ts';
import { type Contributors, toActivityItem } from '../published-activity.ts';
import { countThread, readOne, readThread } from './read-whole.ts';
import type { WholeActivity } from '../storage/activity-storage.ts';
import { findTextNotCaptured } from '../without-text.ts';
import { toConversation } from '../timeline/to-conversation.ts';

const conversationPrefix = 'conversation.';

/**
 * Returns an activity with its text, or the whole thread in the account for the id of a conversation.
 *
 * @param before a position in the conversation; only older messages are returned.
 * @throws AppError NOT_FOUND for an activity that does not exist or is not published in the user's
 *   workspaces.
 */
export async function findActivity(
  db: Connection,
  userId: string,
  activityId: string,
  before?: string,
): Promise<ActivityDetail | ConversationDetail> {
  const isConversation = activityId.startsWith(conversationPrefix);
  const id = isConversation ? activityId.slice(conversationPrefix.length) : activityId;
  const published = await findPublished(db, userId, id);
  if (published === undefined) throw notFound('Activity');
  const people = await contributorsOf(db, published);
  const { accountId, threadId } = published;
  if (isConversation) {
    if (threadId === null) throw notFound('Activity');
    const thread = { ...published, threadId };
    const read = await openGranted(
      db,
      userId,
      published,
      await readThread(db, userId, thread, before),
    );
    const details = read.map((one) => toDetail(one, accountId, people));
    const messages = await addOriginals(db, { userId, published, details });
    // It was revoked between the two statements, or nothing is older.
    if (messages.length === 0) throw notFound('Activity');
    const isWhole = before === undefined && messages.length < limits.conversationMessages;
    const count = isWhole ? messages.length : await countThread(db, thread);
    return { ...toConversation(messages, count), accountId };
  }
  const [one] = await openGranted(db, userId, published, await readOne(db, userId, published, id));
  if (one === undefined) throw notFound('Activity');
  const details = [toDetail(one, accountId, people)];
  const [detail] = await addOriginals(db, { userId, published, details });
  if (detail === undefined) throw notFound('Activity');
  return detail;
}

type Opened = WholeActivity & { access?: Access | undefined; isTextNotCaptured: boolean };

/** Shows what a colleague granted to the reader, and says what the reader can ask for. */
async function openGranted(
  db: Connection,
  userId: string,
  { workspaceId }: Published,
  read: readonly WholeActivity[],
): Promise<Opened[]> {
  const access = await accessOf(db, { readerId: userId, workspaceId }, read);
  const opened = await showGranted(db, workspaceId, read, access);
  const textless = await findTextNotCaptured(
    db,
    workspaceId,
    // The level activity does not say either.
    read.flatMap(({ id, level }) => (level < levelNumber('subject') ? [] : [id])),
  );
  return opened.map((one) => ({
    ...one,
    access: access.get(one.id),
    isTextNotCaptured:
      access.get(one.id)?.copy === undefined ? textless.has(one.id) : lacksText(one.metadata),
  }));
}

const lacksText = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && 'withoutText' in metadata;

/** Adds where the reader's own copies open. */
async function addOriginals(
  db: Connection,
  {
    userId,
    published,
    details,
  }: { userId: string; published: Published; details: ActivityDetail[] },
): Promise<ActivityDetail[]> {
  const activityIds = details.map(({ id }) => id);
  const originals = await findOriginals(db, userId, { ...published, activityIds });
  return details.map((detail) => {
    const original = originals.get(detail.id);
    return original === undefined ? detail : { ...detail, original };
  });
}

function toDetail(read: Opened, accountId: string, people: Contributors): ActivityDetail {
  const { htmlBody, textBody, participants, bcc, access } = read;
  // Of the provider's other facts, the contract decides which ones users see.
  const { data: metadata } = activityDetail.shape.metadata.safeParse(read.metadata);
  return {
    ...toActivityItem(read, people),
    // Hidden recipients are shown to the owner of the mailbox alone.
    participants: [...participants, ...(bcc ?? [])],
    accountId,
    ...(access !== undefined && access.tookPart !== true && { access: toAccessView(access) }),
    ...(read.isTextNotCaptured && { isTextNotCaptured: true }),
    ...(read.isShortened && { isShortened: true }),
    ...(htmlBody !== null && { htmlBody }),
    ...(textBody !== null && { plainTextBody: textBody }),
    ...(metadata !== undefined && { metadata }),
  };
}
