import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Connection } from '../../../platform/database/create-database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Grant, SourceProvider } from '../provider.ts';
import { openCredentials, sealCredentials } from './credentials.ts';
import type { RevocableGrant } from './revoke-unless-needed.ts';

/** What storing a grant did. */
export interface StoredGrant {
  /** The id of the integration. */
  id: string;
  /** What opened another mailbox until now; nothing here uses it any more. */
  replaced: RevocableGrant | undefined;
}

/**
 * Stores a grant as the person's integration with that provider, of which there is one: connecting
 * again does not change its id. A full reading of the window follows, which fills the gap and removes what is
 * gone. Where another mailbox is connected than before, what was captured from the first one stays,
 * as after a disconnection, and is no longer kept up; its discovery is forgotten.
 */
export async function storeGrant(
  context: Context,
  tx: Connection,
  provider: SourceProvider,
  ownerId: string,
  { credentials, source }: Grant,
): Promise<StoredGrant> {
  await requireActive(tx, ownerId);
  const { id, before, ...former } = await lockIntegration(tx, ownerId, provider.id);
  const isOther = before !== null && before !== source;
  if (isOther) await forgetSource(tx, ownerId, provider.id, id);
  await tx
    .updateTable('integrations')
    .set({
      ...sealCredentials(context, id, credentials),
      source,
      cursor: null,
      needs_reauth: false,
      last_error: null,
      failures: 0,
      last_sync: null,
      paused_until: null,
      due_at: sql<Date>`now()`,
      // A sync that still runs with the former grant may store nothing any more.
      lease_id: null,
      lease_until: null,
      connected_at: sql<Date>`now()`,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  if (!isOther || former.credentials === null) return { id, replaced: undefined };
  const open = () => openCredentials(context, id, former);
  return { id, replaced: { provider: provider.id, source: before, open } };
}

export async function requireActive(tx: Connection, ownerId: string): Promise<void> {
  const { is_active: isActive } = await tx
    .selectFrom('users')
    .select('is_active')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (!isActive) throw new AppError('CONFLICT', 'This account is deactivated.');
}

/** The row of the integration, made where it is missing, and what was connected before. */
export async function lockIntegration(tx: Connection, ownerId: string, provider: string) {
  await tx
    .insertInto('integrations')
    .values({ owner_id: ownerId, provider })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('integrations')
    .select(['id', 'source as before', 'webhook_token_hash as hash'])
    .select(['credentials', 'credentials_key_id'])
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Ids of one mailbox mean nothing in another. */
async function forgetSource(tx: Connection, ownerId: string, provider: string, id: string) {
  for (const table of ofSource) {
    await tx
      .deleteFrom(table)
      .where('owner_id', '=', ownerId)
      .where('integration_id', '=', id)
      .execute();
  }
  for (const table of ['discovered_days', 'excluded_days', 'discovered_mails'] as const) {
    await tx
      .deleteFrom(table)
      .where('owner_id', '=', ownerId)
      .where('provider', '=', provider)
      .execute();
  }
  await tx
    .updateTable('integrations')
    .set({ last_synced_at: null })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

const ofSource = [
  'sync_tasks',
  'failed_items',
  'item_locations',
  'history_imports',
  'history_positions',
  'import_previews',
] as const;
