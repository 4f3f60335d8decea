import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { SourceProvider } from '../provider.ts';
import type { Grant } from '../provider/connect-methods.ts';
import { unwatched } from './unwatched.ts';
import { sealCredentials } from './credentials.ts';
import { lockConnection } from '../lock-connection.ts';
import { lockActive } from './require-active.ts';

/**
 * Stores a grant as the user's connection to its source; a user may have several for one provider. Connecting
 * a source again keeps its id. The next sync reads the whole window, which fills the gap and removes deleted
 * items.
 *
 * @returns the id of the integration.
 * @throws AppError `LIMIT_REACHED`, and as `lockActive`
 */
export async function storeGrant(
  context: Context,
  tx: Connection,
  provider: SourceProvider,
  ownerId: string,
  { credentials, source }: Grant,
): Promise<string> {
  const { id } = await lockConnection(tx, ownerId, provider, source);
  await lockActive(tx, ownerId);
  await tx
    .updateTable('integrations')
    .set({
      ...sealCredentials(context, id, credentials),
      cursor: null,
      change_progress: null,
      needs_reauth: false,
      last_error: null,
      failures: 0,
      last_sync: null,
      paused_until: null,
      due_at: sql<Date>`now()`,
      // A sync that still runs with the former grant may store nothing any more.
      lease_id: null,
      lease_until: null,
      ...unwatched,
      connected_at: sql<Date>`now()`,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  return id;
}
