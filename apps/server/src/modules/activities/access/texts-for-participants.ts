import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { levelNumber } from '@repo/domain/sharing/share-level';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import type { StoredActivityType } from '#platform/database/schema/activities.ts';
import { readProvenAddresses } from '#modules/relationships/owner-addresses.ts';

/** A published activity whose text is for those who took part, and the copy that has it. */
export interface TextForParticipants {
  copy: { ownerId: string; capturedId: string };
  /** Whether the reader took part in its conversation. */
  tookPart: boolean;
}

interface Row {
  id: string;
  accountId: string;
  threadId: string | null;
  ownerId: string;
  capturedId: string;
}

interface Reader {
  readerId: string;
  workspaceId: string;
}

/**
 * Of published activities, those whose text is for those who took part (docs/decisions/participants-only.md). While the
 * owner of the shown copy changes a level, none of theirs is: the row may show more than the new level.
 */
export async function textsForParticipants(
  db: Connection,
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, TextForParticipants>> {
  const { workspaceId } = reader;
  const { rows } = await sql<Row>`
    select published.id, published.account_id as "accountId", published.thread_id as "threadId",
      published.owner_id as "ownerId", published.captured_id as "capturedId"
    from account_activities published
    where published.workspace_id = ${workspaceId} and published.id = any(${ids}::uuid[])
      and published.is_for_participants
      and not exists (
        select from level_changes change
        where change.workspace_id = ${workspaceId} and change.account_id = published.account_id
          and change.owner_id = published.owner_id
          and change.level < ${sql.lit(levelNumber('full'))})`.execute(db);
  if (rows.length === 0) return new Map();
  const own = [...(await readProvenAddresses(db, reader.readerId))];
  const found = new Map<string, TextForParticipants>();
  for (const ofOne of Map.groupBy(rows, conversationOf).values()) {
    const tookPart = await takesPart(db, reader, ofOne, own);
    for (const { id, ownerId, capturedId } of ofOne) {
      const isOwn = ownerId === reader.readerId;
      found.set(id, { copy: { ownerId, capturedId }, tookPart: tookPart || isOwn });
    }
  }
  return found;
}

const conversationOf = ({ accountId, threadId, id }: Row) => `${accountId} ${threadId ?? id}`;

interface Copy {
  activityId: string;
  type: StoredActivityType;
  ownerId: string;
  capturedId: string;
}

/**
 * Whether the reader took part in the conversation of some activities, by the copies of colleagues: one of them names
 * the reader, also as a hidden recipient, or the reader has that message as well. Copies of the reader alone prove
 * nothing, because users upload and send in whatever they like, such as an email that refers to a conversation. Of a
 * long conversation the newest messages are looked at: anyone can send any number of emails that refer to one.
 */
async function takesPart(
  db: Connection,
  { readerId, workspaceId }: Reader,
  [first]: readonly Row[],
  own: readonly string[],
): Promise<boolean> {
  if (first === undefined) return false;
  const { id, accountId, threadId } = first;
  const inWorkspace = inWorkspaceOf(db, workspaceId);
  const { rows: copies } = await sql<Copy>`
    select published.id as "activityId", published.type, contributor.user_id as "ownerId",
      contributor.captured_id as "capturedId"
    from account_activities published
    join account_activity_contributors contributor
      on contributor.workspace_id = ${workspaceId} and contributor.activity_id = published.id
    where published.workspace_id = ${workspaceId} and published.account_id = ${accountId}
      and (published.id = ${id} or published.id = any(array(
        select message.id from account_activities message
        where message.workspace_id = ${workspaceId} and message.account_id = ${accountId}
          and message.thread_id = ${threadId}
        order by message.occurred_at desc, message.id desc
        limit ${limits.conversationMessages})))
      ${inWorkspace('contributor')}`.execute(db);
  const [ofReader, others] = partition(copies, ({ ownerId }) => ownerId === readerId);
  const known = new Set(ofReader.filter(isProof).map(({ activityId }) => activityId));
  if (others.some(({ activityId }) => known.has(activityId))) return true;
  const { rows: named } = await sql`
    select from captured_activities captured
    where captured.owner_id = any(${[...new Set(others.map(({ ownerId }) => ownerId))]}::uuid[])
      and captured.id = any(${others.map(({ capturedId }) => capturedId)}::uuid[])
      and exists (
        select from jsonb_array_elements(captured.participants || captured.bcc) person
        where lower(person ->> 'email') = any(${own}::text[]))
    limit 1`.execute(db);
  return named.length > 0;
}

/** Two emails have one identity only with the same text. The identity of a call is chosen by its sender. */
const isProof = ({ type }: Copy): boolean => type !== 'call';

function partition<Item>(
  items: readonly Item[],
  isFirst: (item: Item) => boolean,
): [Item[], Item[]] {
  const { first = [], second = [] } = Object.groupBy(items, (item) =>
    isFirst(item) ? 'first' : 'second',
  );
  return [first, second];
}
