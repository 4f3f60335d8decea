import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';

/** Deliveries that an integration keeps set aside; a Zap gone wild fills no disk. */
const mostKept = 500;

/**
 * Keeps a delivery that cannot be used, whole, since it cannot be asked for again. Where too many
 * are kept already a new one is refused, so that its sender knows and can send it again; to drop an
 * older one would lose for good what was taken.
 *
 * @throws AppError `VALIDATION_FAILED` for one too many.
 */
export async function setDeliveryAside(
  { db, log }: Pick<Context, 'db' | 'log'>,
  integrationId: string,
  payload: unknown,
  reason: string,
): Promise<void> {
  // Half a character comes out escaped, so that PostgreSQL can store it.
  const text = JSON.stringify(payload ?? null);
  const itemId = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const { numUpdatedRows } = await db
    .updateTable('sync_failures')
    .set({
      reason,
      attempts: sql<number>`attempts + 1`,
      failed_at: sql<Date>`now()`,
    })
    .where('integration_id', '=', integrationId)
    .where('external_id', '=', itemId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  if ((await countKept(db, integrationId)) >= mostKept) {
    log.warn({ integrationId, mostKept, reason }, 'refused a delivery: too many are set aside');
    throw new AppError(
      'VALIDATION_FAILED',
      `${reason} It is not kept either, since ${mostKept} deliveries are set aside already. Mend the Zap and send it again.`,
    );
  }
  await db
    .insertInto('sync_failures')
    .values({
      integration_id: integrationId,
      external_id: itemId,
      reason,
      payload: text,
      retry_at: null,
    })
    // The same may have come twice at once.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function countKept(db: Context['db'], integrationId: string): Promise<number> {
  const { kept } = await db
    .selectFrom('sync_failures')
    .select((eb) => eb.fn.countAll<number>().as('kept'))
    .where('integration_id', '=', integrationId)
    .executeTakeFirstOrThrow();
  return Number(kept);
}
