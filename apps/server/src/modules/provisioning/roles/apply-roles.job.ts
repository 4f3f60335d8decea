import type { Context } from '#platform/context.ts';
import { EVERY_MINUTE } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { SINGLE_JOB } from '#platform/jobs/jobs.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import { applyRoles, type Concerned, hasRolesToApply, type RoleParts } from './apply-roles.ts';

const MAX_MS = 60_000;

export const applyRolesJob: Job = {
  kind: {
    name: 'apply-group-roles',
    // The next minute tries again.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 300,
    queuesWhileRunning: true,
  },
  schedule: EVERY_MINUTE,
  runsAtStart: true,
  hasWork: hasRolesToApply,
  documentation: {
    summary:
      'Gives and takes away the roles in workspaces that follow from groups of identity providers.',
    enqueuedBy: 'requests that change more members than they can finish',
    bound: '60 s',
    afterKill:
      'Each user and workspace is a row. One that a killed process had taken is free again after a minute.',
  },
  run: async (context: RoleParts, _data, signal) => {
    const end = performance.now() + MAX_MS;
    const isLeft = await applyRoles(context, () => signal.aborted || performance.now() > end);
    if (isLeft && !signal.aborted) await enqueueRoles(context);
  },
};

/**
 * Applies roles for as long as a request can wait, and leaves the rest to the job. It does not fail: the change that
 * led here is stored.
 */
export async function applyRolesForRequest(parts: RoleParts, only: Concerned): Promise<void> {
  try {
    if (await applyRoles(parts, respondDeadline(), only)) await enqueueRoles(parts);
  } catch (err) {
    parts.log.error({ err }, 'roles of groups are left to the job');
  }
}

const enqueueRoles = ({ jobs }: Pick<Context, 'jobs'>) =>
  jobs.enqueue(applyRolesJob, {}, { singletonKey: SINGLE_JOB });
