import type { WebhookEvent } from '@repo/contract/webhook-events';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { numberChanges } from '#modules/accounts/number-changes.ts';
import { hasOwner, readAsOwner } from './rights-of.ts';
import { type NewDelivery, storeDeliveries } from './store-deliveries.ts';

/** Before the first id. */
export const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Where the next run goes on: webhooks that have too much waiting keep their changes, and must not be all
 * that a run looks at.
 */
export interface NextRun {
  after: string;
  /** Webhooks that had too much waiting, with the time from which on they are looked at again; milliseconds. */
  full: Map<string, number>;
}

export const createNextRun = (): NextRun => ({ after: FIRST, full: new Map() });

/** Webhooks that one run looks at. */
const MAX_WEBHOOKS = 200;
/** Changes that become deliveries in one transaction. */
const MAX_CHANGES = 1_000;
/** Deliveries of one webhook that wait; further changes stay where they are until it has sent some. */
export const MAX_WAITING = 20_000;
/**
 * After this time a webhook that had those is looked at again: counting them costs more than all else;
 * milliseconds.
 */
const FULL_FOR_MS = 30_000;
/** Webhooks that are remembered to have them. */
const MAX_FULL = 1_000;

interface Found {
  workspaceId: string;
  id: string;
}

/**
 * Makes deliveries of what changed in workspaces with webhooks. The changes were stored in the transactions
 * that made them (`noteEntries`), so that none is lost; a webhook remembers up to which one it has them, in
 * the transaction that stores its deliveries, so that each change becomes one delivery whenever a process
 * ends.
 *
 * @returns whether there may be more.
 */
export async function makeDeliveries(
  db: Database,
  next: NextRun = createNextRun(),
): Promise<boolean> {
  for (const [id, until] of next.full) if (until <= Date.now()) next.full.delete(id);
  const { rows } = await sql<Found>`
    select webhook.workspace_id as "workspaceId", webhook.id
    from webhooks webhook
    join workspaces workspace
      on workspace.id = webhook.workspace_id and workspace.archived_at is null
    join change_positions place on place.workspace_id = webhook.workspace_id
    where webhook.disabled is null and webhook.id > ${next.after}
      and webhook.id <> all(${[...next.full.keys()]}::uuid[]) and (place.last_number > webhook.position
      or exists (
        select from changed_entries change
        where change.workspace_id = webhook.workspace_id and change.number is null))
    order by webhook.id limit ${MAX_WEBHOOKS}`.execute(db);
  const isPart = rows.length === MAX_WEBHOOKS;
  next.after = (isPart ? rows.at(-1)?.id : undefined) ?? FIRST;
  let isMore = isPart;
  for (const workspaceId of new Set(rows.map((row) => row.workspaceId))) {
    const numbered = await numberChanges(db, workspaceId);
    isMore ||= numbered === MAX_CHANGES;
    for (const row of rows) {
      if (row.workspaceId === workspaceId) isMore = (await makeOf(db, row, next)) || isMore;
    }
  }
  return isMore;
}

interface Locked {
  userId: string | null;
  events: WebhookEvent[];
  position: number;
  enabledAt: Date;
}

/** Makes deliveries for one webhook; skips one that another process has. */
async function makeOf(
  db: Database,
  { workspaceId, id }: Found,
  { full }: NextRun,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Locked>`
      select user_id as "userId", events, position, enabled_at as "enabledAt" from webhooks
      where workspace_id = ${workspaceId} and id = ${id} and disabled is null
      for no key update skip locked`.execute(tx);
    const [webhook] = rows;
    if (webhook === undefined) return false;
    if (await isFull(tx, { workspaceId, id })) {
      if (full.size < MAX_FULL) full.set(id, Date.now() + FULL_FOR_MS);
      return false;
    }
    const { userId, position } = webhook;
    if (userId === null || !(await hasOwner(tx, { workspaceId, userId }))) {
      await endWithoutOwner(tx, { workspaceId, id, userId });
      return false;
    }
    const part = await readChanged(tx, workspaceId, webhook);
    await storeDeliveries(
      tx,
      { workspaceId, webhookId: id },
      await toDeliveries(tx, { workspaceId, userId, events: webhook.events }, part.changes),
    );
    await sql`
      update webhooks set position = ${part.position}
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx);
    return part.isFull && part.position > position;
  });
}

/**
 * Disables a webhook whose creator is no longer an owner, unless another owner has taken it over. Waiting deliveries
 * are dropped when they are due.
 */
export async function endWithoutOwner(
  tx: Connection,
  { workspaceId, id, userId }: Found & { userId: string | null },
): Promise<void> {
  await sql`
    update webhooks set disabled = 'no-owner'
    where workspace_id = ${workspaceId} and id = ${id} and disabled is null
      and user_id is not distinct from ${userId}::uuid`.execute(tx);
}

async function isFull(tx: Connection, { workspaceId, id }: Found): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_deliveries
    where workspace_id = ${workspaceId} and webhook_id = ${id} and next_attempt_at is not null
    offset ${MAX_WAITING} limit 1`.execute(tx);
  return rows.length > 0;
}

