import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import type { Touched } from '../change.ts';
import { Failures } from '../failures.ts';
import { readShares } from '../storage/read-copies.ts';
import { refreshAcceptable } from '../refresh-published.ts';
import { MAX_REQUESTED, requestActivities } from '../request-activities.ts';
import type { Publisher } from './publisher.ts';

/*
 * When the captured side and a workspace are on different machines, the capturing transaction stores requests
 * beside its activities. After its commit they are applied, each in a transaction of the workspace. A request
 * names activities and none of their content. The published rows are computed from the captured activities
 * and shares when it is applied, so that it does no harm twice, late or out of order
 * (docs/decisions/publish-requests.md).
 */

/** Requests that are read at a time. */
const pageSize = 50;
/** Pages in one `finish`; what others have left is the sweeper's. */
const finishPages = 10;
/**
 * Requests of one person that may wait while a workspace does not respond. Beyond that, captures end
 * with an error, and are tried again ever more seldom.
 */
const MAX_WAITING = 1_000;
/**
 * The age up to which a process applies requests after its commit, as old as a page takes; seconds. The job
 * retries later requests, so that a capture does not.
 */
const OWN_FOR_SECONDS = 120;
/** The time for one user's requests in a run of the job, so that other users' requests get theirs. */
const MAX_OWNER_MS = 10_000;
const LEFT_AFTER_SECONDS = 10;

const firstId = '00000000-0000-0000-0000-000000000000';

export const afterCommit: Publisher = {
  leftAfterSeconds: LEFT_AFTER_SECONDS,
  lock: async () => {},
  publish: requestActivities,
  finish: async (db, ownerId) => {
    const limits = { pages: finishPages, maxAgeSeconds: OWN_FOR_SECONDS };
    const { failure } = await applyRequests(db, ownerId, limits);
    // Otherwise the sweeper goes on, and says why it cannot.
    if (failure !== undefined && (await hasTooMany(db, ownerId))) throw failure;
  },
  isPublished: async (db, ownerId, keys) => {
    const { rows } = await sql`
      select from publish_requests
      where owner_id = ${ownerId} and kind = 'activities' and activity_keys && ${keys}::uuid[]
      limit 1`.execute(db);
    return rows.length === 0;
  },
  requireReachable: async (tx, ownerId, accounts) => {
    for (const [workspaceId, of] of Map.groupBy(accounts, (one) => one.workspaceId)) {
      const { rows } = await sql<{ accountId: string }>`
        select account.id as "accountId" from workspace_accounts account
        where workspace_id = ${workspaceId}
          and id = any(${of.map(({ accountId }) => accountId)}::uuid[]) and exists (
            select from account_contributors other
            where other.workspace_id = ${workspaceId} and other.account_id = account.id
              and other.user_id <> ${ownerId})`.execute(tx);
      const withOthers = rows.map(({ accountId }) => accountId);
      if (withOthers.length > 0) await readShares(tx, workspaceId, withOthers);
    }
  },
};

interface StoredRequest {
  id: string;
  workspaceId: string;
  accountId: string;
  activityKeys: string[];
}

interface Limits {
  isOver?: () => boolean;
  pages?: number;
  /** Younger requests are left to the process that stored them. */
  minAgeSeconds?: number;
  /** Older requests are left to the job. */
  maxAgeSeconds?: number;
}

/** The failure of the first request that could not be applied; the others are applied all the same. */
interface Outcome {
  isComplete: boolean;
  failure?: unknown;
}

/**
 * Applies a user's requests, the oldest first. A workspace that does not respond is tried once; its requests
 * wait, and those of other workspaces do not.
 */
export async function applyRequests(
  db: Database,
  ownerId: string,
  { isOver = () => false, pages = Infinity, minAgeSeconds = 0, maxAgeSeconds }: Limits = {},
): Promise<Outcome> {
  const failures: unknown[] = [];
  const unreachable: string[] = [];
  let after = firstId;
  for (let page = 0; page < pages && !isOver(); page += 1) {
    const { rows } = await sql<StoredRequest>`
      select id, workspace_id as "workspaceId", account_id as "accountId",
        activity_keys as "activityKeys"
      from publish_requests
      where owner_id = ${ownerId} and kind = 'activities' and id > ${after}
        and workspace_id <> all(${unreachable}::uuid[])
        and ${isOlder(minAgeSeconds)} and not ${isOlder(maxAgeSeconds)}
      order by id limit ${pageSize}`.execute(db);
    const taken = firstOf(rows);
    for (const [workspaceId, requests] of Map.groupBy(taken, (one) => one.workspaceId)) {
      try {
        await apply(db, ownerId, requests);
      } catch (error) {
        failures.push(error);
        if (error instanceof DatabaseUnavailableError) unreachable.push(workspaceId);
      }
    }
    if (taken.length === rows.length && rows.length < pageSize) {
      return { isComplete: true, failure: failures[0] };
    }
    after = taken.at(-1)?.id ?? after;
  }
  return { isComplete: false, failure: failures[0] };
}

