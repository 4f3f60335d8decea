import { PassThrough, type Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { listIntegrations } from '../list-integrations.ts';
import type { Provider } from '../provider.ts';

/** How often the process looks whether anything changed for those who watch; milliseconds. */
const lookInterval = 1_000;
/** A line that keeps proxies from closing a connection on which nothing happens; milliseconds. */
const heartbeatInterval = 15_000;
/** After this a stream ends; whoever reads it asks again, and shows a live session. Milliseconds. */
const streamLifetime = 300_000;

interface Watcher {
  stream: PassThrough;
  /** What the person was last told of, as a fingerprint; its id. Empty before the first time. */
  told: string;
}

export interface ProgressFeed {
  /**
   * Server-sent events with the person's integrations: now, and whenever they change.
   *
   * @param lastEventId of the last event that was read; what it told is not told again.
   */
  watch: (personId: string, lastEventId?: string) => Readable;
  /** Ends every stream. */
  close: () => void;
}

/**
 * Tells people what their integrations do. One query a second and process for all who watch, none
 * while nobody does; each event says everything, so that after a drop the next one makes up for it
 * (docs/decisions/live-progress.md).
 */
export function createProgressFeed(context: Context, providers: readonly Provider[]): ProgressFeed {
  const watchers = new Map<string, Set<Watcher>>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  const tell = async (personId: string, fingerprint: string) => {
    const due = [...(watchers.get(personId) ?? [])].filter(({ told }) => told !== fingerprint);
    if (due.length === 0) return;
    const integrations = await listIntegrations(context, providers, personId);
    const data = JSON.stringify({ integrations });
    const event = `id: ${fingerprint}\nevent: integrations\ndata: ${data}\n\n`;
    for (const watcher of due) {
      watcher.told = fingerprint;
      watcher.stream.write(event);
    }
  };

  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const prints = await readFingerprints(context, [...watchers.keys()]);
      for (const personId of watchers.keys()) await tell(personId, prints.get(personId) ?? 'none');
    } catch (error) {
      context.log.warn({ err: error }, 'cannot tell what integrations do');
    } finally {
      isLooking = false;
    }
  };

  const forget = (personId: string, watcher: Watcher) => {
    const own = watchers.get(personId);
    own?.delete(watcher);
    if (own?.size === 0) watchers.delete(personId);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    watch(personId, lastEventId = '') {
      const watcher: Watcher = { stream: new PassThrough(), told: lastEventId };
      const heartbeat = setInterval(() => watcher.stream.write(':\n\n'), heartbeatInterval);
      const end = setTimeout(() => watcher.stream.end(), streamLifetime);
      watcher.stream.once('close', () => {
        clearInterval(heartbeat);
        clearTimeout(end);
        forget(personId, watcher);
      });
      watcher.stream.write('retry: 2000\n\n');
      watchers.set(personId, (watchers.get(personId) ?? new Set()).add(watcher));
      timer ??= setInterval(() => void look(), lookInterval);
      void look();
      return watcher.stream;
    },
    close() {
      for (const { stream } of [...watchers.values()].flatMap((own) => [...own])) stream.end();
    },
  };
}

/** Of everybody who watches, something that differs as soon as anything that is shown differs. */
async function readFingerprints(
  { db }: Context,
  personIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ ownerId: string; print: string }>`
    select owner_id as "ownerId", md5(string_agg(concat_ws('|', id, needs_reauth, last_synced_at,
      last_error, last_sync, due_at <= now(), paused_until > now(), lease_until > now(), cursor is null,
      webhook_token_hash, credentials is null,
      (select concat_ws(',', count(*), sum(processed), sum(total), min(kind)) from sync_tasks
        where integration_id = integrations.id),
      (select concat_ws(',', count(*), max(failed_at)) from sync_failures
        where integration_id = integrations.id)), '/' order by id)) as print
    from integrations where owner_id = any(${personIds}::uuid[])
    group by owner_id`.execute(db);
  return new Map(rows.map(({ ownerId, print }) => [ownerId, print]));
}
