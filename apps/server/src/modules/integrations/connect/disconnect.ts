import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Provider } from '../provider.ts';
import { unwatched } from './unwatched.ts';
import { openCredentials } from './credentials.ts';
import { revokeUnlessNeeded } from './revoke-unless-needed.ts';

/**
 * Deletes the credentials of an integration, stops its syncs, and revokes the grant at the provider unless
 * another integration needs it. Captured activities stay.
 */
export async function disconnect(
  context: Context,
  providers: readonly Provider[],
  ownerId: string,
  integrationId: string,
): Promise<void> {
  const { provider, source, ...sealed } = await forgetGrant(context, ownerId, integrationId);
  const open = () => openCredentials(context, integrationId, sealed);
  await revokeUnlessNeeded(context, providers, { provider, source, open });
}

/** @throws AppError when the user has no such integration, or it is disconnected. */
async function forgetGrant({ db }: Context, ownerId: string, id: string) {
  return db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('integrations')
      .select(['provider', 'source', 'credentials', 'credentials_key_id'])
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('credentials', 'is not', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (found === undefined) throw notFound('Integration');
    await tx
      .updateTable('integrations')
      .set({
        credentials: null,
        credentials_key_id: null,
        webhook_token_hash: null,
        last_sync: null,
        reconciled_at: null,
        cursor: null,
        change_progress: null,
        needs_reauth: false,
        last_error: null,
        failures: 0,
        lease_id: null,
        lease_until: null,
        ...unwatched,
      })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .execute();
    await tx
      .deleteFrom('sync_tasks')
      .where('owner_id', '=', ownerId)
      .where('integration_id', '=', id)
      .execute();
    // A failed delivery cannot be requested again, so it stays for the next connection.
    await tx
      .deleteFrom('failed_items')
      .where('owner_id', '=', ownerId)
      .where('integration_id', '=', id)
      .where('payload', 'is', null)
      .execute();
    await tx
      .deleteFrom('reconciliation_days')
      .where('owner_id', '=', ownerId)
      .where('integration_id', '=', id)
      .execute();
    // An unfinished count would wait for a task that is gone.
    await tx
      .deleteFrom('import_previews')
      .where('owner_id', '=', ownerId)
      .where('integration_id', '=', id)
      .execute();
    return found;
  });
}
