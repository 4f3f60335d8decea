import type { z } from 'zod';
import type { discoveryProgress } from '@repo/contract/domains';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type { Provider } from '../provider.ts';

/** A sync this long ago is recent enough not to wait for another; milliseconds. */
const freshFor = 60_000;

export interface DiscoveryState {
  /** The users whose mailboxes are connected. */
  providers: string[];
  /** Reading failed because they have to be connected again. */
  needsReauth: boolean;
  progress: z.infer<typeof discoveryProgress>;
}

/**
 * Returns the state of reading the user's mailboxes: running while one of them is read, failed when none
 * could be read. Undefined when none is connected.
 *
 * @param asked when the user asked: a mailbox synced shortly before is up to date.
 */
export async function readDiscoveryState(
  db: Database,
  ownerId: string,
  mailboxes: readonly Provider[],
  asked: Date,
): Promise<DiscoveryState | undefined> {
  const rows = await selectMailboxes(db, ownerId, mailboxes);
  if (rows.length === 0) return undefined;
  const states = rows.map((row) => stateOf(row, asked));
  const state = (['running', 'done', 'failed'] as const).find((one) => states.includes(one));
  const isCountable = rows.every(({ taskId, total }) => taskId === null || total !== null);
  const isCounted = rows.some(({ total }) => total !== null);
  const failed = rows.find((row, index) => states[index] === 'failed' && row.last_error !== null);
  const message = failed && (rows.length > 1 ? `${failed.source}: ` : '') + failed.last_error;
  return {
    providers: [...new Set(rows.map(({ provider }) => provider))],
    needsReauth: rows.every((row) => row.needs_reauth),
    progress: {
      state: state ?? 'done',
      processed: sum(rows.map(({ processed }) => processed)),
      total: isCountable && isCounted ? sum(rows.map(({ total }) => total)) : null,
      ...(state !== 'running' && message !== undefined && { message }),
    },
  };
}

const sum = (numbers: readonly (number | null)[]): number =>
  numbers.reduce<number>((total, one) => total + (one ?? 0), 0);

type Row = Awaited<ReturnType<typeof selectMailboxes>>[number];

function stateOf(row: Row, asked: Date): 'running' | 'done' | 'failed' {
  if (row.needs_reauth || (row.failures > 0 && row.isResting === true)) return 'failed';
  const isRead = row.hasCursor && row.taskId === null;
  const isFresh = (row.last_synced_at?.getTime() ?? 0) >= asked.getTime() - freshFor;
  return isRead && isFresh ? 'done' : 'running';
}

const selectMailboxes = (db: Database, ownerId: string, mailboxes: readonly Provider[]) =>
  db
    .selectFrom('integrations')
    .leftJoin('sync_tasks as task', (join) =>
      join
        .onRef('task.owner_id', '=', 'integrations.owner_id')
        .onRef('task.integration_id', '=', 'integrations.id')
        .on('task.kind', '=', 'discover'),
    )
    .select([
      'provider',
      'source',
      'needs_reauth',
      'last_error',
      'failures',
      'last_synced_at',
      // Of a large mailbox it has many megabytes.
      sql<boolean>`cursor is not null`.as('hasCursor'),
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
    .orderBy('integrations.id')
    .execute();