interface Changed {
  kind: 'account' | 'activity';
  entryId: string;
  isNew: boolean;
  version: number;
}

/** Reads the next changes and the position in one statement, so that both belong to the same moment. */
async function readChanged(
  tx: Connection,
  workspaceId: string,
  { position, events, enabledAt }: Locked,
): Promise<{ changes: Changed[]; position: number; isFull: boolean }> {
  const kinds = (['account', 'activity'] as const).filter((kind) =>
    events.some((event) => event.startsWith(`${kind}.`)),
  );
  const { rows } = await sql<{
    lastNumber: number;
    read: number;
    highest: number | null;
    changes: Changed[];
  }>`
    select place.last_number as "lastNumber", part.read, part.highest, part.changes
    from change_positions place
    cross join lateral (
      select coalesce(sum(read), 0)::integer as read, max(version) as highest,
        coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'entryId', entry_id, 'isNew', is_new,
          'version', version) order by version) filter (where is_later), '[]') as changes
      from (
        select kind, entry_id, bool_or(is_new) as is_new, max(number) as version, count(*) as read,
          bool_or(changed_at >= ${enabledAt}) as is_later
        from (
          select kind, entry_id, is_new, number, changed_at from changed_entries
          where workspace_id = ${workspaceId} and kind = any(${kinds}) and number > ${position}
          order by number limit ${MAX_CHANGES}
        ) next
        group by kind, entry_id
      ) entry
    ) part
    where place.workspace_id = ${workspaceId}`.execute(tx);
  const [found] = rows;
  if (found === undefined) return { changes: [], position, isFull: false };
  const isPart = found.read === MAX_CHANGES;
  return {
    changes: found.changes,
    position: isPart ? (found.highest ?? position) : found.lastNumber,
    isFull: isPart,
  };
}

/**
 * Resolves each change to what the owner may see now. Entries that they may no longer see are omitted.
 */
async function toDeliveries(
  tx: Connection,
  owned: { workspaceId: string; userId: string; events: readonly WebhookEvent[] },
  changes: readonly Changed[],
): Promise<NewDelivery[]> {
  const idsOf = (kind: Changed['kind']) =>
    changes.flatMap((one) => (one.kind === kind ? [one.entryId] : []));
  const visible = await readAsOwner(tx, owned, {
    accountIds: idsOf('account'),
    activityIds: idsOf('activity'),
  });
  return changes.flatMap(({ kind, entryId, isNew, version }): NewDelivery[] => {
    const made: NewDelivery[] = [];
    if (kind === 'account') {
      const isVisible = visible.accounts.has(entryId);
      // Created and deleted in between: there is nothing to forget.
      if (!isVisible && isNew) return [];
      const event = isVisible ? (isNew ? 'account.created' : 'account.changed') : 'account.deleted';
      made.push({ event, subject: { accountId: entryId, version } });
    } else {
      const activity = visible.activities.get(entryId);
      made.push(
        activity === undefined
          ? { event: 'activity.withdrawn', subject: { activityId: entryId, version } }
          : {
              event: 'activity.published',
              subject: { accountId: activity.accountId, activityId: entryId, version },
            },
      );
    }
    return made.filter(({ event }) => owned.events.includes(event));
  });
}
