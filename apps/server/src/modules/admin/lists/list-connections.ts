import type { AttentionConnection } from '@repo/contract/administration';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { matchesSearchTerm } from '#platform/database/match-search-term.ts';
import { offsetOf, type Page, pageOf, type PageRequest } from '#platform/paging/page-request.ts';

/**
 * Syncs in a row that have to fail before administrators see it; single failures resolve
 * themselves.
 */
const failing = sql<boolean>`(needs_reauth or failures >= 3)`;

/**
 * One page of the connections that need attention, the longest unsynced first. It includes neither
 * the name of the mailbox nor the provider's message, which may quote content.
 */
export async function listConnections(
  db: Connection,
  providers: readonly { id: string; name: string }[],
  request: PageRequest,
): Promise<Page<AttentionConnection>> {
  const { search, limit } = request;
  let found = db
    .selectFrom('integrations')
    .innerJoin('users', 'users.id', 'integrations.owner_id')
    .where('credentials', 'is not', null)
    .where('users.is_active', '=', true)
    .where(failing);
  if (search) found = found.where(matchesSearchTerm('users.search', search));
  const since = sql<Date>`coalesce(last_synced_at, connected_at)`;
  const [{ total }, rows] = await Promise.all([
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .select([
        'integrations.id',
        'users.id as userId',
        'users.name as personName',
        'users.email',
        'provider',
        'needs_reauth as needsReauth',
        since.as('since'),
      ])
      .orderBy(since)
      .orderBy('integrations.id')
      .limit(limit)
      .offset(offsetOf(request))
      .execute(),
  ]);
  const items = rows.map((row) => ({
    id: row.id,
    person: { id: row.userId, name: row.personName, email: row.email },
    provider: row.provider,
    name: providers.find(({ id }) => id === row.provider)?.name ?? row.provider,
    state: row.needsReauth ? ('reconnect' as const) : ('failing' as const),
    since: row.since.toISOString(),
  }));
  return pageOf(items, total, request);
}
