import type { Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import type { Provider } from '../provider.ts';

export interface OwnIntegration {
  id: string;
  ownerId: string;
  provider: Provider;
  /** The mailbox, calendar or account at the provider. */
  source: string;
  needsReauth: boolean;
}

/**
 * Finds a connected integration of a user.
 *
 * @throws AppError `NOT_FOUND` when it belongs to another user, is disconnected, or its provider is
 *   not installed.
 */
export async function findOwnIntegration(
  db: Database,
  providers: readonly Provider[],
  ownerId: string,
  id: string,
): Promise<OwnIntegration> {
  const row = await db
    .selectFrom('integrations')
    .select(['provider', 'source', 'needs_reauth'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('credentials', 'is not', null)
    .executeTakeFirst();
  const provider = providers.find((one) => one.id === row?.provider);
  if (row === undefined || provider === undefined) throw notFound('Integration');
  return { id, ownerId, provider, source: row.source ?? '', needsReauth: row.needs_reauth };
}

/** @throws AppError `CONFLICT` when the user has to connect it again first. */
export function requireUsable({ needsReauth, provider }: OwnIntegration): void {
  if (!needsReauth) return;
  throw new AppError('CONFLICT', `${provider.name} has to be connected again before it can sync.`);
}
