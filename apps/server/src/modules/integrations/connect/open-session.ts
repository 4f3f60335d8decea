import type { Context } from '#platform/context.ts';
import { openCredentials } from './credentials.ts';
import { spendRequest } from '../budget/request-budget.ts';
import { findFolders, findLocations } from '../reading/item-locations.ts';
import type { ProviderSession, SourceProvider } from '../provider.ts';

interface Wanted {
  ownerId: string;
  provider: SourceProvider;
  source: string;
}

/**
 * Opens a user's connection to a source for one question beside the syncs. Fresh credentials from the
 * provider are not stored: the next sync gets its own.
 *
 * @returns undefined when the user has not connected it or is deactivated: a deactivated user's
 *   connections are not used.
 */
export async function openSession(
  context: Context,
  { ownerId, provider, source }: Wanted,
  signal: AbortSignal,
): Promise<ProviderSession | undefined> {
  const row = await context.db
    .selectFrom('integrations')
    .innerJoin('users as owner', 'owner.id', 'integrations.owner_id')
    .select(['integrations.id', 'integrations.credentials', 'integrations.credentials_key_id'])
    .select('integrations.captures_text')
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider.id)
    .where('source', '=', source)
    .where('owner.is_active', '=', true)
    .where('credentials', 'is not', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ownerId,
    credentials: openCredentials(context, row.id, row),
    source,
    withoutText: !row.captures_text,
    saveCredentials: () => {},
    spendRequest: () => spendRequest(context.db, { ownerId, integrationId: row.id }, provider),
    findLocations: (id) => findLocations(context.db, { ownerId, integrationId: row.id }, id),
    findFolders: (prefix) => findFolders(context.db, { ownerId, integrationId: row.id }, prefix),
    signal,
  };
}
