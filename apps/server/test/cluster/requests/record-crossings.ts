import type pg from 'pg';
import { observeStatements, sender } from '../../tenancy/record-statements.ts';

export interface CrossingRecorder {
  /** Whatever is sent from now on belongs to this request. */
  begin: (request: string) => void;
  /** By request, the files whose statements went to several shards. */
  crossings: () => Map<string, Set<string>>;
  stop: () => void;
}

/** What Citus says of a statement that it divides into several tasks. */
const MULTI_TASK = 'multi-task query about to be executed';

/** Follow the changes of everyone who is connected to the process, whatever is requested meanwhile. */
const FOLLOWERS = [
  'modules/integrations/event-stream.ts',
  'modules/integrations/event-stream/workspace-changes.ts',
  'modules/integrations/sync/sync-sooner.ts',
];

/** Has Citus report each statement of this process that needs more than one shard, and records which file sent it. */
export function recordCrossings(): CrossingRecorder {
  const found = new Map<string, Set<string>>();
  const senders = new WeakMap<pg.Client, string | undefined>();
  let current = '';
  const observe = (client: pg.Client) => {
    client.on('notice', ({ message = '' }) => {
      const file = senders.get(client);
      if (!message.includes(MULTI_TASK) || file === undefined || current === '') return;
      if (FOLLOWERS.includes(file)) return;
      found.set(current, (found.get(current) ?? new Set()).add(file));
    });
    // Sent before what the connection is about to send.
    client.query('set citus.multi_task_query_log_level = notice').catch(() => {});
  };
  const stop = observeStatements((_text, client) => {
    const isNew = !senders.has(client);
    senders.set(client, sender());
    if (isNew) observe(client);
  });
  return { begin: (request) => (current = request), crossings: () => found, stop };
}