/** At least one request, and as many more as name `MAX_REQUESTED` activities together. */
function firstOf(requests: readonly StoredRequest[]): StoredRequest[] {
  let keys = 0;
  const end = requests.findIndex(
    ({ activityKeys }, index) => (keys += activityKeys.length) > MAX_REQUESTED && index > 0,
  );
  return requests.slice(0, end === -1 ? requests.length : end);
}

/**
 * Publishes what requests of one workspace name, and deletes them. Activities that the database
 * refuses stay requested.
 *
 * @throws the reason of the first refusal, after all others are published.
 */
async function apply(
  db: Database,
  ownerId: string,
  requests: readonly StoredRequest[],
): Promise<void> {
  const touched = new Map<string, Touched>();
  for (const { workspaceId, accountId, activityKeys } of requests) {
    for (const activityKey of activityKeys) {
      const one = { workspaceId, accountId, activityKey };
      touched.set(nameOf(one), one);
    }
  }
  const { refused, reason } = await db
    .transaction()
    .execute((tx) => refreshAcceptable(tx, [...touched.values()]));
  const isRefused = new Set(refused.map(nameOf));
  const left = requests.map(({ id, accountId, activityKeys }) => ({
    id,
    keys: activityKeys.filter((activityKey) => isRefused.has(nameOf({ accountId, activityKey }))),
  }));
  const [done, others] = [left.filter(hasNone), left.filter((one) => !hasNone(one))];
  // After the commit, and not in it: the requests lie on another machine, and are applied again if
  // the process ends here.
  await sql`
    delete from publish_requests
    where owner_id = ${ownerId} and id = any(${done.map(({ id }) => id)}::uuid[])`.execute(db);
  for (const { id, keys } of others) {
    await sql`
      update publish_requests set activity_keys = ${keys}::uuid[]
      where owner_id = ${ownerId} and id = ${id}`.execute(db);
  }
  if (reason !== undefined) throw reason;
}

const nameOf = ({ accountId, activityKey }: Omit<Touched, 'workspaceId'>): string =>
  `${accountId} ${activityKey}`;

const hasNone = ({ keys }: { keys: readonly string[] }): boolean => keys.length === 0;

/** Applies requests that capturing processes have left, because they ended or a workspace did not respond. */
export async function applyLeftRequests(
  db: Database,
  isOver: () => boolean,
  minAgeSeconds: number,
): Promise<Outcome> {
  const failures = new Failures();
  let isComplete = true;
  for (let after = firstId; ;) {
    const { rows } = await sql<{ ownerId: string }>`
      select distinct owner_id as "ownerId" from publish_requests
      where owner_id > ${after} and kind = 'activities' and ${isOlder(minAgeSeconds)}
      order by owner_id limit 1000`.execute(db);
    for (const { ownerId } of rows) {
      if (isOver()) return { isComplete: false, failure: failures.joined };
      const end = performance.now() + MAX_OWNER_MS;
      const isOwnersOver = () => isOver() || performance.now() > end;
      const outcome = await applyRequests(db, ownerId, { isOver: isOwnersOver, minAgeSeconds });
      failures.add(outcome.failure);
      isComplete &&= outcome.isComplete;
      after = ownerId;
    }
    if (rows.length === 0) return { isComplete, failure: failures.joined };
  }
}

/** Ids are UUIDs of version 7, which contain when they were created. */
export const isOlder = (seconds: number | undefined) =>
  seconds === undefined
    ? sql`false`
    : seconds === 0
      ? sql`true`
      : sql`uuid_extract_timestamp(id) < now() - make_interval(secs => ${seconds})`;

async function hasTooMany(db: Database, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from publish_requests where owner_id = ${ownerId} and kind = 'activities'
    limit ${MAX_WAITING + 1}`.execute(db);
  return rows.length > MAX_WAITING;
}
