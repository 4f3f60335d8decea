import { sql } from 'kysely';
import { isWithoutText } from '../../activities/without-text.ts';
import type { SyncRun } from './sync-run.ts';

/** Emails that were stored before their headers told whether a person wrote them; they are read once more. */
export async function unjudgedIds(run: SyncRun, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await run.context.db
    .selectFrom('captured_activities')
    .select('external_id')
    .where('owner_id', '=', run.ownerId)
    .where('provider', '=', run.provider.id)
    .where('source', '=', run.sourceName)
    .where('external_id', '=', sql<string>`any(${ids}::text[])`)
    .where('type', '=', 'email')
    .where('is_automatic', 'is', null)
    .execute();
  return rows.map(({ external_id: id }) => id);
}

/**
 * Returns the provider's ids that are not stored yet, in their order, and the ids of meetings whose privacy
 * mark has not been read.
 */
export async function unstoredIds(run: SyncRun, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const stored = await run.context.db
    .selectFrom('captured_activities')
    .select('external_id')
    .where('owner_id', '=', run.ownerId)
    .where('provider', '=', run.provider.id)
    .where('source', '=', run.sourceName)
    .where('external_id', '=', sql<string>`any(${ids}::text[])`)
    .where((where) =>
      where.or([where('type', '<>', 'calendar'), where('is_private', 'is not', null)]),
    )
    .execute();
  const isStored = new Set(stored.map(({ external_id: id }) => id));
  return ids.filter((id) => !isStored.has(id));
}

/** Emails that were stored without their texts, before their user wanted these captured; they are read once more. */
export async function textlessIds(run: SyncRun, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0 || !mayLackText(run)) return [];
  const rows = await run.context.db
    .selectFrom('captured_activities as captured')
    .select('external_id')
    .where('owner_id', '=', run.ownerId)
    .where('provider', '=', run.provider.id)
    .where('source', '=', run.sourceName)
    .where('external_id', '=', sql<string>`any(${ids}::text[])`)
    .where(isWithoutText('captured'))
    .execute();
  return rows.map(({ external_id: id }) => id);
}

/** Whether emails may be stored without the texts that are captured now. */
export const mayLackText = ({ provider, withoutText }: SyncRun): boolean =>
  provider.worksWithoutText === true && withoutText !== true;
