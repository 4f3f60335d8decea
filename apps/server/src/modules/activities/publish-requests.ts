import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import { hasProtectionUpdates, takeProtectionUpdates } from './update-protections.ts';
import { Failures } from './publishing/failures.ts';
import { hasLevelChanges, takeLevelSteps } from './level-steps.ts';
import { REQUEST_STATEMENT_MS } from './publishing/limit-statements.ts';
import { publishStepSize, takeShareStep, takeWithdrawalStep } from './publish-step.ts';
import { applyLeftRequests, isOlder } from './publishing/publisher/after-commit.ts';
import { publisherOf } from './publishing/publisher/publisher-of.ts';

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

/** Shares that a request looks for at once. */
const MAX_SHARES = 1_000;

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
 * @throws what failed, after everything else that is possible was done.
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
  const failures = new Failures();
  for (const { failure } of outcomes) failures.add(failure);
  if (failures.joined !== undefined) throw failures.joined;
  return outcomes.every(({ isComplete }) => isComplete);
}

/**
 * Takes one step of each share, or of each person's withdrawals from a workspace, in turn, so that a large
 * one does not delay the others. A step that fails, or waits too long for an account, is not tried again, and
 * a workspace that cannot be changed now is skipped, so that other requests do not wait.
 */
async function takeSteps(
  db: Database,
  kind: 'share' | 'withdrawal',
  isOver: () => boolean,
  stepSize: number,
): Promise<{ isComplete: boolean; failure?: unknown }> {
  const unavailable = new Set<string>();
  const failed = new Set<string>();
  const failures = new Failures();
  for (;;) {
    const { rows } = await sql<Step>`
      select owner_id as "ownerId", workspace_id as "workspaceId",
        case kind when 'share' then id end as id
      from publish_requests
      where kind = ${kind} and workspace_id <> all(${[...unavailable]}::uuid[])
        and case kind when 'share' then id::text else owner_id || ' ' || workspace_id end
          <> all(${[...failed]}::text[])
      group by 1, 2, 3 order by 3 nulls first limit 1000`.execute(db);
    if (rows.length === 0) {
      const failure = failures.joined;
      return { isComplete: failure === undefined, failure };
    }
    for (const step of rows) {
      if (isOver()) return { isComplete: false, failure: failures.joined };
      if (unavailable.has(step.workspaceId)) continue;
      try {
        await takeStep(db, step, stepSize);
      } catch (error) {
        failures.add(error);
        if (isAway(error)) unavailable.add(step.workspaceId);
        else failed.add(step.id ?? `${step.ownerId} ${step.workspaceId}`);
      }
    }
  }
}

/** Whether the workspace cannot be changed now; who has one of its accounts holds back nothing else in it. */
const isAway = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError && error.reason !== 'locked';

/** The longest wait for accounts that others have, before the job goes on with what else there is; milliseconds. */
const JOB_WAIT_MS = 3_000;

/** Of a share, or of a person's withdrawals from a workspace. */
interface Step {
  ownerId: string;
  workspaceId: string;
  /** Of the request of the share. */
  id: string | null;
}

const takeStep = (db: Database, { ownerId, workspaceId, id }: Step, stepSize: number) =>
  id === null
    ? takeWithdrawalStep(db, { ownerId, workspaceId }, stepSize, {
        ofOthers: 'hidden',
        waitMs: JOB_WAIT_MS,
      })
    : takeShareStep(db, { ownerId, id }, stepSize);
