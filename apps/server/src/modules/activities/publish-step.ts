import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import {
  deferRelationships,
  removeDaysWithoutActivities,
  withdrawRelationships,
} from '#modules/relationships/refresh-relationships.ts';
import type { Touched } from './publishing/change.ts';
import { applyPendingLevels } from './level-changes.ts';
import { limitStatements } from './publishing/limit-statements.ts';
import { lockAccounts, lockFreeAccounts } from './lock-accounts.ts';
import { isShared } from './publishing/withdrawing/is-shared.ts';
import { refreshAcceptable } from './publishing/refresh-published.ts';
import { storageOf } from './publishing/storage/storage-of.ts';
import {
  hideActivities,
  HIDDEN_AT_ONCE,
  type OfOthers,
  withdrawRows,
} from './publishing/withdrawing/withdraw-rows.ts';
import { requestActivities } from './publishing/request-activities.ts';
import { countDueDays } from '#modules/relationships/refresh-due-relationships.ts';

/*
 * The steps of a publish request. Each is a short transaction that locks accounts first and then looks for
 * its work, so that it finds everything that others have committed until then.
 *
 * `refreshPublished` computes the rows that should be published now, whatever was requested. So repeating a
 * step does no harm, nor do two processes that work on the same request, nor a step that begins before a
 * change of the shares and ends after it.
 */

/** Activities in a step: few enough that no one waits long for the accounts. */
export const publishStepSize = 500;

/** The position of a share before its first step. */
const firstKey = '00000000-0000-0000-0000-000000000000';

/** The position of a withdrawal of a part when only the days in touch are left to be counted. */
const afterLastKey = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Accounts in a step of a withdrawal, which concerns all of a person's when they leave. */
const maxAccounts = 50;

/** A user's part in a workspace. */
export interface OwnPart {
  ownerId: string;
  workspaceId: string;
}

/**
 * Lets one step of a person in a workspace be taken at a time, so that others who publish into the
 * same account wait for one step of theirs, however many processes take them.
 */
async function lockSteps(tx: Connection, { ownerId, workspaceId }: OwnPart): Promise<void> {
  const name = `steps of ${ownerId} in ${workspaceId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/**
 * Publishes the next activities of a shared domain, in the order of their keys; with the last ones the
 * request ends. A capture publishes its own activities meanwhile. An activity that the database refuses
 * delays no other: it is requested on its own, and the job reports why.
 *
 * @param statementMs the longest statement; milliseconds.
 * @returns whether more is left of the request.
 */
export async function takeShareStep(
  db: Database,
  { ownerId, id }: { ownerId: string; id: string },
  stepSize = publishStepSize,
  statementMs?: number,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await limitStatements(tx, statementMs);
    const read = () =>
      tx
        .selectFrom('publish_requests')
        .select(['workspace_id', 'account_id', 'activity_key'])
        .where('owner_id', '=', ownerId)
        .where('id', '=', id)
        .executeTakeFirst();
    const found = await read();
    if (found === undefined) return false;
    await lockSteps(tx, { ownerId, workspaceId: found.workspace_id });
    const request = await read();
    if (request === undefined) return false;
    const { workspace_id: workspaceId, account_id: accountId } = request;
    await lockAccounts(tx, workspaceId, [accountId]);
    const { rows } = await sql<Touched>`
      select distinct request.workspace_id as "workspaceId", request.account_id as "accountId",
        link.activity_key as "activityKey"
      from publish_requests request
      join captured_activity_domains link
        on link.owner_id = request.owner_id and link.domain_id = request.domain_id
          and link.activity_key > request.activity_key
      where request.owner_id = ${ownerId} and request.id = ${id}
      order by link.activity_key limit ${stepSize}`.execute(tx);
    const last = rows.at(-1);
    const isDone = rows.length < stepSize || last === undefined;
    const isOnly = isDone && request.activity_key === firstKey;
    const mode = isOnly ? 'refreshed' : 'deferred';
    const { refused } = await refreshAcceptable(tx, rows, new Date(), mode);
    await requestActivities(tx, ownerId, refused);
    if (isDone) {
      if (!isOnly) await deferRelationships(tx, workspaceId, [accountId]);
      await sql`delete from publish_requests where owner_id = ${ownerId} and id = ${id}`.execute(
        tx,
      );
    } else {
      await sql`
        update publish_requests set activity_key = ${last.activityKey}
        where owner_id = ${ownerId} and id = ${id}`.execute(tx);
    }
    return !isDone;
  });
}

/** A withdrawal that is requested; of a part where the person shares another domain with the account. */
interface Request extends AccountKey {
  id: string;
  isPart: boolean;
}

interface StepOptions {
  /** The longest wait for others who publish into the accounts; without an end if 0. */
  waitMs?: number;
  ofOthers?: OfOthers;
  /**
   * Whether a person who still shares another domain with an account is in touch with no one there until the job
   * has counted the days again, instead of counting them here.
   */
  hidesDays?: boolean;
}

/**
 * Withdraws the next activities that a user still contributes to accounts of a workspace without sharing with
 * them. Looks for them among the published ones, since captured ones may be deleted already. Where the user
 * shares another domain with the account, only a part is withdrawn (`withdrawPart`).
 *
 * @returns whether there was a request.
 * @throws DatabaseUnavailableError `locked` after that wait.
 */
export async function takeWithdrawalStep(
  db: Database,
  { ownerId, workspaceId }: OwnPart,
  stepSize = publishStepSize,
  { waitMs = 0, ofOthers = 'shown', hidesDays = false }: StepOptions = {},
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (waitMs > 0) {
      await sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`.execute(tx);
    }
    await lockSteps(tx, { ownerId, workspaceId });
    const { rows: all } = await sql<Request>`
      select id, workspace_id as "workspaceId", account_id as "accountId",
        ${isShared(ownerId, 'request')} as "isPart"
      from publish_requests request
      where owner_id = ${ownerId} and workspace_id = ${workspaceId} and kind = 'withdrawal'
      order by id limit ${maxAccounts}`.execute(tx);
    if (all.length === 0) return false;
    // A transaction that has locked one of the accounts delays no other account.
    const ids = all.map(({ accountId }) => accountId);
    const free = await lockFreeAccounts(tx, workspaceId, ids, waitMs);
    const ready = all.filter(({ accountId }) => free.has(accountId));
    const [next] = ready;
    if (next === undefined) return true;
    if (next.isPart) {
      await withdrawPart(tx, ownerId, { ...next, stepSize, ofOthers, hidesDays });
      return true;
    }
    const requests = ready.filter((one) => !one.isPart);
    const accountIds = requests.map(({ accountId }) => accountId);
    const now = new Date();
    const ended = await storageOf(tx).endWithdrawals(tx, { ownerId, workspaceId, requests }, () =>
      withdrawRows(tx, { ownerId, workspaceId, accountIds }, { stepSize, ofOthers }, now),
    );
    await withdrawRelationships(tx, workspaceId, { userId: ownerId, accountIds: ended }, now);
    // Activities that others contribute as well may be shown from another copy now.
    await deferRelationships(tx, workspaceId, ended);
    return true;
  });
}

