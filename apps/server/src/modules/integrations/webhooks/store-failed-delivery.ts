import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { hexId } from '#platform/ids.ts';

/**
 * Stores an unusable delivery whole, since it cannot be fetched again. Beyond the number and the bytes that
 * an integration may store, a new one is refused, so that its sender knows and can send it again. Dropping an
 * older one would lose an accepted delivery for good.
 *
 * @throws AppError `VALIDATION_FAILED` for one too many.
 */
export async function storeFailedDelivery(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { ownerId, integrationId }: IntegrationKey,
  payload: unknown,
  reason: string,
): Promise<void> {
  // Half a character comes out escaped, so that PostgreSQL can store it.
  const text = JSON.stringify(payload ?? null);
  const itemId = hexId(text);
  await db.transaction().execute(async (tx) => {
    // Deliveries at the same time would otherwise exceed the limits together.
    await sql`select from integrations
      where owner_id = ${ownerId} and id = ${integrationId} for no key update`.execute(tx);
    const { numUpdatedRows } = await tx
      .updateTable('failed_items')
      .set({
        reason,
        attempts: sql<number>`attempts + 1`,
        failed_at: sql<Date>`now()`,
      })
      .where('owner_id', '=', ownerId)
      .where('integration_id', '=', integrationId)
      .where('external_id', '=', itemId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    const stored = await readStored(tx, { ownerId, integrationId });
    const { failedDeliveries, failedDeliveryBytes } = limits;
    const isFull =
      stored.deliveries >= failedDeliveries ||
      stored.bytes + Buffer.byteLength(text) > failedDeliveryBytes;
    if (isFull) {
      log.warn({ integrationId, ...stored, reason }, 'refused a delivery: too many have failed');
      throw new AppError('VALIDATION_FAILED', `${reason} ${refusalOf(stored)}`);
    }
    await tx
      .insertInto('failed_items')
      .values({
        owner_id: ownerId,
        integration_id: integrationId,
        external_id: itemId,
        reason,
        payload: text,
        retry_at: null,
      })
      .execute();
  });
}

interface Stored {
  deliveries: number;
  bytes: number;
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

const refusalOf = ({ deliveries, bytes }: Stored) =>
  `It was not stored: ${deliveries} failed deliveries (${megabytes(bytes)} MB) are stored already, and at most ${limits.failedDeliveries} (${megabytes(limits.failedDeliveryBytes)} MB) can be. Fix the Zap and send it again.`;

async function readStored(
  tx: Connection,
  { ownerId, integrationId }: IntegrationKey,
): Promise<Stored> {
  return tx
    .selectFrom('failed_items')
    .select((eb) => [
      eb.fn.countAll<number>().as('deliveries'),
      sql<number>`coalesce(sum(octet_length(payload)), 0)::bigint`.as('bytes'),
    ])
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .executeTakeFirstOrThrow();
}
