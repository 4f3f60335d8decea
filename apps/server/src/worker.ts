import { allJobs } from './all-jobs.ts';
import { startReadingFiles } from '#modules/integrations/read-files-loop.ts';
import type { Provider } from './modules/integrations/provider.ts';
import type { FileReader } from './modules/integrations/provider/file-reader.ts';
import { observeBacklog } from '#modules/integrations/observe-backlog.ts';
import { startSyncLoop } from '#modules/integrations/start-sync-loop.ts';
import { startWatching } from '#modules/integrations/start-watching.ts';
import { startWebhooks } from './modules/webhooks/webhooks-loop.ts';
import type { Context } from './platform/context.ts';
import { startLateJobReport } from './platform/jobs/late-jobs.ts';
import { registerJobs } from './platform/jobs/register-jobs.ts';
import { startTakingUp } from './platform/jobs/take-up.ts';

export interface Worker {
  /** Stops at the next safe point; another worker continues. */
  stop: () => Promise<void>;
}

/** Starts the background part of a process: the syncs and the jobs (docs/jobs.md). */
export async function startWorker(
  context: Context,
  providers: readonly Provider[],
  fileReader: FileReader,
): Promise<Worker> {
  const { db, metrics } = context;
  if (metrics) observeBacklog(db, metrics);
  await registerJobs(allJobs, { ...context, providers });
  const lateJobs = startLateJobReport(context, allJobs);
  const loops = [
    startSyncLoop(context, providers),
    ...(context.config.imapIdle ? [startWatching(context, providers)] : []),
    startReadingFiles(context, fileReader),
    startWebhooks(context),
    lateJobs,
    startTakingUp(context, allJobs),
  ];
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}