/**
 * Goes through the next activities that a user contributes to an account, in the order of their ids, and
 * withdraws those with a captured copy that is linked to no domain that the user still shares with it. If
 * that takes several steps, further ones count the days in touch again. The caller has locked the account.
 */
async function withdrawPart(
  tx: Connection,
  ownerId: string,
  {
    id,
    workspaceId,
    accountId,
    stepSize,
    ofOthers,
    hidesDays,
  }: AccountKey & { id: string; stepSize: number } & Required<Omit<StepOptions, 'waitMs'>>,
): Promise<void> {
  const { rows: requests } = await sql<{ position: string }>`
    select activity_key as position
    from publish_requests where owner_id = ${ownerId} and id = ${id}`.execute(tx);
  const [request] = requests;
  if (request === undefined) return;
  const endRequest = async () => {
    await sql`delete from publish_requests where owner_id = ${ownerId} and id = ${id}`.execute(tx);
  };
  const moveTo = async (position: string) => {
    await sql`
      update publish_requests set activity_key = ${position}
      where owner_id = ${ownerId} and id = ${id}`.execute(tx);
  };
  const now = new Date();
  const isHiding = ofOthers === 'hidden';
  if (request.position === firstKey) {
    await applyPendingLevels(tx, { ownerId, workspaceId, accountId }, now);
  }
  if (request.position === afterLastKey) {
    if (hidesDays) {
      const own = { userId: ownerId, accountIds: [accountId] };
      await withdrawRelationships(tx, workspaceId, own, now);
      await deferRelationships(tx, workspaceId, [accountId]);
      return endRequest();
    }
    // People whom only withdrawn activities were with are visible until they are counted.
    if (!(await countDueDays(tx, { workspaceId, accountId }, { now }))) await endRequest();
    return;
  }
  const limit = isHiding ? stepSize * HIDDEN_AT_ONCE : stepSize;
  const rows = await storageOf(tx).nextContributed(tx, {
    ownerId,
    workspaceId,
    accountId,
    requestId: id,
    limit,
  });
  const last = rows.at(-1);
  const unsupported = rows.filter(({ isUnsupported }) => isUnsupported);
  const mayEnd = unsupported.length === 0 || storageOf(tx).endsAsItWithdraws;
  const isDone = last === undefined || (rows.length < limit && mayEnd);
  const isOnly = isDone && request.position === firstKey && !isHiding;
  const mode = isOnly ? 'refreshed' : 'deferred';
  const { refused } = isHiding
    ? { refused: unsupported }
    : await refreshAcceptable(tx, unsupported, now, mode);
  await hideActivities(tx, { ownerId, workspaceId, isPart: true }, refused, now);
  if (!isDone) return moveTo(last.activityId);
  await removeDaysWithoutActivities(tx, { workspaceId, accountId }, now);
  // Where others' copies are hidden, their days are counted only by going through all of them.
  if (isOnly && refused.length === 0) return endRequest();
  await deferRelationships(tx, workspaceId, [accountId]);
  await moveTo(afterLastKey);
}
