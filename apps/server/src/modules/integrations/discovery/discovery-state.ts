import type { z } from 'zod';
import type { discoveryProgress } from '@repo/contract/domains';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/create-database.ts';
import type { Provider } from '../provider.ts';

/** A sync this long ago is recent enough not to wait for another; milliseconds. */
const freshFor = 60_000;

export interface DiscoveryState {
  provider: string;
  /** Reading it failed because it has to be connected again. */
  needsReauth: boolean;
  progress: z.infer<typeof discoveryProgress>;
}

/**
 * How far the reading of the person's mailbox is. Undefined when none is connected.
 *
 * @param asked when the person asked: what was synced shortly before is fresh.
 */
export async function readDiscoveryState(
  db: Database,
  ownerId: string,
  mailboxes: readonly Provider[],
  asked: Date,
): Promise<DiscoveryState | undefined> {
  const row = await db
    .selectFrom('integrations')
    .leftJoin('sync_tasks as task', (join) =>
      join
        .onRef('task.owner_id', '=', 'integrations.owner_id')
        .onRef('task.integration_id', '=', 'integrations.id')
        .on('task.kind', '=', 'discover'),
    )
    .select([
      'provider',
      'needs_reauth',
      'cursor',
      'last_error',
      'failures',
      'last_synced_at',
      // Not at it, nor about to be.
      sql<boolean | null>`lease_id is null and (due_at > now() or paused_until > now())`.as(
        'isResting',
      ),
      'task.id as taskId',
      'task.processed',
      'task.total',
    ])
    .where('integrations.owner_id', '=', ownerId)
    .where('provider', 'in', ['', ...mailboxes.map(({ id }) => id)])
    .where('credentials', 'is not', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isRead = row.cursor !== null && row.taskId === null;
  const isFresh = (row.last_synced_at?.getTime() ?? 0) >= asked.getTime() - freshFor;
  const hasFailed = row.needs_reauth || (row.failures > 0 && row.isResting === true);
  const state = hasFailed ? 'failed' : isRead && isFresh ? 'done' : 'running';
  return {
    provider: row.provider,
    needsReauth: row.needs_reauth,
    progress: {
      state,
      processed: row.processed ?? 0,
      total: row.total,
      ...(hasFailed && row.last_error !== null && { message: row.last_error }),
    },
  };
}
