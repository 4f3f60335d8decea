import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import type { ComparedActivity, WithheldReason } from '@repo/contract/shares';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { levelNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireVisible } from '#modules/accounts/require-visible.ts';
import { contributorsOf } from '#modules/activities/contributors-of.ts';
import {
  firstParticipants,
  type PublishedActivity,
  publishedColumns,
  publishedJoin,
  toActivityItem,
} from '#modules/activities/published-activity.ts';
import { isParticipantsOnly } from '#modules/activities/participants-only.ts';
import { isLevelChanging } from '#modules/activities/level-changes.ts';
import { formatPosition } from '#modules/activities/timeline-position.ts';
import { listColleagues } from '#modules/users/list-colleagues.ts';
import { countWithheld } from './comparing/count-withheld.ts';
import { listOwn, type OwnActivity } from './comparing/list-own.ts';
import { findOwnDomain } from '../find-own-domain.ts';

type Comparison = EndpointResponse<'GET /api/accounts/domains/{id}/as-colleagues-see'>;

interface Wanted {
  userId: string;
  domainId: string;
  limit?: number | undefined;
  /** `before` of the previous page. */
  before?: string | undefined;
}

/**
 * Compares what a user captured of a shared domain with what the account shows of it. The query is the one
 * that reads for colleagues, so that the comparison cannot differ from what they see.
 *
 * @throws AppError NOT_FOUND for a domain that the user does not track or share, and in a workspace that they
 *   left.
 */
export async function compareWithAccount(
  db: Connection,
  { userId, domainId, limit = limits.comparedActivities, before }: Wanted,
): Promise<Comparison> {
  const { domain, share } = await findOwnDomain(db, userId, domainId);
  if (share === undefined) throw new AppError('NOT_FOUND', `${shownDomain(domain)} is not shared.`);
  const { workspaceId, accountId, level } = share;
  await requireVisible(db, userId, { workspaceId });
  const account = { workspaceId, accountId };
  const own = await listOwn(db, { userId, domainId, account, limit: limit + 1, before });
  const listed = own.slice(0, limit);
  const last = listed.at(-1);
  const shown = await readShown(
    db,
    account,
    listed.map(({ publishedId }) => publishedId),
    userId,
  );
  const participantsOnly = await isParticipantsOnly(db, workspaceId);
  return {
    domain: shownDomain(domain),
    ...(await readNames(db, account)),
    level,
    isChanging: await isLevelChanging(db, { ownerId: userId, ...account }),
    colleagues: await listColleagues(db, workspaceId, userId),
    withheld: await countWithheld(db, userId, domainId),
    activities: listed.map((one) =>
      compare(one, shown.get(one.publishedId), { level: levelNumber(level), participantsOnly }),
    ),
    ...(participantsOnly && { participantsOnly }),
    ...(own.length > limit && last !== undefined && { before: formatPosition(last) }),
  };
}

/**
 * Reads how the account shows some activities, by their published ids, and whether the user's copies
 * contribute.
 */
async function readShown(
  db: Connection,
  account: AccountKey,
  ids: readonly string[],
  userId: string,
): Promise<Map<string, { item: ComparedActivity['shown']; isByUser: boolean; level: number }>> {
  if (ids.length === 0) return new Map();
  const { workspaceId, accountId } = account;
  const people = await contributorsOf(db, account);
  const { rows } = await sql<PublishedActivity>`
    select ${publishedColumns(inWorkspaceOf(db, workspaceId), firstParticipants)}
    from account_activities published
    ${publishedJoin(inWorkspaceOf(db, workspaceId))}
    where published.workspace_id = ${workspaceId} and published.account_id = ${accountId}
      and published.id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        item: toActivityItem(row, people),
        isByUser: row.contributorIds.includes(userId),
        level: row.level,
      },
    ]),
  );
}

type Shown = Awaited<ReturnType<typeof readShown>> extends Map<string, infer One> ? One : never;

function compare(
  own: OwnActivity,
  shown: Shown | undefined,
  { level: shareLevel, participantsOnly }: { level: number; participantsOnly: boolean },
): ComparedActivity {
  const leftTo = participantsOnly && shown?.isByUser === true ? 'participants-only' : undefined;
  const reason = reasonOf(own, shareLevel) ?? leftTo;
  return {
    id: own.id,
    type: own.type,
    title: own.title,
    occurredAt: own.occurredAt.toISOString(),
    ...(own.isAllDay && { isAllDay: true }),
    shown: shown?.item ?? null,
    isByColleague: shown !== undefined && !shown.isByUser,
    ...(reason !== undefined &&
      (shown?.isByUser !== true || shown.level < shareLevel) && { reason }),
  };
}

function reasonOf(own: OwnActivity, shareLevel: number): WithheldReason | undefined {
  if (own.isConversationPrivate) return 'private-conversation';
  if (own.isMeetingPrivate) return 'private-meeting';
  if (own.protectedLevel !== null && own.protectedLevel < shareLevel) return 'protected-address';
  if (own.isForOwnerAlone) return 'hidden-recipient';
  if (own.agedLevel !== null && own.agedLevel < shareLevel) return 'workspace-retention';
  return own.textlessLevel !== null && own.textlessLevel < shareLevel
    ? 'text-not-captured'
    : undefined;
}

async function readNames(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
): Promise<Pick<Comparison, 'workspace' | 'account'>> {
  const { workspace, account } = await db
    .selectFrom('workspace_accounts')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_accounts.workspace_id')
    .select(['workspaces.name as workspace', 'workspace_accounts.name as account'])
    .where('workspace_accounts.workspace_id', '=', workspaceId)
    .where('workspace_accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    workspace: { id: workspaceId, name: workspace },
    account: { id: accountId, name: account },
  };
}
