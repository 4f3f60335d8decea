import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { HOURLY } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';

/** Removes the deliveries of webhooks that are older than the log shows, also those that wait. */
export async function removeOldDeliveries({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`
    delete from webhook_deliveries
    where created_at < now() - make_interval(days => ${limits.webhookDeliveryDays})`.execute(db);
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
    bound: 'one statement',
    afterKill: 'The next run removes them.',
  },
  run: removeOldDeliveries,
};
