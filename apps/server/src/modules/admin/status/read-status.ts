import { limits } from '@repo/contract/limits';
import type { StatusCheck, StatusProvider, StatusQueue } from '@repo/contract/server-status';
import { type Backlog, readBacklog } from '#modules/integrations/read-backlog.ts';
import { readBackups } from '#modules/backups/read-backups.ts';
import type { Context } from '#platform/context.ts';
import type { QueuedJob } from '#platform/jobs/jobs.ts';
import { type LateJob, listLateJobs } from '#platform/jobs/late-jobs.ts';
import { listQueues, type QueueState } from '#platform/jobs/list-queues.ts';
import { version } from '#src/version.ts';
import {
  checkDatabase,
  checkDisk,
  checkJobs,
  checkKeys,
  checkMaintenance,
  checkSyncs,
  type Finding,
} from './checks.ts';
import { checkBackup } from '../check-backup.ts';
import type { WorkspaceStorage } from './measure-storage.ts';

export interface Status {
  version: string;
  readAt: string;
  checks: StatusCheck[];
  queues: StatusQueue[];
  providers: StatusProvider[];
  storage: WorkspaceStorage | null;
}

interface Sources {
  /** Every background job that workers run. */
  jobs: readonly QueuedJob<object>[];
  providers: readonly { id: string; name: string }[];
  measureStorage: () => Promise<WorkspaceStorage>;
}

/**
 * Reads the server's status. Uses one connection, because administrators open this page when the server is
 * busy. A part that cannot be read needs attention and does not hide the others.
 */
export async function readStatus(context: Context, sources: Sources): Promise<Status> {
  const { db, log } = context;
  const attempt = async <Found>(read: () => Promise<Found>): Promise<Found | undefined> => {
    try {
      return await read();
    } catch (err) {
      log.warn({ err }, 'a part of the status could not be read');
      return undefined;
    }
  };
  const late = await attempt(() => listLateJobs(db, sources.jobs));
  const queues = await attempt(() => listQueues(db, sources.jobs));
  const backlog = await attempt(() => readBacklog(db));
  const providers = backlog?.map((one) => describeBacklog(one, sources.providers));
  const checks: Record<StatusCheck['subject'], () => Promise<Finding>> = {
    database: () => checkDatabase(db),
    jobs: async () => checkJobs(late),
    syncs: async () => checkSyncs(providers),
    keys: () => checkKeys(db, context.config.encryptionKeys),
    disk: () => checkDisk(context.config),
    backup: async () => checkBackup(await readBackups(db), context.config.backup !== undefined),
    maintenance: () => checkMaintenance(db),
  };
  const found: StatusCheck[] = [];
  for (const [subject, read] of Object.entries(checks)) {
    const finding = (await attempt(read)) ?? UNREADABLE;
    found.push({ subject: subject as StatusCheck['subject'], ...finding });
  }
  return {
    version,
    readAt: new Date().toISOString(),
    checks: found,
    queues: describeQueues(queues ?? [], late ?? []),
    providers: (providers ?? []).slice(0, limits.statusRows),
    storage: (await attempt(sources.measureStorage)) ?? null,
  };
}

const UNREADABLE: Finding = {
  state: 'attention',
  message: 'It could not be read. The log of the server says why.',
};

const describeBacklog = (
  { connected, oldestSeconds, ...row }: Backlog,
  providers: Sources['providers'],
): StatusProvider => ({
  ...row,
  connections: connected,
  oldestAt: oldestSeconds > 0 ? secondsAgo(oldestSeconds) : null,
  name: providers.find(({ id }) => id === row.provider)?.name ?? row.provider,
});

/** The late kinds first, then those with the oldest job; kinds with nothing to do are left out. */
function describeQueues(queues: readonly QueueState[], late: readonly LateJob[]): StatusQueue[] {
  const lateNames = new Set(late.map(({ name }) => name));
  return queues
    .map((queue) => ({ ...queue, isLate: lateNames.has(queue.name) }))
    .filter(
      ({ isLate, waiting, running, oldestSeconds }) =>
        isLate || waiting > 0 || running > 0 || oldestSeconds !== null,
    )
    .toSorted(
      (a, b) =>
        Number(b.isLate) - Number(a.isLate) || (b.oldestSeconds ?? 0) - (a.oldestSeconds ?? 0),
    )
    .slice(0, limits.statusRows)
    .map(({ oldestSeconds, ...queue }) => ({
      ...queue,
      oldestAt: oldestSeconds === null ? null : secondsAgo(oldestSeconds),
    }));
}

const secondsAgo = (seconds: number): string =>
  new Date(Date.now() - seconds * 1_000).toISOString();
