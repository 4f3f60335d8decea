import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Provider } from '../../integrations/provider.ts';
import type { FailedSync } from './digest.ts';

export type NamedProvider = Pick<Provider, 'id' | 'name'>;

/**
 * A user's integrations that need to be connected again, or have failed to sync for a day: shorter failures
 * resolve themselves.
 */
export async function listFailedSyncs(
  db: Connection,
  ownerId: string,
  providers: readonly NamedProvider[],
): Promise<FailedSync[]> {
  const rows = await db
    .selectFrom('integrations')
    .select(['provider', 'source', 'needs_reauth'])
    .where('owner_id', '=', ownerId)
    .where('credentials', 'is not', null)
    .where((where) =>
      where.or([
        where('needs_reauth', '=', true),
        where.and([
          where('failures', '>', 0),
          where(
            sql<Date>`coalesce(last_synced_at, connected_at)`,
            '<',
            sql<Date>`now() - interval '1 day'`,
          ),
        ]),
      ]),
    )
    .orderBy('provider')
    .orderBy('source')
    .execute();
  return rows.map((row) => ({
    name: connectionName(providers, row),
    reason: row.needs_reauth
      ? 'Access has ended. Connect it again.'
      : 'Syncing has failed for more than a day. We keep trying.',
  }));
}

interface Connected {
  provider: string;
  source: string | null;
}

/** 'Gmail, ann@acme.example' */
export const connectionName = (
  providers: readonly NamedProvider[],
  { provider, source }: Connected,
): string => {
  const name = providers.find(({ id }) => id === provider)?.name ?? provider;
  return source === null ? name : `${name}, ${source}`;
};
