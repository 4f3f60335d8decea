import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { sql } from 'kysely';
import type { TranscriptSentence } from '@repo/contract/activities';
import type { Context } from '#platform/context.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { captureActivities } from '../../activities/capture-activities.ts';
import { finishPublishing } from '../../activities/finish-publishing.ts';
import { webhookSource } from '../connect/connect-webhook.ts';
import { storeTranscript } from '#modules/activities/store-transcript.ts';

export interface DeliveryTarget extends IntegrationKey {
  providerId: string;
}

/**
 * Stores a delivery; storing it again changes nothing.
 *
 * @returns whether it is kept, because it concerns a tracked domain.
 */
export async function storeDelivery(
  { db }: Pick<Context, 'db'>,
  { integrationId, ownerId, providerId }: DeliveryTarget,
  { activity, transcript }: { activity: ActivityToCapture; transcript: TranscriptSentence[] },
): Promise<boolean> {
  const isStored = await db.transaction().execute(async (tx) => {
    // In the order in which syncs lock: the integration, its owner, the accounts.
    await tx
      .updateTable('integrations')
      .set({ last_synced_at: sql<Date>`now()` })
      .where('owner_id', '=', ownerId)
      .where('id', '=', integrationId)
      .execute();
    const from = { ownerId, provider: providerId, source: webhookSource };
    const { stored } = await captureActivities(tx, from, [activity]);
    if (stored > 0 && transcript.length > 0) {
      const { id } = await tx
        .selectFrom('captured_activities')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where('provider', '=', providerId)
        .where('source', '=', webhookSource)
        .where('external_id', '=', activity.externalId)
        .executeTakeFirstOrThrow();
      await storeTranscript(tx, { ownerId, capturedId: id }, transcript);
    }
    return stored > 0;
  });
  await finishPublishing(db, ownerId);
  return isStored;
}
