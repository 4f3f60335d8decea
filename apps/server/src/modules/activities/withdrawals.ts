import type { Continuation } from '@repo/contract/error';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { AppError } from '#platform/http/app-error.ts';
import { RESPOND_AFTER_MS } from '#platform/http/respond-after.ts';
import { lowerToRest } from './level-changes.ts';
import { publishStepSize, takeWithdrawalStep } from './publish-step.ts';
import { publisherOf } from './publishing/publisher/publisher-of.ts';
import type { Publication } from './request-share.ts';

// Withdrawals are requests like shares: `publish-requests.ts` says who takes their steps.

/**
 * The time, of `performance.now()`, from which on a request withdraws no more. One that withdraws several
 * times has one.
 */
export const withdrawalDeadline = (): number => performance.now() + RESPOND_AFTER_MS;

/** The last part of that time, in which activities that others contribute as well are hidden; milliseconds. */
const HIDING_MS = 1_600;
/** The last part of it in which days in touch are hidden instead of counted. */
const HIDING_DAYS_MS = 500;

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
  const given = [...accounts.values()];
  await sql`
    insert into publish_requests (owner_id, workspace_id, account_id, kind)
    select ${ownerId}::uuid, given.*, 'withdrawal' from unnest(
      ${given.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${given.map(({ accountId }) => accountId)}::uuid[]) as given`.execute(tx);
  await lowerToRest(tx, ownerId, given);
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
 * @param waitMs the longest wait for others; without an end if 0.
 * @returns whether nothing is left.
 */
export async function completeWithdrawals(
  db: Database,
  withdrawn: Withdrawn,
  isOver: () => boolean = () => false,
  waitMs = 0,
): Promise<boolean> {
  const { ownerId } = withdrawn;
  for (const workspaceId of await workspacesOf(db, withdrawn)) {
    const part = { ownerId, workspaceId };
    while (await takeWithdrawalStep(db, part, publishStepSize, { waitMs })) {
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

/**
 * How long the first round waits in each workspace, so that all others are withdrawn from before one is
 * waited for; milliseconds.
 */
const FIRST_WAIT_MS = 100;

/** A workspace that cannot be changed now holds back no other. */
async function withdraw(db: Database, withdrawn: Withdrawn, bounds: Bounds): Promise<void> {
  const { ownerId } = withdrawn;
  const left = () => bounds.deadline - performance.now();
  const waitMs = () =>
    bounds.deadline === Infinity ? 0 : Math.ceil(Math.max(MIN_WAIT_MS, left()));
  const failures: unknown[] = [];
  const round = async (
    workspaces: readonly string[],
    wait: () => number,
    onLocked: (workspaceId: string, error: unknown) => void,
  ) => {
    for (const workspaceId of workspaces) {
      try {
        while (
          await takeWithdrawalStep(db, { ownerId, workspaceId }, publishStepSize, {
            waitMs: wait(),
            ofOthers: left() <= HIDING_MS ? 'hidden' : 'shown',
            hidesDays: left() <= HIDING_DAYS_MS,
          })
        ) {
          await bounds.afterStep();
        }
      } catch (error) {
        if (error instanceof AppError) throw error;
        const isLocked = error instanceof DatabaseUnavailableError && error.reason === 'locked';
        if (isLocked) onLocked(workspaceId, error);
        else failures.push(error);
      }
    }
  };
  const late: string[] = [];
  await round(
    await workspacesOf(db, withdrawn),
    () => FIRST_WAIT_MS,
    (workspaceId) => void late.push(workspaceId),
  );
  await round(late, waitMs, (_, error) => void failures.push(error));
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
