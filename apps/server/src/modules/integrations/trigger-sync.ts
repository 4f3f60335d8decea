import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';

/**
 * Makes the person's integrations, or one of them, sync within a second or two, wherever a worker
 * runs. One that syncs already does so once more, and misses nothing; one that the provider asked
 * to leave alone waits until then.
 */
export async function triggerSync(
  { db }: Pick<Context, 'db'>,
  ownerId: string,
  integrationId?: string,
): Promise<void> {
  await db
    .updateTable('integrations')
    .set({ due_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .$if(integrationId !== undefined, (query) => query.where('id', '=', integrationId ?? ''))
    .where('credentials', 'is not', null)
    .where('needs_reauth', '=', false)
    .where('webhook_token_hash', 'is', null)
    .execute();
}
