import type { Job } from '#platform/jobs/job.ts';

/** Renders docs/jobs.md from the jobs themselves. */
export const renderJobsPage = (jobs: readonly Job<object, never>[]): string =>
  `${[head, ...jobs.map(renderJob)].join('\n\n')}\n`;

const head = `# Background jobs

Every job that a worker runs, in the order of \`apps/server/src/all-jobs.ts\`. This page is generated from the jobs'
definitions (\`*.job.ts\`), and \`npm test\` compares it with them. To write it again, run
\`npm run check:unit -- apps/server/test/jobs --update\`.

Jobs wait in PostgreSQL (pg-boss): any process can enqueue them, and each runs in one worker at a time. Schedules are cron
expressions in UTC. A worker reports every 4 s that it still runs its jobs. When it has not for 20 s, another one takes them over
within 15 s, without the delay that follows an error; "After a kill" says from where. \`npm run cli -- doctor\` and the log name a job that is late.

Syncs, the reading of uploaded mail files and the sending of webhooks are not jobs. Their tables are the queue, and a worker
takes an integration or a file with a lease (decisions/sync-schedule.md).`;

function renderJob({
  kind,
  schedule,
  runsAtStart,
  concurrency = 1,
  documentation,
}: Job<object, never>): string {
  const { summary, enqueuedBy, bound, afterKill } = documentation;
  const triggers = [
    ...(schedule === undefined ? [] : [`\`${schedule.cron}\``]),
    ...(runsAtStart ? ['each start of a process'] : []),
    ...(enqueuedBy === undefined ? [] : [enqueuedBy]),
  ];
  return [
    `## ${kind.name}`,
    '',
    summary,
    '',
    `- Trigger: ${triggers.join('; ')}`,
    `- Bound: ${bound}`,
    `- At a time in one process: ${concurrency}`,
    `- Retry: ${renderRetry(kind.retry)}`,
    `- After a kill: ${afterKill}`,
  ].join('\n');
}

const renderRetry = ({ limit, delaySeconds }: { limit: number; delaySeconds: number }): string =>
  limit === 0
    ? 'none; the schedule runs it again'
    : `${limit} times, first after ${delaySeconds} s, then after twice as long each time`;
