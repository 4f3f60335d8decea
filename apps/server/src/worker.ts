import {
  continueAccountChanges,
  continueAccountChangesJob,
} from './modules/accounts/deletion/continue-account-changes.ts';
import {
  enqueueRemaining,
  publishRemaining,
  publishRemainingJob,
} from './modules/activities/publishing/publish-requests.job.ts';
import { refreshDueAccounts } from './modules/activities/refresh-due-accounts.ts';
import {
  changeTimeZones,
  changeTimeZonesJob,
} from './modules/activities/time-zone/change-time-zones.job.ts';
import { fillWords, fillWordsJob } from './modules/activities/search/fill-words.job.ts';
import { startAuthJobs } from './modules/auth/auth.jobs.ts';
import { completeRemoval, removeDomainJob } from './modules/domains/remove-domain.job.ts';
import {
  requestReconciliation,
  requestReconciliationJob,
} from './modules/integrations/completeness/request-reconciliation.ts';
import { removeExpiredGrants } from './modules/integrations/connect/pending-grants.ts';
import { startReadingFiles } from './modules/integrations/mail-files/read-files-loop.ts';
import type { Provider } from './modules/integrations/provider.ts';
import type { FileReader } from './modules/integrations/provider/file-reader.ts';
import {
  removeExpiredIntegrationData,
  removeExpiredIntegrationDataJob,
} from './modules/integrations/remove-expired-integration-data.ts';
import { observeBacklog } from './modules/integrations/sync/observe-backlog.ts';
import { startSyncLoop } from './modules/integrations/sync/start-sync-loop.ts';
import { startNotificationJobs } from './modules/notifications/notifications.jobs.ts';
import { refreshDueRelationships } from './modules/relationships/refresh-due-relationships.ts';
import type { Context } from './platform/context.ts';
import { fixShardStatistics, fixTenantStatistics } from './platform/database/tenant-statistics.ts';
import { createTimeZoneReport } from './platform/database/unusable-time-zones.ts';
import type { JobKind } from './platform/jobs/jobs.ts';

export interface Worker {
  /** Stops at the next safe point; another worker continues. */
  stop: () => Promise<void>;
}

const refreshDueAccountsJob: JobKind<object> = {
  // The name in the database stays: a queue is not renamed.
  name: 'settle-due-accounts',
  retry: { limit: 0, delaySeconds: 0 },
  expireSeconds: 60,
};

const refreshRelationshipsJob: JobKind<object> = {
  name: 'refresh-due-relationships',
  retry: { limit: 0, delaySeconds: 0 },
  expireSeconds: 600,
};

const fixTenantStatisticsJob: JobKind<object> = {
  name: 'fix-tenant-statistics',
  // Not retried: the next run follows within an hour.
  retry: { limit: 0, delaySeconds: 0 },
  expireSeconds: 300,
};

const removeExpiredGrantsJob: JobKind<object> = {
  name: 'remove-expired-grants',
  // Not retried: the next run follows within a minute.
  retry: { limit: 0, delaySeconds: 0 },
  expireSeconds: 300,
};

const everyMinute = '* * * * *';
/** Removes rows that expire within minutes or an hour, since one user can create many of them. */
const hourly = '47 * * * *';
const nightly = '17 3 * * *';

/** Starts the background part of a process: the syncs and the scheduled jobs. */
export async function startWorker(
  context: Context,
  providers: readonly Provider[],
  fileReader: FileReader,
): Promise<Worker> {
  const { db, jobs, log, metrics } = context;
  if (metrics) observeBacklog(db, metrics);
  await startAuthJobs(context);
  await startNotificationJobs(context, providers);
  const reportTimeZones = createTimeZoneReport(db, log);
  await jobs.work(refreshDueAccountsJob, 1, async () => {
    await reportTimeZones();
    await refreshDueAccounts(db);
  });
  await jobs.schedule(refreshDueAccountsJob, everyMinute);
  await jobs.work(refreshRelationshipsJob, 1, async () => void (await refreshDueRelationships(db)));
  await jobs.schedule(refreshRelationshipsJob, everyMinute);
  await jobs.work(publishRemainingJob, 1, (_, signal) => publishRemaining(context, signal));
  await jobs.schedule(publishRemainingJob, everyMinute);
  await enqueueRemaining(context);
  await jobs.work(removeDomainJob, 1, (removal, signal) =>
    completeRemoval(context, removal, signal),
  );
  await jobs.work(changeTimeZonesJob, 1, (_, signal) => changeTimeZones(context, signal));
  await jobs.schedule(changeTimeZonesJob, everyMinute);
  await jobs.work(fillWordsJob, 1, (_, signal) => fillWords(db, signal));
  await jobs.schedule(fillWordsJob, everyMinute);
  await jobs.work(continueAccountChangesJob, 1, (_, signal) =>
    continueAccountChanges(context, signal),
  );
  await jobs.schedule(continueAccountChangesJob, everyMinute);
  await jobs.work(removeExpiredGrantsJob, 1, () => removeExpiredGrants(context, providers));
  await jobs.schedule(removeExpiredGrantsJob, everyMinute);
  await jobs.work(removeExpiredIntegrationDataJob, 1, () => removeExpiredIntegrationData(context));
  await jobs.schedule(removeExpiredIntegrationDataJob, hourly);
  // Tables grow while processes run.
  await jobs.work(fixTenantStatisticsJob, 1, async () => {
    await fixTenantStatistics(db);
    await fixShardStatistics(db);
  });
  await jobs.schedule(fixTenantStatisticsJob, hourly);
  await jobs.work(requestReconciliationJob, 1, () => requestReconciliation(db));
  await jobs.schedule(requestReconciliationJob, nightly);
  const loops = [startSyncLoop(context, providers), startReadingFiles(context, fileReader)];
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}
