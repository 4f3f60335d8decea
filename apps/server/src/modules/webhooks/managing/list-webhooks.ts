import type { Webhook } from '@repo/contract/webhooks';
import { limits } from '@repo/contract/limits';
import { levelOfNumber } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';

/** Deliveries that are counted as waiting. */
const MAX_COUNTED = 1_000;

type Row = Omit<Webhook, 'level' | 'createdAt' | 'failingSince' | 'previousSecretUntil' | 'by'> & {
  level: number;
  createdAt: Date;
  failingSince: Date | null;
  previousSecretUntil: Date | null;
  byId: string | null;
  byName: string | null;
};

/** The webhooks of a workspace, the oldest first. */
export const listWebhooks = (db: Connection, workspaceId: string): Promise<Webhook[]> =>
  readWebhooks(db, workspaceId, sql`true`);

/** @throws AppError NOT_FOUND */
export async function findWebhook(
  db: Connection,
  { workspaceId, webhookId }: { workspaceId: string; webhookId: string },
): Promise<Webhook> {
  const [found] = await readWebhooks(db, workspaceId, sql`webhook.id = ${webhookId}`);
  if (found === undefined) throw notFound('Webhook');
  return found;
}

async function readWebhooks(
  db: Connection,
  workspaceId: string,
  condition: RawBuilder<unknown>,
): Promise<Webhook[]> {
  const { rows } = await sql<Row>`
    select webhook.id, webhook.name, url, format, level, events, webhook.created_at as "createdAt",
      users.id as "byId", users.name as "byName", disabled, failing_since as "failingSince",
      case when previous_secret_until > now() then previous_secret_until end as "previousSecretUntil",
      (select count(*) from (
        select from webhook_deliveries delivery
        where delivery.workspace_id = ${workspaceId} and delivery.webhook_id = webhook.id
          and delivery.next_attempt_at is not null
        limit ${MAX_COUNTED}
      ) due) as waiting
    from webhooks webhook
    left join users on users.id = webhook.user_id
    where webhook.workspace_id = ${workspaceId} and ${condition}
    order by webhook.created_at, webhook.id limit ${limits.webhooksPerWorkspace}`.execute(db);
  return rows.map(({ byId, byName, level, ...row }) => ({
    ...row,
    level: levelOfNumber(level) === 'activity' ? 'activity' : 'subject',
    by: byId === null ? null : { id: byId, name: byName ?? '' },
    createdAt: row.createdAt.toISOString(),
    failingSince: row.failingSince?.toISOString() ?? null,
    previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
  }));
}
