import { limits } from '@repo/contract/limits';
import { addDays, businessDayOf, type BusinessDay } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound, validationFailed } from '#platform/http/app-error.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import type { Provider } from '../provider.ts';

/** The earliest day that can be chosen, and the first day that is imported anyway. */
export function historyBounds(now = new Date()): { earliest: BusinessDay; regular: BusinessDay } {
  const today = businessDayOf(now);
  const year = Number(today.slice(0, 4)) - limits.historyYears;
  // There is no February 29 five years before one.
  const day = today.endsWith('-02-29') ? '02-28' : today.slice(5);
  return { earliest: `${year}-${day}`, regular: addDays(today, 1 - limits.backfillDays) };
}

/** @throws AppError VALIDATION_FAILED for a day that cannot be chosen. */
export function requireHistoryDay(since: BusinessDay): void {
  const { earliest, regular } = historyBounds();
  const refuse = (message: string) => validationFailed([{ field: 'since', message }]);
  if (since > businessDayOf(new Date())) throw refuse('Choose a day in the past.');
  if (since >= regular) {
    throw refuse(
      `The last ${limits.backfillDays} days are imported already. Choose a day before ${regular}.`,
    );
  }
  if (since < earliest) {
    throw refuse(
      `Activities can be imported for ${limits.historyYears} years. Choose ${earliest} or a later day.`,
    );
  }
}

interface Choice {
  since: BusinessDay;
  isPaused: boolean;
}

/**
 * Starts importing everything since a day from a user's integrations, or pauses the import. An
 * earlier day than before continues the import; a later one ends it sooner and removes nothing.
 */
export async function chooseHistory(
  db: Database,
  providers: readonly Provider[],
  ownerId: string,
  { since, isPaused }: Choice,
): Promise<void> {
  requireHistoryDay(since);
  const names = providers.flatMap((one) =>
    'open' in one && one.history !== undefined ? [one.id] : [],
  );
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId);
    await tx
      .insertInto('histories')
      .values({ owner_id: ownerId, since, is_paused: isPaused })
      .onConflict((conflict) =>
        conflict.column('owner_id').doUpdateSet({ since, is_paused: isPaused }),
      )
      .execute();
    const connected = await tx
      .selectFrom('integrations')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('credentials', 'is not', null)
      .where('provider', 'in', ['', ...names])
      .execute();
    for (const { id } of connected) await beginHistory(tx, ownerId, id);
  });
}

/** Starts importing earlier activities through an integration if its owner has chosen a day. */
export async function beginHistory(
  tx: Connection,
  ownerId: string,
  integrationId: string,
): Promise<void> {
  await sql`
    insert into history_imports as history (owner_id, integration_id)
    select owner_id, ${integrationId} from histories where owner_id = ${ownerId}
    on conflict (owner_id, integration_id) do update set finished_at = null`.execute(tx);
}

/**
 * Ends the import. Imported activities stay, and a later import does not read them again.
 *
 * @throws AppError NOT_FOUND
 */
export async function cancelHistory(db: Database, ownerId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId);
    for (const table of ['history_positions', 'history_imports'] as const) {
      await tx.deleteFrom(table).where('owner_id', '=', ownerId).execute();
    }
    const { numDeletedRows } = await tx
      .deleteFrom('histories')
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw notFound('Import of earlier activities');
  });
}
