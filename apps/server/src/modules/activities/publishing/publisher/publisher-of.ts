import { sql } from 'kysely';
import type { Connection, Database } from '../../../../platform/database/create-database.ts';
import {
  isDistributed,
  setDistributed,
} from '../../../../platform/database/distribution/is-distributed.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { refreshPublished } from '../refresh-published.ts';
import { refreshWords } from '../refresh-words.ts';
import { afterCommit } from './after-commit.ts';
import type { Publisher } from './publisher.ts';

/** On one machine the change and what is published of it are visible at the same moment. */
const inTransaction: Publisher = {
  async lock(tx, touched) {
    const byWorkspace = Map.groupBy(touched, ({ workspaceId }) => workspaceId);
    for (const workspaceId of [...byWorkspace.keys()].sort()) {
      const inWorkspace = byWorkspace.get(workspaceId) ?? [];
      await lockAccounts(tx, workspaceId, [
        ...new Set(inWorkspace.map(({ accountId }) => accountId)),
      ]);
    }
  },
  publish: (tx, _ownerId, touched, part = 'everything') =>
    part === 'words' ? refreshWords(tx, touched) : refreshPublished(tx, touched),
  finish: async () => {},
  requireReachable: async () => {},
};

/** The publisher of a database, also of its transactions. */
export const publisherOf = (connection: Connection): Publisher =>
  isDistributed(connection) ? afterCommit : inTransaction;

/** Has everything that is captured through this database published after the commit from now on. */
export const publishAfterCommit = setDistributed;

/**
 * Chooses when a process publishes what it captures: after the commit where captured activities are
 * spread over several machines by Citus. Its catalog lists them as distributed by hash; those that stay on
 * one machine in another way.
 */
export async function choosePublisher(db: Database): Promise<void> {
  const { rows: catalogs } = await sql<{ exists: boolean }>`
    select to_regclass('pg_dist_partition') is not null as exists`.execute(db);
  if (catalogs[0]?.exists !== true) return;
  const { rows } = await sql`
    select from pg_dist_partition
    where logicalrelid = 'captured_activities'::regclass and partmethod = 'h'`.execute(db);
  if (rows.length > 0) publishAfterCommit(db);
}
