import type { Continuation } from '@repo/contract/error';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { AppError } from '#platform/http/app-error.ts';
import { RESPOND_AFTER_MS, respondDeadline } from '#platform/http/respond-after.ts';
import { hasProtectionUpdates, takeProtectionUpdates } from '../protected/update-protections.ts';
import { lowerToRest } from './level-changes.ts';
import { hasLevelChanges, takeLevelSteps } from './level-steps.ts';
import { applyLeftRequests, isOlder } from './publisher/after-commit.ts';
import { REQUEST_STATEMENT_MS } from './limit-statements.ts';
import type { Publication } from './request-share.ts';
import { publisherOf } from './publisher/publisher-of.ts';
import { publishStepSize, takeShareStep, takeWithdrawalStep } from './publish-step.ts';

/*
 * Publishing a domain that was shared, or withdrawing one that is no longer, may concern a hundred
 * thousand activities. The transaction that changes the shares only stores a request; steps
 * (`publish-step.ts`) then bring the published rows up to date. The steps of a request are taken:
 *
 * - by the HTTP request that stored it: all steps of a withdrawal, so that nothing of the user is
 *   visible any more when it succeeds; of a share those that it can take in `RESPOND_AFTER_MS`, which publishes a
 *   domain of usual size before the response;
 * - by `publish-requests.job.ts`: whatever is left, also after the process was killed.
 *
 * Both may work on the same request. The rule in full, and why:
 * docs/decisions/publishing-in-steps.md
 */

/**
 * The time, of `performance.now()`, from which on a request withdraws no more. One that withdraws several
 * times has one.
 */
export const withdrawalDeadline = (): number => performance.now() + RESPOND_AFTER_MS;

/** The last part of that time, in which activities that others contribute as well are hidden; milliseconds. */
const HIDING_MS = 1_600;
/** The last part of it in which days in touch are hidden instead of counted. */
const HIDING_DAYS_MS = 500;

/** Shares that a request looks for at once. */
const MAX_SHARES = 1_000;

/**
 * Requests the withdrawal of a user's activities from accounts after shares ended, and cancels pending
 * publishing of those shares. The caller has locked the user and deleted the shares.
 *
 * @throws DatabaseUnavailableError when a workspace cannot be reached: the transaction ends, nothing
 *   has changed, and nothing is withdrawn later.
 */
export async function requestWithdrawals(
  tx: Connection,
  ownerId: string,
  from: readonly Publication[],
): Promise<void> {
  if (from.length === 0) return;
  await publisherOf(tx).requireReachable(tx, ownerId, from);
  // A person can have shared several domains with one account.
  const accounts = new Map(from.map((one) => [one.accountId, one]));
  await sql`
    delete from publish_requests request
    where owner_id = ${ownerId} and account_id = any(${[...accounts.keys()]}::uuid[])
      and (kind = 'withdrawal' or kind = 'share' and not exists (
        select from domain_shares share
        where share.owner_id = ${ownerId} and share.domain_id = request.domain_id
          and share.account_id = request.account_id))
  `.execute(tx);
  await tx
    .insertInto('publish_requests')
    .values(
      [...accounts.values()].map(({ workspaceId, accountId }) => ({
        owner_id: ownerId,
        workspace_id: workspaceId,
        account_id: accountId,
        kind: 'withdrawal' as const,
      })),
    )
    .execute();
  for (const account of accounts.values()) await lowerToRest(tx, { ownerId, ...account });
}

/** Whether something that a person published in an account is still to be withdrawn. */
export async function isBeingWithdrawn(
  db: Connection,
  ownerId: string,
  accountId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('publish_requests')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'withdrawal')
    .executeTakeFirst();
  return found !== undefined;
}

/** The withdrawals of a user: from one workspace, or from all. */
interface Withdrawn {
  ownerId: string;
  workspaceId?: string | undefined;
}

/**
 * Takes the steps of a user's requested withdrawals, until nothing is left or the time is over.
 *
 * @returns whether nothing is left.
 */
