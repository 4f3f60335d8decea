import type { HandOver } from '@repo/contract/hand-overs';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { RESPOND_AFTER_MS, respondDeadline } from '#platform/http/respond-after.ts';
import { beginShares } from '#modules/activities/publish-requests.ts';
import { withdrawalDeadline, withdrawForRequest } from '#modules/activities/withdrawals.ts';
import { publishRemainingLater } from '#modules/activities/publish-requests.job.ts';
import type { Manager } from '#modules/workspaces/manager.ts';
import { releaseForRequest } from '#modules/accounts/release-for-request.ts';
import { beginHandOver, type Leaving } from './begin-hand-over.ts';
import { beginReturn } from './bring-back.ts';
import { continueHandOver } from './continue-hand-overs.ts';
import { lowerForRequest } from './shares/lower-for-request.ts';
import { LoweringWaits } from './shares/lowering-waits.ts';
import { findHandOver, type LeavingScope } from './leaving/stored-hand-over.ts';

type Needs = Pick<Context, 'db' | 'jobs'>;

/**
 * Hands a user over, and withdraws or lowers what they shared for as long as the client waits; jobs do the
 * rest. It returns only when no one reads more than the choice leaves. A request that is repeated meanwhile
 * goes on with the rest.
 *
 * @param notify is called with the begun hand-over, beside the withdrawal. It does not fail.
 * @throws AppError as `beginHandOver`; `CONFLICT` and `UNAVAILABLE` when the user is leaving, and something
 *   is still to be withdrawn or lowered
 */
export async function handOver(
  context: Needs,
  manager: Manager,
  leaving: Leaving,
  notify?: (begun: HandOver) => Promise<void>,
): Promise<HandOver> {
  const { db } = context;
  const { userId, workspaceId } = leaving;
  const isOver = respondDeadline();
  const isNew = await beginHandOver(db, manager, leaving);
  const begun = await findHandOver(db, { userId, workspaceId });
  if (begun === undefined) throw new Error(`The hand-over of ${userId} is gone.`);
  const notified = isNew ? notify?.(begun) : undefined;
  await hide(db, leaving, begun.user.name).finally(async () => {
    await publishRemainingLater(context, userId);
    await releaseForRequest(context, userId, isOver);
    await notified;
  });
  return begun;
}

async function hide(db: Database, leaving: Leaving, name: string): Promise<void> {
  const { choice } = leaving;
  const deadline = withdrawalDeadline();
  if (choice === 'erase') {
    await withdrawForRequest(
      db,
      withdrawnOf(leaving),
      `${name} is leaving. What they shared is still being removed, which goes on by itself.`,
      deadline,
    );
  }
  if (choice === 'redact') {
    await lowerForRequest(
      db,
      leaving,
      `${name} is leaving. Subjects and texts of what they shared are still being hidden, which goes on by itself.`,
      deadline,
    );
  }
}

/**
 * Brings a leaving user back, with as many shares as the client waits for; jobs bring back the rest.
 *
 * @returns how many shares are left.
 * @throws AppError as `beginReturn`
 */
export async function bringBack(
  context: Needs,
  manager: Manager,
  scope: LeavingScope,
): Promise<{ sharesLeft: number }> {
  const { db } = context;
  await beginReturn(db, manager, scope);
  const isOver = respondDeadline();
  await later(() => takeSteps(context, scope, isOver));
  await later(() => beginShares(db, scope.userId, isOver));
  await publishRemainingLater(context, scope.userId);
  const { sharesLeft } = await db
    .selectFrom('left_shares')
    .innerJoin('hand_overs', 'hand_overs.id', 'left_shares.hand_over_id')
    .select(({ fn }) => fn.countAll<number>().as('sharesLeft'))
    .where('hand_overs.user_id', '=', scope.userId)
    .where('hand_overs.state', '=', 'returning')
    .executeTakeFirstOrThrow();
  return { sharesLeft };
}

async function takeSteps(
  { db }: Needs,
  { userId, workspaceId }: LeavingScope,
  isOver: () => boolean,
): Promise<void> {
  const found = await db
    .selectFrom('hand_overs')
    .select('id')
    .where('user_id', '=', userId)
    .where('workspace_id', workspaceId === null ? 'is' : '=', workspaceId)
    .where('state', '=', 'returning')
    .executeTakeFirst();
  if (found !== undefined) await continueHandOver(db, found.id, { isOver, waits: requestWaits() });
}

/** A request waits for no one for long: the job brings back the rest. */
const requestWaits = () => new LoweringWaits({ waitMs: 500, ownerWaitMs: RESPOND_AFTER_MS });

const withdrawnOf = ({ userId, workspaceId }: LeavingScope) => ({
  ownerId: userId,
  ...(workspaceId !== null && { workspaceId }),
});

/** The jobs repeat and report what fails here. */
const later = (work: () => Promise<void>): Promise<void> => work().catch(() => {});
