import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import type { Provider } from '../provider.ts';
import { openCredentials } from './credentials.ts';
import { isGrantNeeded } from './is-grant-needed.ts';

/** How long the provider may take to take its grant back; milliseconds. */
const revokeTimeout = 3_000;

/**
 * Forgets the credentials of an integration, stops what syncs with them, and gives the grant back
 * to the provider, unless another integration of the same account still needs it. What was captured
 * stays. When the provider cannot be told, the person is none the worse: nothing here can use the
 * grant any more.
 */
export async function disconnect(
  context: Context,
  providers: readonly Provider[],
  ownerId: string,
  integrationId: string,
): Promise<void> {
  const forgotten = await forgetGrant(context, ownerId, integrationId);
  const provider = providers.find(({ id }) => id === forgotten.provider);
  if (provider?.connect.kind !== 'oauth') return;
  const { connect } = provider;
  try {
    if (await isGrantNeeded(context.db, providers, connect.grantor, forgotten.source)) return;
    const credentials = openCredentials(context, integrationId, forgotten);
    await connect.revoke(credentials, AbortSignal.timeout(revokeTimeout));
  } catch (error) {
    context.log.warn({ err: error, integrationId }, 'the provider did not take its grant back');
  }
}

/** @throws AppError when the person has no such integration, or it is disconnected. */
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
        checked_at: null,
        cursor: null,
        needs_reauth: false,
        last_error: null,
        failures: 0,
        lease_id: null,
        lease_until: null,
      })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('sync_tasks').where('integration_id', '=', id).execute();
    // A delivery that was set aside cannot be asked for again, so it waits for the next connection.
    await tx
      .deleteFrom('sync_failures')
      .where('integration_id', '=', id)
      .where('payload', 'is', null)
      .execute();
    await tx.deleteFrom('completeness_days').where('integration_id', '=', id).execute();
    // What was not counted to the end would wait for a task that is gone.
    await tx.deleteFrom('import_previews').where('integration_id', '=', id).execute();
    return found;
  });
}
