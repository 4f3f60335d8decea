import { quietRule } from '@repo/domain/relationships/going-quiet';
import type { WebhookEvent } from '@repo/contract/webhook-events';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { openMoments } from '@repo/domain/today/open-conversation';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { listQuietPeople } from '../../relationships/list-quiet-people.ts';
import { openPage } from '../../today/page.ts';
import { readOpenConversations } from '../../today/read-open-conversations.ts';
import { hasOwner } from './rights-of.ts';
import { type NewDelivery, storeDeliveries } from './store-deliveries.ts';

/** Webhooks in one run; the next one goes on after them. */
const MAX_WEBHOOKS = 1_000;
/** Events of one kind that a webhook gets in one run. */
const MAX_EVENTS = 500;
/** Earlier events have been stored already, unless no server ran for so long; milliseconds. */
const NEWS_MS = 3 * 24 * 60 * 60_000;

interface Watching {
  workspaceId: string;
  id: string;
  userId: string;
  events: WebhookEvent[];
  enabledAt: Date;
}

/**
 * Stores the events that come with time instead of a change: someone is going quiet, a conversation waits for
 * the owner, a connection of the owner has to be connected again. Each has an id of its own, so that it is
 * stored once.
 */
export async function noteDueEvents(
  { db, log }: Pick<Context, 'db' | 'log'>,
  now = new Date(),
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<Watching>`
      select webhook.workspace_id as "workspaceId", webhook.id, user_id as "userId", events,
        enabled_at as "enabledAt"
      from webhooks webhook
      join workspaces workspace
        on workspace.id = webhook.workspace_id and workspace.archived_at is null
      where disabled is null and user_id is not null and webhook.id > ${after}
        and events && ${['contact.going-quiet', 'conversation.waiting', 'connection.needs-attention']}
      order by webhook.id limit ${MAX_WEBHOOKS}`.execute(db);
    for (const webhook of rows) {
      const { workspaceId, id: webhookId } = webhook;
      try {
        if (!(await hasOwner(db, webhook))) continue;
        await storeDeliveries(db, { workspaceId, webhookId }, await findDue(db, webhook, now));
      } catch (error) {
        // The next run tries again; the other webhooks get theirs.
        log.error({ err: error, webhookId }, 'the events that are due were not stored');
      }
    }
    if (rows.length < MAX_WEBHOOKS) return;
    after = rows.at(-1)?.id ?? after;
  }
}

async function findDue(db: Connection, webhook: Watching, now: Date): Promise<NewDelivery[]> {
  const found: NewDelivery[] = [];
  if (webhook.events.includes('contact.going-quiet'))
    found.push(...(await quiet(db, webhook, now)));
  if (webhook.events.includes('conversation.waiting'))
    found.push(...(await waiting(db, webhook, now)));
  if (webhook.events.includes('connection.needs-attention'))
    found.push(...(await broken(db, webhook, now)));
  return found;
}

/** From when on something that became due is news: it was not when the webhook was enabled. */
const newsSince = ({ enabledAt }: Watching, now: Date): Date =>
  new Date(Math.max(now.getTime() - NEWS_MS, enabledAt.getTime()));

/** People whose first quiet day is one of the last. */
async function quiet(db: Connection, webhook: Watching, now: Date): Promise<NewDelivery[]> {
  const { workspaceId, userId } = webhook;
  const { accounts, timeZone } = await openPage(db, { workspaceId, userId, now });
  const first = businessDayOf(newsSince(webhook, now), timeZone);
  const { people } = await listQuietPeople(
    db,
    {
      workspaceId,
      accounts,
      after: addDays(first, -quietRule.silentDays - 1),
      limit: MAX_EVENTS,
    },
    now,
  );
  return people.map(({ account, contact }) => ({
    event: 'contact.going-quiet',
    subject: { accountId: account.id, personId: contact.id },
    key: `quiet ${account.id} ${contact.id} ${contact.lastDay}`,
  }));
}

/** Conversations that have waited for long enough since one of the last days. */
async function waiting(db: Connection, webhook: Watching, now: Date): Promise<NewDelivery[]> {
  const { workspaceId, userId } = webhook;
  const page = await openPage(db, { workspaceId, userId, now });
  const open = await readOpenConversations(db, page);
  const since = openMoments(newsSince(webhook, now), page.timeZone).waiting;
  return open.waiting
    .filter(({ occurredAt }) => Date.parse(occurredAt) > since.getTime())
    .slice(0, MAX_EVENTS)
    .map(({ id, account }) => ({
      event: 'conversation.waiting',
      subject: { accountId: account.id, activityId: id },
      key: `waiting ${id}`,
    }));
}

/**
 * The owner's connections that no longer let us in since one of the last days; once for each time that they
 * were connected. The last sync of such a connection is the one that was refused.
 */
async function broken(db: Connection, webhook: Watching, now: Date): Promise<NewDelivery[]> {
  const rows = await db
    .selectFrom('integrations')
    .select(['id', 'provider', 'connected_at'])
    .where('owner_id', '=', webhook.userId)
    .where('needs_reauth', '=', true)
    .where(
      sql<boolean>`coalesce((last_sync ->> 'endedAt')::timestamptz, connected_at) >= ${newsSince(webhook, now)}`,
    )
    .where('credentials', 'is not', null)
    .limit(MAX_EVENTS)
    .execute();
  return rows.map(({ id, provider, connected_at }) => ({
    event: 'connection.needs-attention',
    subject: { connectionId: id, provider },
    key: `connection ${id} ${connected_at.getTime()}`,
  }));
}
