import type { Readable } from 'node:stream';
import type { Context } from '#platform/context.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { listConnections } from './list-integrations.ts';
import type { Provider } from './provider.ts';
import { liveSince } from './watching/watch-leases.ts';
import { syncSooner } from './sync/sync-sooner.ts';
import { parseLastEventId, publishEvents } from './event-stream/publish-events.ts';
import { createEventSubscribers, type EventSubscribers } from './event-stream/event-subscribers.ts';
import { readWorkspaceMarks } from './event-stream/workspace-changes.ts';
import { sql } from 'kysely';

/** The interval at which the process looks for changes for the subscribers; milliseconds. */
const lookInterval = 1_000;
/** The interval at which connections that subscribers can see become due early; milliseconds. */
const BRING_FORWARD_INTERVAL_MS = 15_000;

export interface EventStream {
  /**
   * Streams server-sent events: the user's integrations, now and whenever they change, and a notice of any
   * change in the accounts of their workspaces, their own changes included.
   *
   * @param lastEventId the last event that the client received; its content is not sent again.
   * @throws AppError `RATE_LIMITED` for a user with too many open streams.
   */
  subscribe: (person: Pick<SignedIn, 'id' | 'sessionId'>, lastEventId?: string) => Readable;
  /** Ends every stream. */
  close: () => void;
}

/**
 * Creates the event stream of this process. It makes a few queries a second for all subscribers together, and
 * none without subscribers. Each event carries the whole state, so that the next one makes up for a lost one
 * (docs/decisions/live-progress.md). While a user has a page open, the connections shown there are synced
 * more often (docs/decisions/sync-schedule.md).
 */
export function createEventStream(context: Context, providers: readonly Provider[]): EventStream {
  const subscribers = createEventSubscribers();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let broughtForwardAt = 0;

  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await endSignedOut(context, subscribers);
      await publishChanges(context, providers, subscribers);
      if (
        context.config.frequentSync &&
        Date.now() - broughtForwardAt >= BRING_FORWARD_INTERVAL_MS
      ) {
        broughtForwardAt = Date.now();
        await syncSooner(context.db, providers, subscribers.userIds());
      }
    } catch (error) {
      context.log.warn({ err: error }, 'cannot publish what integrations do');
    } finally {
      isLooking = false;
    }
  };

  const restIfAlone = () => {
    if (subscribers.userIds().length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    subscribe(person, lastEventId = '') {
      const { stream } = subscribers.add(person, parseLastEventId(lastEventId));
      stream.once('close', restIfAlone);
      timer ??= setInterval(() => void look(), lookInterval);
      void look();
      return stream;
    },
    close() {
      for (const { stream } of subscribers.all()) stream.end();
    },
  };
}

async function publishChanges(
  context: Context,
  providers: readonly Provider[],
  subscribers: EventSubscribers,
): Promise<void> {
  const userIds = subscribers.userIds();
  const prints = await readFingerprints(context, userIds);
  const marks = await readWorkspaceMarks(context.db, userIds);
  // Anyone who came meanwhile has their turn with the next look.
  for (const userId of userIds) {
    const now = {
      integrations: prints.get(userId) ?? 'none',
      workspaces: marks.get(userId)?.mark ?? 'none',
      changedJustNow: marks.get(userId)?.changedJustNow === true,
    };
    await publishEvents(subscribers.of(userId), now, () =>
      listConnections(context, providers, userId),
    );
  }
}

/** A stream is as good as its session: it ends with it. */
async function endSignedOut(context: Context, subscribers: EventSubscribers): Promise<void> {
  const open = subscribers.all();
  const sessionIds = open.map(({ sessionId }) => sessionId);
  const live = await readLiveSessions(context, sessionIds);
  for (const { sessionId, stream } of open) if (!live.has(sessionId)) stream.end();
}

/** Returns the sessions that have not ended. */
async function readLiveSessions(
  { db }: Context,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await db.selectFrom('sessions').select('id').where('id', 'in', sessionIds).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns for each subscriber a value that changes whenever anything that is shown changes. */
async function readFingerprints(
  { db }: Pick<Context, 'db'>,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ ownerId: string; print: string }>`
    select owner_id as "ownerId", md5(string_agg(concat_ws('|', id, needs_reauth, last_synced_at,
      last_error, last_sync, due_at <= now(), paused_until > now(), lease_until > now() and not reads_history, cursor is null,
      webhook_token_hash, credentials is null, ${liveSince}, hinted_at,
      (select concat_ws(',', count(*), sum(processed), sum(total), min(kind)) from sync_tasks
        where owner_id = integrations.owner_id and integration_id = integrations.id),
      (select concat_ws(',', count(*), max(failed_at)) from failed_items
        where owner_id = integrations.owner_id and integration_id = integrations.id)), '/' order by id)) as print
    from integrations where owner_id = any(${userIds}::uuid[])
    group by owner_id`.execute(db);
  return new Map(rows.map(({ ownerId, print }) => [ownerId, print]));
}
