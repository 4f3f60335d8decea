import type { AccessView } from '@repo/contract/activities';
import { limits } from '@repo/contract/limits';
import { levelNumber } from '@repo/domain/sharing/share-level';
import { plural } from '@repo/domain/text/plural';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { readLevel } from '#platform/database/level-columns.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { type Access, accessOf, toAccessView } from '#modules/activities/access-of.ts';
import { isParticipantsOnly } from '#modules/activities/participants-only.ts';
import { findPublished, type Published } from '#modules/activities/find-published.ts';
import { lockMembership } from '#modules/users/lock-membership.ts';
import { forgetEndedRequests } from './forget-ended-requests.ts';

const conversationPrefix = 'conversation.';

interface Asked {
  id: string;
  ownerId: string;
  capturedId: string;
  activityKey: string;
  level: number;
}

/**
 * Stores that a user wants to read an activity in full, or the newest message of a conversation that is below full. The
 * colleague whose copy is shown answers, for the whole conversation. A second request returns the state of the first.
 *
 * @throws AppError NOT_FOUND for what the user may not see; CONFLICT where nothing is left to ask for; LIMIT_REACHED.
 */
export async function requestAccess(
  db: Database,
  askerId: string,
  activityId: string,
): Promise<AccessView> {
  const isConversation = activityId.startsWith(conversationPrefix);
  const id = isConversation ? activityId.slice(conversationPrefix.length) : activityId;
  const published = await findPublished(db, askerId, id);
  if (published === undefined) throw notFound('Activity');
  if (isConversation && published.threadId === null) throw notFound('Activity');
  const { workspaceId } = published;
  const shown = await readShown(db, published, isConversation ? { threadId: true } : { id });
  const access = await accessOf(db, { readerId: askerId, workspaceId }, shown);
  const stateOf = (one: Asked) => access.get(one.id)?.state;
  const open = shown.filter((one) => stateOf(one) === 'none');
  const [first] = open;
  if (first === undefined) {
    const known = shown.flatMap((one) => access.get(one.id) ?? [])[0];
    if (known !== undefined && known.tookPart !== true) return toAccessView(known);
    throw nothingLeft();
  }
  const { ownerId, capturedId } = first;
  const keys = open.filter((one) => one.ownerId === ownerId).map((one) => one.activityKey);
  return db
    .transaction()
    .execute(async (tx) =>
      toAccessView(await store(tx, { askerId, ownerId, workspaceId, capturedId, keys })),
    );
}

const nothingLeft = () =>
  new AppError('CONFLICT', 'Nothing of this can be asked for: you see what there is to see.');

/** The activity, or the messages of its conversation, the newest first, with what the level shows now. */
async function readShown(
  db: Connection,
  { workspaceId, accountId, threadId }: Published,
  which: { id: string } | { threadId: true },
): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select published.id, published.owner_id as "ownerId", published.captured_id as "capturedId",
      published.activity_key as "activityKey",
      ${readLevel('published', inWorkspaceOf(db, workspaceId))} as level
    from account_activities published
    where published.workspace_id = ${workspaceId} and published.account_id = ${accountId}
      and ${'id' in which ? sql`published.id = ${which.id}` : sql`published.thread_id = ${threadId}`}
    order by published.occurred_at desc, published.id desc
    limit ${limits.conversationMessages}`.execute(db);
  return rows;
}

interface NewRequest {
  askerId: string;
  ownerId: string;
  workspaceId: string;
  /** The shown copy of the first of the keys. */
  capturedId: string;
  keys: readonly string[];
}

async function store(tx: Connection, request: NewRequest): Promise<Access> {
  const { askerId, ownerId, workspaceId, keys } = request;
  // One request of a user at a time, so that two count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`access asked by ${askerId}`}, 0))`.execute(
    tx,
  );
  await lockMembership(tx, { workspaceId, userId: askerId });
  await forgetEndedRequests(tx, askerId);
  const { rows: known } = await sql<{ isGranted: boolean | null; askedAt: Date }>`
    select is_granted as "isGranted", asked_at as "askedAt" from access_requests
    where owner_id = ${ownerId} and asker_id = ${askerId} and workspace_id = ${workspaceId}
      and refs && ${keys}::uuid[]
    order by asked_at desc limit 1`.execute(tx);
  const [before] = known;
  if (before !== undefined) {
    const state = before.isGranted === false ? 'declined' : 'asked';
    return { state, askedAt: before.askedAt };
  }
  await requireCapacity(tx, askerId);
  const domainId = await lockShare(tx, request);
  const { rows } = await sql<{ askedAt: Date }>`
    insert into access_requests (owner_id, asker_id, workspace_id, domain_id, refs)
    values (${ownerId}, ${askerId}, ${workspaceId}, ${domainId}, ${keys}::uuid[])
    returning asked_at as "askedAt"`.execute(tx);
  return { state: 'asked', ...rows[0] };
}

async function requireCapacity(tx: Connection, askerId: string): Promise<void> {
  const { rows } = await sql<{ open: number; total: number }>`
    select (count(*) filter (where is_granted is null))::integer as open, count(*)::integer as total
    from access_requests where asker_id = ${askerId}`.execute(tx);
  const { open = 0, total = 0 } = rows[0] ?? {};
  const refuse = (limit: number, current: number, has: string) => {
    throw new AppError('LIMIT_REACHED', has, { details: { limit, current } });
  };
  if (open >= limits.openAccessRequests) {
    refuse(
      limits.openAccessRequests,
      open,
      `${plural(open, 'request', 'requests')} of yours wait for an answer, the most there can be. Ask again when some are answered.`,
    );
  }
  if (total >= limits.accessRequests) {
    refuse(
      limits.accessRequests,
      total,
      `You have ${plural(total, 'request', 'requests')}, the most there can be. Ask a colleague to share the whole company instead.`,
    );
  }
}

/**
 * Finds the share through which the copy is shown, and keeps it from ending in this transaction.
 *
 * @throws AppError NOT_FOUND where it ended meanwhile; CONFLICT where it shows everything by now.
 */
async function lockShare(
  tx: Connection,
  { ownerId, workspaceId, capturedId }: NewRequest,
): Promise<string> {
  const { rows } = await sql<{ domainId: string; level: number; isProtected: boolean }>`
    select share.domain_id as "domainId", share.level, exists (
        select from protected_refs ref
        join captured_activities captured
          on captured.owner_id = ref.owner_id and captured.activity_key = ref.ref
        where ref.owner_id = ${ownerId} and captured.owner_id = ${ownerId}
          and captured.id = ${capturedId}) as "isProtected"
    from domain_shares share
    join captured_activity_domains link
      on link.owner_id = share.owner_id and link.domain_id = share.domain_id
    where share.owner_id = ${ownerId} and share.workspace_id = ${workspaceId}
      and link.captured_id = ${capturedId} and not link.by_bcc_only
    order by share.level desc, share.domain_id limit 1
    for key share of share`.execute(tx);
  const [share] = rows;
  if (share === undefined) throw notFound('Activity');
  // It is about to be shown.
  const isShown = share.level === levelNumber('full') && !share.isProtected;
  if (isShown && !(await isParticipantsOnly(tx, workspaceId))) throw nothingLeft();
  return share.domainId;
}
