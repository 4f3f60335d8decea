import { limits } from '@repo/contract/limits';
import type { FastifyRequest } from 'fastify';
import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';

const windowSeconds = 24 * 3_600;
const deliveries = { name: 'deliveries to one', attempts: limits.deliveriesPerDay, windowSeconds };
const kilobytes = {
  name: 'kilobytes delivered to one',
  attempts: limits.deliveryBytesPerDay / 1_024,
  windowSeconds,
};

/**
 * Counts a delivery and its size before its body is read: anyone with the token of a webhook can
 * store a call with each delivery. A body of unknown length counts as the maximum.
 *
 * A body above the maximum length is refused without being counted: the same delivery, sent again
 * and again, would otherwise use up the bytes of the day.
 *
 * @throws AppError `PAYLOAD_TOO_LARGE`; `RATE_LIMITED`: the sender can retry later
 */
export async function countDelivery(
  db: Database,
  integrationId: string,
  { headers }: FastifyRequest,
): Promise<void> {
  const bytes = Number(headers['content-length'] ?? limits.webhookBodyBytes);
  if (bytes > limits.webhookBodyBytes) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'The delivery is too large');
  }
  const counted = [
    { limit: deliveries, of: integrationId },
    { limit: kilobytes, of: integrationId, times: Math.ceil(bytes / 1_024) },
  ];
  await countAttempt(db, counted, 'deliveries');
}
