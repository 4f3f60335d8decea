import type pg from 'pg';
import { DatabaseUnavailableError } from '../database-unavailable.ts';

type Run = (statement: string) => Promise<pg.QueryResult>;

interface Notice {
  severity?: string | undefined;
  message?: string | undefined;
}

/**
 * How Citus reports that a transaction over several nodes is committed on the coordinator, and that one node
 * lost its connection before it committed. The transaction's rows on that node are not visible until Citus
 * completes it.
 */
const isUnfinished = ({ severity, message = '' }: Notice): boolean =>
  severity === 'WARNING' && message.startsWith('failed to commit transaction on');

/**
 * Commits a transaction, and on a cluster has it completed on all nodes.
 *
 * @throws DatabaseUnavailableError `unfinished` where a node cannot complete it now; Citus does when the
 *   node is back, within `citus.recover_2pc_interval`.
 */
export async function commitOnNodes(client: pg.Client, run: Run): Promise<pg.QueryResult> {
  let warning: Notice | undefined;
  const notice = (received: Notice) => {
    if (isUnfinished(received)) warning = received;
  };
  client.on('notice', notice);
  try {
    const result = await run('commit');
    if (warning !== undefined && !(await complete(run))) {
      throw new DatabaseUnavailableError('unfinished', new Error(warning.message));
    }
    return result;
  } finally {
    client.off('notice', notice);
  }
}

/**
 * Completes the connection's transactions on the other nodes. Citus lists them until it knows that they are
 * completed.
 *
 * @returns whether nothing is left.
 */
async function complete(run: Run): Promise<boolean> {
  try {
    await run('select recover_prepared_transactions()');
    const { rows } = await run(`
      select from pg_dist_transaction
      where gid like 'citus\\_%\\_' || pg_backend_pid() || '\\_%' limit 1`);
    return rows.length === 0;
  } catch {
    // The role may not call it, or another node does not respond.
    return false;
  }
}