export async function completeWithdrawals(
  db: Database,
  withdrawn: Withdrawn,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const { ownerId } = withdrawn;
  for (const workspaceId of await workspacesOf(db, withdrawn)) {
    while (await takeWithdrawalStep(db, { ownerId, workspaceId })) {
      if (isOver()) return (await workspacesOf(db, withdrawn)).length === 0;
    }
  }
  return true;
}

/**
 * Withdraws within the time for which clients wait, at least one step. The caller then calls
 * `publishRemainingLater`, so that the job does the rest.
 *
 * @param message for the user: which part is done, and which goes on.
 * @throws AppError UNAVAILABLE; CONFLICT when something is left, and the request can be repeated to
 *   wait for it.
 */
export async function withdrawForRequest(
  db: Database,
  withdrawn: Withdrawn,
  message: string,
  deadline = withdrawalDeadline(),
): Promise<void> {
  const isOver = () => performance.now() >= deadline;
  const goesOn = () => new AppError('CONFLICT', message, { details: CONTINUES });
  const afterStep = async () => {
    if (isOver() && (await workspacesOf(db, withdrawn)).length > 0) throw goesOn();
  };
  await withdraw(db, withdrawn, { afterStep, deadline }).catch((error: unknown) => {
    const { cause } = error as { cause?: unknown };
    const hasWaited = cause instanceof DatabaseUnavailableError && cause.reason === 'locked';
    throw hasWaited && isOver() ? goesOn() : error;
  });
}

interface Bounds {
  /** Throws to end it. */
  afterStep: () => Promise<void>;
  /** From then on it waits for no one else; the time of `performance.now()`. */
  deadline: number;
}

const CONTINUES: Continuation = { continues: true };

/** The shortest wait for others, so that one step is taken whatever was done before; milliseconds. */
const MIN_WAIT_MS = 1_000;

/** A workspace that cannot be changed now holds back no other. */
async function withdraw(db: Database, withdrawn: Withdrawn, bounds: Bounds): Promise<void> {
  const { ownerId } = withdrawn;
  const left = () => bounds.deadline - performance.now();
  const waitMs = () =>
    bounds.deadline === Infinity ? 0 : Math.ceil(Math.max(MIN_WAIT_MS, left()));
  const failures: unknown[] = [];
  for (const workspaceId of await workspacesOf(db, withdrawn)) {
    try {
      while (
        await takeWithdrawalStep(db, { ownerId, workspaceId }, publishStepSize, {
          waitMs: waitMs(),
          ofOthers: left() <= HIDING_MS ? 'hidden' : 'shown',
          hidesDays: left() <= HIDING_DAYS_MS,
        })
      ) {
        await bounds.afterStep();
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      failures.push(error);
    }
  }
  const [cause] = failures;
  if (cause === undefined) return;
  if (!(cause instanceof DatabaseUnavailableError)) throw cause;
  throw new AppError(
    'UNAVAILABLE',
    'What is no longer shared could not be removed from the workspace completely. Please try again shortly.',
    { cause, retryAfterSeconds: cause.retryAfterSeconds, details: CONTINUES },
  );
}

/** The workspaces from which something is still to be withdrawn. */
async function workspacesOf(db: Database, { ownerId, workspaceId }: Withdrawn): Promise<string[]> {
  const rows = await db
    .selectFrom('publish_requests')
    .select('workspace_id')
    .distinct()
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'withdrawal')
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .orderBy('workspace_id')
    .execute();
  return rows.map((row) => row.workspace_id);
}

/**
 * Publishes a user's shares until the time is over, at least one step. The job publishes the rest, also when
 * the database cannot do it now, and reports why.
 */
export async function beginShares(
  db: Database,
  ownerId: string,
  isOver = respondDeadline(),
): Promise<void> {
  const requests = await db
    .selectFrom('publish_requests')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'share')
    .orderBy('id')
    .limit(MAX_SHARES)
    .execute();
  let isFirst = true;
  const hasTime = () => isFirst || !isOver();
  for (const { id } of requests) {
    if (!hasTime()) return;
    try {
      for (let isLeft = true; isLeft && hasTime(); isFirst = false) {
        isLeft = await takeShareStep(db, { ownerId, id }, publishStepSize, REQUEST_STATEMENT_MS);
      }
    } catch {
      // The others are independent of it.
      isFirst = false;
    }
  }
}

