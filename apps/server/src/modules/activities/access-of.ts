import type { AccessView } from '@repo/contract/activities';
import { type AccessState, accessState, type RequestedCopy } from '@repo/domain/sharing/access';
import { levelNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { activeMembers } from '#modules/users/active-members.ts';
import { protectedLevel } from './protected-level.ts';
import { findTextNotCaptured } from './without-text.ts';
import { findWithoutText } from './workspace-age.ts';
import { textsForParticipants } from './access/texts-for-participants.ts';
import { isHolding } from './holding-requests.ts';

/** A published activity that a reader may see. */
export interface ReadActivity {
  id: string;
  /** Of the shown copy. */
  ownerId: string;
  /** The number of the level at which it is shared. */
  level: number;
}

/** The state of a reader's access to an activity that is shared below full. */
export interface Access {
  state: AccessState;
  askedAt?: Date;
  /** The last day of what was granted, in the workspace. */
  lastDay?: string | null;
  /** The copy that is shown to the reader in full. */
  copy?: { ownerId: string; capturedId: string };
  /** Whether the workspace leaves the text to those who took part, and the reader did not. */
  isForParticipants?: boolean;
  /** Whether the copy is shown because the reader took part, without a request. */
  tookPart?: boolean;
}

interface Contribution {
  activityId: string;
  ownerId: string;
  capturedId: string;
}

interface Found extends RequestedCopy {
  capturedId: string;
  ownerId: string;
  askedAt: Date;
  lastDay: string | null;
}

/**
 * Reads the access of a reader to activities that the members of a workspace see below full. Where texts are for those
 * who took part, a reader who did has access without a request. An activity that is shown by the reader, or by a
 * colleague who cannot be asked, has no access unless it was granted.
 */
export async function accessOf(
  db: Connection,
  { readerId, workspaceId }: { readerId: string; workspaceId: string },
  activities: readonly ReadActivity[],
  now = new Date(),
): Promise<Map<string, Access>> {
  const below = activities.filter(({ level }) => level < levelNumber('full'));
  if (below.length === 0) return new Map();
  const aged = await findWithoutText(
    db,
    workspaceId,
    below.map(({ id }) => id),
  );
  // No one can show in the workspace what it has deleted.
  const open = below.filter(({ id }) => !aged.has(id));
  // What a mailbox does not capture, its user cannot show. Below the level subject, something is left to ask for.
  const textless = await findTextNotCaptured(
    db,
    workspaceId,
    open.flatMap(({ id, level }) => (level < levelNumber('subject') ? [] : [id])),
  );
  const forParticipants = await textsForParticipants(
    db,
    { readerId, workspaceId },
    open.map(({ id }) => id),
  );
  const copies = await readCopies(db, { readerId, workspaceId }, open);
  const requested = await readRequested(db, { readerId, workspaceId }, copies);
  const members = await activeMembers(
    db,
    workspaceId,
    open.map(({ ownerId }) => ownerId),
  );
  return new Map(
    open.flatMap(({ id, ownerId }): [string, Access][] => {
      const text = forParticipants.get(id);
      if (text?.tookPart === true) {
        return [[id, { state: 'granted', copy: text.copy, tookPart: true }]];
      }
      const isForParticipants = text !== undefined;
      const ofActivity = (copies.get(id) ?? []).flatMap(
        ({ capturedId }) => requested.get(capturedId) ?? [],
      );
      const granted = ofActivity.find((one) => accessState(one, now) === 'granted');
      if (granted !== undefined) {
        const { ownerId: from, capturedId, askedAt, lastDay } = granted;
        return [[id, { state: 'granted', askedAt, lastDay, copy: { ownerId: from, capturedId } }]];
      }
      if (ownerId === readerId || !members.has(ownerId) || textless.has(id)) return [];
      const ofShown = ofActivity.find(
        (one) => one.ownerId === ownerId && accessState(one, now) !== 'none',
      );
      return [
        [
          id,
          ofShown === undefined
            ? { state: 'none', isForParticipants }
            : { state: accessState(ofShown, now), askedAt: ofShown.askedAt, isForParticipants },
        ],
      ];
    }),
  );
}

/** The same as the contract has it. */
export const toAccessView = ({
  state,
  askedAt,
  lastDay,
  isForParticipants = false,
}: Access): AccessView => ({
  state,
  ...(askedAt !== undefined && { askedAt: askedAt.toISOString() }),
  ...(lastDay && { lastDay }),
  ...(isForParticipants && { isForParticipants }),
});

interface Reader {
  readerId: string;
  workspaceId: string;
}

/** The colleagues' copies, by activity. */
async function readCopies(
  db: Connection,
  { readerId, workspaceId }: Reader,
  activities: readonly ReadActivity[],
): Promise<Map<string, Contribution[]>> {
  const { rows } = await sql<Contribution>`
    select activity_id as "activityId", user_id as "ownerId", captured_id as "capturedId"
    from account_activity_contributors
    where workspace_id = ${workspaceId} and user_id <> ${readerId}
      and activity_id = any(${activities.map(({ id }) => id)}::uuid[])`.execute(db);
  return Map.groupBy(rows, ({ activityId }) => activityId);
}

/** The requests of the reader that concern these copies, by copy. All of it is stored with the owners of the copies. */
async function readRequested(
  db: Connection,
  { readerId, workspaceId }: Reader,
  copies: ReadonlyMap<string, readonly Contribution[]>,
): Promise<Map<string, Found[]>> {
  const byOwner = Map.groupBy([...copies.values()].flat(), ({ ownerId }) => ownerId);
  if (byOwner.size === 0) return new Map();
  const { rows: asked } = await sql<{ ownerId: string }>`
    select distinct owner_id as "ownerId" from access_requests
    where asker_id = ${readerId} and workspace_id = ${workspaceId}
      and owner_id = any(${[...byOwner.keys()]}::uuid[])`.execute(db);
  const found: Found[] = [];
  for (const { ownerId } of asked) {
    const capturedIds = (byOwner.get(ownerId) ?? []).map(({ capturedId }) => capturedId);
    found.push(...(await readOfOwner(db, { readerId, workspaceId, ownerId, capturedIds })));
  }
  return Map.groupBy(found, ({ capturedId }) => capturedId);
}

/** Names the owner by value for each table, so that a cluster finds the node. */
async function readOfOwner(
  db: Connection,
  {
    readerId,
    workspaceId,
    ownerId,
    capturedIds,
  }: Reader & { ownerId: string; capturedIds: readonly string[] },
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select captured.id as "capturedId", captured.owner_id as "ownerId",
      request.is_granted as "isGranted", request.asked_at as "askedAt", request.ends_at as "endsAt", request.last_day as "lastDay",
      captured.activity_key = any(request.refs) as "isAsked",
      array_append(captured.thread_refs, captured.activity_key) && request.refs as "isInConversation",
      not exists (
        select from captured_activity_domains link
        where link.owner_id = ${ownerId} and link.domain_id = request.domain_id
          and link.captured_id = captured.id and not link.by_bcc_only) as "isForOwnerAlone",
      ${protectedLevel({
        ownerId: sql`${ownerId}`,
        workspaceId: sql`${workspaceId}`,
        activityKey: sql`captured.activity_key`,
      })} as protection
    from access_requests request
    -- A share that moved to another workspace shows nothing in this one.
    join domain_shares share on share.owner_id = ${ownerId}
      and share.domain_id = request.domain_id and share.workspace_id = request.workspace_id
    join captured_activities captured on captured.owner_id = ${ownerId}
      and captured.id = any(${capturedIds}::uuid[])
    where request.owner_id = ${ownerId} and request.asker_id = ${readerId}
      and request.workspace_id = ${workspaceId} and ${isHolding('request')}
    order by request.asked_at desc, request.id`.execute(db);
  return rows;
}
