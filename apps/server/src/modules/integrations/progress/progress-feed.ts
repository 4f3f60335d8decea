import { PassThrough, type Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Person } from '../../../platform/http/route.ts';
import { listIntegrations } from '../list-integrations.ts';
import type { Provider } from '../provider.ts';
import { readWorkspaceMarks } from './workspace-changes.ts';

/** How often the process looks whether anything changed for those who watch; milliseconds. */
const lookInterval = 1_000;
/** A line that keeps proxies from closing a connection on which nothing happens; milliseconds. */
const heartbeatInterval = 15_000;
/** After this a stream ends; whoever reads it asks again, and shows a live session. Milliseconds. */
const streamLifetime = 300_000;
/** Streams that one person may have open at a process: more windows than anybody looks at. */
const mostStreams = 20;
/** A reader who lets so much lie has gone or means ill; bytes. */
const mostUnread = 256 * 1024;

interface Watcher {
  stream: PassThrough;
  sessionId: string;
  /** What the person was last told of; empty before the first time. */
  told: Told;
}

interface Told {
  /** A fingerprint of the integrations. */
  integrations: string;
  /** The mark of what last changed in the person's workspaces. */
  workspaces: string;
}

export interface ProgressFeed {
  /**
   * Server-sent events with the person's integrations, now and whenever they change, and the news
   * that something changed in the accounts of their workspaces, whoever brought it.
   *
   * @param lastEventId of the last event that was read; what it told is not told again.
   * @throws AppError `RATE_LIMITED` for a person who watches in too many places.
   */
  watch: (person: Pick<Person, 'id' | 'sessionId'>, lastEventId?: string) => Readable;
  /** Ends every stream. */
  close: () => void;
}

/**
 * Tells people what their integrations do. A few queries a second and process for all who watch, none
 * while nobody does; each event says everything, so that after a drop the next one makes up for it
 * (docs/decisions/live-progress.md).
 */
export function createProgressFeed(context: Context, providers: readonly Provider[]): ProgressFeed {
  const watchers = new Map<string, Set<Watcher>>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  const tell = async (personId: string, now: Told) => {
    const id = `${now.integrations}_${now.workspaces}`;
    const own = [...(watchers.get(personId) ?? [])];
    const due = own.filter(({ told }) => told.integrations !== now.integrations);
    const integrations = due.length > 0 && (await listIntegrations(context, providers, personId));
    for (const { stream, told } of due) {
      send(stream, id, 'integrations', { integrations });
      told.integrations = now.integrations;
    }
    for (const { stream, told } of own) {
      // Whoever begins to watch has just read the accounts.
      if (told.workspaces !== '' && told.workspaces !== now.workspaces) {
        send(stream, id, 'accounts', {});
      }
      told.workspaces = now.workspaces;
    }
  };

  const all = () => [...watchers.values()].flatMap((own) => [...own]);

  /** A stream is as good as its session: it ends with it. */
  const endSignedOut = async () => {
    const watching = all();
    const sessionIds = watching.map(({ sessionId }) => sessionId);
    const live = await readLiveSessions(context, sessionIds);
    for (const { sessionId, stream } of watching) if (!live.has(sessionId)) stream.end();
  };

  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await endSignedOut();
      const personIds = [...watchers.keys()];
      const prints = await readFingerprints(context, personIds);
      const marks = await readWorkspaceMarks(context.db, personIds);
      for (const personId of watchers.keys()) {
        const integrations = prints.get(personId) ?? 'none';
        await tell(personId, { integrations, workspaces: marks.get(personId) ?? 'none' });
      }
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
    watch({ id: personId, sessionId }, lastEventId = '') {
      if ((watchers.get(personId)?.size ?? 0) >= mostStreams) throw tooMany();
      const [integrations = '', workspaces = ''] = lastEventId.split('_');
      const told = { integrations, workspaces };
      const watcher: Watcher = { stream: new PassThrough(), sessionId, told };
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
      for (const { stream } of all()) stream.end();
    },
  };
}

function send(stream: PassThrough, id: string, name: string, data: object): void {
  stream.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  if (stream.writableLength > mostUnread) stream.destroy();
}

const tooMany = () =>
  new AppError('RATE_LIMITED', `At most ${mostStreams} windows are told of changes at once.`, {
    retryAfterSeconds: 30,
  });

/** Which of the sessions have not been ended. */
async function readLiveSessions(
  { db }: Context,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await db.selectFrom('sessions').select('id').where('id', 'in', sessionIds).execute();
  return new Set(rows.map(({ id }) => id));
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
