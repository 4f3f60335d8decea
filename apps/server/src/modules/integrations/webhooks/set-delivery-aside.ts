import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';

/** Deliveries that an integration keeps set aside; a Zap gone wild fills no disk. */
const mostKept = 500;

/**
 * Keeps a delivery that cannot be used, whole, since it cannot be asked for again.
 *
 * @throws AppError `VALIDATION_FAILED` for one that is nested too deeply to be written down.
 */
export async function setDeliveryAside(
  { db, log }: Pick<Context, 'db' | 'log'>,
  integrationId: string,
  payload: unknown,
  reason: string,
): Promise<void> {
  const text = writeDown(payload);
  const itemId = createHash('sha256').update(text).digest('hex').slice(0, 32);
  await db
    .insertInto('sync_failures')
    .values({
      integration_id: integrationId,
      external_id: itemId,
      reason,
      payload: text,
      retry_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'external_id']).doUpdateSet({
        reason,
        attempts: sql<number>`sync_failures.attempts + 1`,
        failed_at: sql<Date>`now()`,
      }),
    )
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('sync_failures')
    .where('integration_id', '=', integrationId)
    .where('external_id', 'in', (select) =>
      select
        .selectFrom('sync_failures')
        .select('external_id')
        .where('integration_id', '=', integrationId)
        .orderBy('failed_at', 'desc')
        .offset(mostKept),
    )
    .executeTakeFirst();
  if (numDeletedRows > 0n) {
    log.warn({ integrationId, mostKept }, 'dropped the oldest delivery that was set aside');
  }
}

/** Half a character comes out escaped, so that PostgreSQL can hold it. */
function writeDown(payload: unknown): string {
  try {
    return JSON.stringify(payload ?? null);
  } catch (error) {
    throw new AppError('VALIDATION_FAILED', 'The delivery is nested too deeply to be kept.', {
      cause: error,
    });
  }
}
