import { allJobs } from '../../all-jobs.ts';
import type { Finding } from '#modules/integrations/provider/provider-check.ts';
import { describeLate, listLateJobs } from '#platform/jobs/late-jobs.ts';
import type { CliContext } from '../command.ts';

const subject = 'Background jobs';

/** Names the background jobs that are late. */
export async function checkJobs({ db }: Pick<CliContext, 'db'>): Promise<Finding[]> {
  const late = await listLateJobs(db, allJobs);
  if (late.length === 0) return [{ subject, state: 'good', says: 'none is late.' }];
  return late.map((job) => ({ subject, state: 'check', says: describeLate(job) }));
}
