import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { HOURLY } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';

/** Rows of one statement, which ends well before its timeout. */
const REMOVED_AT_ONCE = 10_000;

/** Removes the deliveries of webhooks that are older than the log shows, also those that wait. */
export async function removeOldDeliveries(
  { db }: Pick<Context, 'db'>,
  _data?: unknown,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_deliveries
      where (workspace_id, webhook_id, id) in (
        select workspace_id, webhook_id, id from webhook_deliveries
        where created_at < now() - make_interval(days => ${limits.webhookDeliveryDays})
        limit ${REMOVED_AT_ONCE})`.execute(db);
    if (Number(numAffectedRows) < REMOVED_AT_ONCE) return;
  }
}

export const removeOldDeliveriesJob: Job = {
  kind: {
    name: 'remove-old-deliveries',
    retry: { limit: 3, delaySeconds: 60 },
    expireSeconds: 300,
  },
  schedule: HOURLY,
  documentation: {
    summary: `Removes deliveries of webhooks that are older than ${limits.webhookDeliveryDays} days.`,
    bound: '10,000 in a statement, until none is left',
    afterKill: 'The next run removes them.',
  },
  run: removeOldDeliveries,
};
