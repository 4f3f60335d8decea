import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import {
  byLevelThenCapture,
  levelOfNumber,
  type ShareLevel,
  visibleLevel,
} from '@repo/domain/sharing/share-level';
import type {
  StoredActivityType,
  StoredParticipant,
  StoredSide,
} from '#platform/database/schema/activities.ts';
import { readProtectedLevels } from '../../protected-level.ts';
import { readTextlessLevels } from '../../without-text.ts';
import { readAgedLevels } from '../../workspace-age.ts';
import type { Touched } from '../change.ts';
import { isSharer } from '#modules/users/is-sharer.ts';

/*
 * Published rows are computed from captured copies of several users. On one node a statement joins them with
 * the published rows (`on-one-node.ts`). On a cluster they are read first, from the nodes of their users, and
 * sent to the node of the workspace as values.
 */

/** A domain that a member shares with an account. */
export interface AccountShare {
  accountId: string;
  domainId: string;
  ownerId: string;
  level: ShareLevel;
}

/** Queries all nodes: shares are stored with their owners, and anyone may share with an account. */
export async function readShares(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<AccountShare[]> {
  const { rows } = await sql<Omit<AccountShare, 'level'> & { level: number }>`
    select share.account_id as "accountId", share.domain_id as "domainId",
      share.owner_id as "ownerId", share.level
    from domain_shares share
    where share.workspace_id = ${workspaceId} and share.account_id = any(${accountIds}::uuid[])
      and ${isSharer('share')}`.execute(tx);
  return rows.map((row) => ({ ...row, level: levelOfNumber(row.level) }));
}

/** The captured columns that are published, as JSON has them. */
export interface CopyContent {
  type: StoredActivityType;
  participants: StoredParticipant[];
  [column: string]: unknown;
}

/** The copies of an activity of an account, in the order of `byLevelThenCapture`; there is at least one. */
export interface Copies {
  capturedIds: string[];
  ownerIds: string[];
  /** Of the first one, which is shown. */
  level: ShareLevel;
  side: StoredSide;
  content: CopyContent;
}

interface Link {
  ownerId: string;
  domainId: string;
  activityKey: string;
  capturedId: string;
  side: StoredSide;
  isForOwnerAlone: boolean;
}

/** For each of the activities its copies that are to be published; undefined if there are none. */
export async function readCopies(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
): Promise<(Copies | undefined)[]> {
  const accountIds = [...new Set(touched.map(({ accountId }) => accountId))];
  const shares = await readShares(tx, workspaceId, accountIds);
  const links = await readLinks(tx, shares, touched);
  const protectedLevels = await readProtectedLevels(tx, workspaceId, [...links.values()].flat());
  const agedLevel = await readAgedLevels(
    tx,
    { workspaceId, accountIds },
    [...links.values()].flat(),
  );
  const textlessLevel = await readTextlessLevels(tx, [...links.values()].flat());
  const sharedWith = Map.groupBy(shares, ({ accountId }) => accountId);
  const ofActivities = touched.map(({ accountId, activityKey }) => {
    const found = (sharedWith.get(accountId) ?? []).flatMap(({ domainId, level }) =>
      (links.get(`${domainId} ${activityKey}`) ?? []).map((link) => ({
        ...link,
        level,
        strictest: lowest(
          protectedLevels.get(`${link.ownerId} ${activityKey}`),
          agedLevel({ accountId, capturedId: link.capturedId }),
          textlessLevel(link.capturedId),
        ),
      })),
    );
    // A copy can be linked to several domains of the account.
    return [...Map.groupBy(found, ({ capturedId }) => capturedId)]
      .flatMap(([id, ofCopy]) => shownCopy(id, ofCopy))
      .sort(byLevelThenCapture);
  });
  const contents = await readContents(
    tx,
    ofActivities.flatMap(([first]) => (first === undefined ? [] : [first])),
  );
  return ofActivities.map((copies) => {
    const [first] = copies;
    const content = first && contents.get(first.capturedId);
    return first && content
      ? {
          capturedIds: copies.map(({ capturedId }) => capturedId),
          ownerIds: copies.map(({ ownerId }) => ownerId),
          level: first.level,
          side: first.side,
          content,
        }
      : undefined;
  });
}

const lowest = (...levels: readonly (number | undefined)[]): number | undefined => {
  const given = levels.filter((level) => level !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
};

/** A copy with the level at which the account shows it; none if it is hidden. */
function shownCopy(
  id: string,
  ofCopy: readonly (Link & { level: ShareLevel; strictest: number | undefined })[],
) {
  const [link] = ofCopy;
  const level = visibleLevel({ links: ofCopy, protection: link?.strictest });
  return link === undefined || level === 'hidden' ? [] : [{ ...link, id, level }];
}

/** By domain and activity. */
async function readLinks(
  tx: Connection,
  shares: readonly AccountShare[],
  touched: readonly Touched[],
): Promise<Map<string, Link[]>> {
  const { rows } = await sql<Link>`
    select owner_id as "ownerId", domain_id as "domainId", activity_key as "activityKey",
      captured_id as "capturedId", side, by_bcc_only as "isForOwnerAlone"
    from captured_activity_domains
    where owner_id = any(${[...new Set(shares.map(({ ownerId }) => ownerId))]}::uuid[])
      and domain_id = any(${[...new Set(shares.map(({ domainId }) => domainId))]}::uuid[])
      and activity_key = any(${[...new Set(touched.map(({ activityKey }) => activityKey))]}::uuid[])`.execute(
    tx,
  );
  return Map.groupBy(rows, ({ domainId, activityKey }) => `${domainId} ${activityKey}`);
}

async function readContents(
  tx: Connection,
  copies: readonly Link[],
): Promise<Map<string, CopyContent>> {
  const { rows } = await sql<{ id: string; content: CopyContent }>`
    select id, json_build_object('type', type, 'occurred_at', occurred_at, 'title', title,
      'summary', summary, 'participants', participants, 'location', location, 'start_time', start_time,
      'end_time', end_time, 'is_all_day', is_all_day, 'thread_refs', thread_refs) as content
    from captured_activities
    where owner_id = any(${[...new Set(copies.map(({ ownerId }) => ownerId))]}::uuid[])
      and id = any(${[...new Set(copies.map(({ capturedId }) => capturedId))]}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, content }) => [id, content]));
}
