import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/create-database.ts';

/** Makes the person's integrations sync within a second or two, wherever a worker runs. */
export async function wakeSync({ db }: Pick<Context, 'db'>, ownerId: string): Promise<void> {
  await makeDue(db, ownerId);
}

/**
 * The same as part of a transaction: the sync begins once that is committed. One that runs already
 * is followed by another, so that it misses nothing. A pause that the provider asked for is kept.
 */
export async function makeDue(db: Connection, ownerId: string): Promise<void> {
  await db
    .updateTable('integrations')
    .set({ due_at: new Date() })
    .where('owner_id', '=', ownerId)
    .where('credentials', 'is not', null)
    .where('needs_reauth', '=', false)
    .where('failures', '=', 0)
    .execute();
}