/** Whether a user has pending requests to publish or withdraw. */
export async function hasPublishRequests(db: Database, ownerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('publish_requests')
    .select('id')
    .where('owner_id', '=', ownerId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether any user has activities left to publish, to withdraw or to store at their level, including captures
 * that their process left.
 */
export async function hasLeftRequests(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isLeft: boolean }>`
    select exists (
      select from publish_requests
      where kind <> 'activities' or ${isOlder(publisherOf(db).leftAfterSeconds)}) as "isLeft"`.execute(
    db,
  );
  return (
    rows[0]?.isLeft === true || (await hasLevelChanges(db)) || (await hasProtectionUpdates(db))
  );
}

/**
 * Completes everything that was left, until nothing remains or the time is over. Takes the steps of
 * withdrawals, which hide other users' contributions as well; applies the requests of captures and of hidden
 * activities; then takes the steps of shares and of changed levels.
 *
 * @param minAgeSeconds the age from which a capture's requests count as left by their process; the
 *   storage's own when absent.
 * @returns whether nothing is left.
 * @throws the first failure, after everything else that is possible was done.
 */
export async function takeRemainingSteps(
  db: Database,
  isOver: () => boolean = () => false,
  stepSize = publishStepSize,
  minAgeSeconds = publisherOf(db).leftAfterSeconds,
): Promise<boolean> {
  const withdrawn = await takeSteps(db, 'withdrawal', isOver, stepSize);
  const guarded = await takeProtectionUpdates(db, isOver);
  const applied = await applyLeftRequests(db, isOver, minAgeSeconds);
  const shared = await takeSteps(db, 'share', isOver, stepSize);
  const levels = await takeLevelSteps(db, isOver, stepSize);
  const outcomes = [withdrawn, guarded, applied, shared, levels];
  const failed = outcomes.find(({ failure }) => failure !== undefined);
  if (failed !== undefined) throw failed.failure;
  return outcomes.every(({ isComplete }) => isComplete);
}

/**
 * Takes one step of each share, or of each person's withdrawals from a workspace, in turn, so that a
 * large one does not delay the others. What fails is not tried again, and a workspace that cannot be
 * changed now is left out; requests of others do not wait for them.
 */
async function takeSteps(
  db: Database,
  kind: 'share' | 'withdrawal',
  isOver: () => boolean,
  stepSize: number,
): Promise<{ isComplete: boolean; failure?: unknown }> {
  const unavailable = new Set<string>();
  const failed = new Set<string>();
  let failure: unknown;
  for (;;) {
    const { rows } = await sql<Step>`
      select owner_id as "ownerId", workspace_id as "workspaceId",
        case kind when 'share' then id end as id
      from publish_requests
      where kind = ${kind} and workspace_id <> all(${[...unavailable]}::uuid[])
        and case kind when 'share' then id::text else owner_id || ' ' || workspace_id end
          <> all(${[...failed]}::text[])
      group by 1, 2, 3 order by 3 nulls first limit 1000`.execute(db);
    if (rows.length === 0) return { isComplete: failure === undefined, failure };
    for (const step of rows) {
      if (isOver()) return { isComplete: false, failure };
      if (unavailable.has(step.workspaceId)) continue;
      try {
        await takeStep(db, step, stepSize);
      } catch (error) {
        failure ??= error;
        if (error instanceof DatabaseUnavailableError) unavailable.add(step.workspaceId);
        else failed.add(step.id ?? `${step.ownerId} ${step.workspaceId}`);
      }
    }
  }
}

/** Of a share, or of a person's withdrawals from a workspace. */
interface Step {
  ownerId: string;
  workspaceId: string;
  /** Of the request of the share. */
  id: string | null;
}

const takeStep = (db: Database, { ownerId, workspaceId, id }: Step, stepSize: number) =>
  id === null
    ? takeWithdrawalStep(db, { ownerId, workspaceId }, stepSize, { ofOthers: 'hidden' })
    : takeShareStep(db, { ownerId, id }, stepSize);
