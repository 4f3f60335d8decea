import type { Context } from '../../../platform/context.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { requestCheck } from './request-check.ts';

export const checkCompletenessJob: JobKind<object> = {
  name: 'check-completeness',
  retry: { limit: 3, delaySeconds: 60 },
  expireSeconds: 300,
};

/** Requests reconciliation of every integration; the syncs perform it, one after the other. */
export const checkCompleteness = ({ db }: Pick<Context, 'db'>): Promise<void> => requestCheck(db);
