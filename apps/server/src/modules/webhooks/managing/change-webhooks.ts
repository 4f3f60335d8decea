import { limits } from '@repo/contract/limits';
import type { WebhookEvent, WebhookFormat, WebhookLevel } from '@repo/contract/webhook-events';
import type { Webhook } from '@repo/contract/webhooks';
import { levelNumber } from '@repo/domain/sharing/share-level';
import { plural } from '@repo/domain/text/plural';
import { type RawBuilder, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { limitReached, notFound } from '#platform/http/app-error.ts';
import { readPosition } from '#modules/accounts/number-changes.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { scopeOf } from '#modules/workspaces/manager.ts';
import { requireValidWebhook } from './check-webhook.ts';
import { findWebhook } from './list-webhooks.ts';
import { readMoment } from '../sending/read-moment.ts';
import { lockOwned, type Owner } from './require-owner.ts';
import { createWebhookSecret, openSecrets, sealSecrets } from './webhook-secret.ts';

type Needed = Pick<Context, 'config' | 'db' | 'secretBox'>;

export interface NewWebhook {
  name: string;
  url: string;
  format: WebhookFormat;
  level: WebhookLevel;
  events: readonly WebhookEvent[];
}

export interface OfWebhook {
  workspaceId: string;
  webhookId: string;
}

/**
 * Creates a webhook, for what changes from now on.
 *
 * @returns it with its secret, which is not shown again.
 * @throws AppError as `lockOwned`; `VALIDATION_FAILED`, `LIMIT_REACHED`
 */
export async function createWebhook(
  { config, db, secretBox }: Needed,
  owner: Owner,
  { workspaceId, ...given }: NewWebhook & { workspaceId: string },
): Promise<{ webhook: Webhook; secret: string }> {
  const typed = normalize(given);
  const secret = createWebhookSecret();
  const id = randomUUID();
  const webhook = await db.transaction().execute(async (tx) => {
    const workspace = await lockOwned(tx, owner, workspaceId);
    await requireValidWebhook(config, typed);
    const { rows } = await sql`
      select from webhooks where workspace_id = ${workspaceId}`.execute(tx);
    const limit = limits.webhooksPerWorkspace;
    if (rows.length >= limit) {
      throw limitReached({
        message: `The workspace has ${plural(rows.length, 'webhook')}, the most there can be. Delete one that you no longer need.`,
        limit,
        current: rows.length,
      });
    }
    const { lastNumber } = await readPosition(tx, workspaceId);
    await tx
      .insertInto('webhooks')
      .values({
        workspace_id: workspaceId,
        id,
        user_id: owner.id,
        name: typed.name,
        url: typed.url,
        format: typed.format,
        level: levelNumber(typed.level),
        events: [...typed.events],
        ...sealSecrets(secretBox, id, { current: secret }),
        previous_secret_until: null,
        position: lastNumber,
        disabled: null,
        failing_since: null,
        paused_until: null,
      })
      .execute();
    await recordChange(tx, {
      actor: owner,
      action: 'webhook.created',
      scope: scopeOf(workspace),
      after: described(typed),
    });
    return findWebhook(tx, { workspaceId, webhookId: id });
  });
  return { webhook, secret };
}

export interface WebhookChange {
  name?: string | undefined;
  url?: string | undefined;
  level?: WebhookLevel | undefined;
  events?: readonly WebhookEvent[] | undefined;
  isEnabled?: boolean | undefined;
}

/**
 * Changes a webhook. Enabling one that is disabled makes it that of the owner who does it, from now on. So
 * does changing where it goes or what it tells: no one sends on what another one may see. Switching it off,
 * or giving it another address, ends what waits: an address gets nothing that was meant for another one.
 *
 * @throws AppError as `lockOwned`; `NOT_FOUND`, `VALIDATION_FAILED`
 */
export function changeWebhook(
  { config, db }: Needed,
  owner: Owner,
  { workspaceId, webhookId, isEnabled, ...change }: OfWebhook & WebhookChange,
): Promise<Webhook> {
  return db.transaction().execute(async (tx) => {
    const workspace = await lockOwned(tx, owner, workspaceId);
    await lockWebhook(tx, { workspaceId, webhookId });
    const before = await findWebhook(tx, { workspaceId, webhookId });
    const typed = normalize({
      name: change.name ?? before.name,
      url: change.url ?? before.url,
      format: before.format,
      level: change.level ?? before.level,
      events: change.events ?? before.events,
    });
    await requireValidWebhook(config, typed);
    const isEnabledAgain = isEnabled === true && before.disabled !== null;
    const isTakenOver =
      isEnabledAgain || (before.by?.id !== owner.id && isSentElsewhere(before, typed));
    const isSwitchedOff = isEnabled === false && before.disabled === null;
    await tx
      .updateTable('webhooks')
      .set({
        name: typed.name,
        url: typed.url,
        level: levelNumber(typed.level),
        events: [...typed.events],
        ...(isSwitchedOff && { disabled: 'switched-off' as const }),
        ...(isTakenOver && { user_id: owner.id, enabled_at: await readMoment(tx) }),
        ...(isEnabledAgain && {
          disabled: null,
          position: (await readPosition(tx, workspaceId)).lastNumber,
        }),
        ...((isEnabledAgain || typed.url !== before.url) && {
          failing_since: null,
          failures: 0,
          paused_until: null,
        }),
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', webhookId)
      .execute();
    if (isSwitchedOff || typed.url !== before.url)
      await dropWaiting(tx, { workspaceId, webhookId });
    const after = await findWebhook(tx, { workspaceId, webhookId });
    await recordChange(tx, {
      actor: owner,
      action: 'webhook.changed',
      scope: scopeOf(workspace),
      before: { ...described(before), enabled: before.disabled === null },
      after: { ...described(after), enabled: after.disabled === null },
    });
    return after;
  });
}

/**
 * Gives a webhook a new secret. The previous one signs beside it for a day, so that a receiver can change in between.
 *
 * @throws AppError as `lockOwned`; `NOT_FOUND`
 */
export async function rotateSecret(
  { db, secretBox }: Needed,
  owner: Owner,
  { workspaceId, webhookId }: OfWebhook,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = createWebhookSecret();
  const webhook = await db.transaction().execute(async (tx) => {
    const workspace = await lockOwned(tx, owner, workspaceId);
    const sealed = await lockWebhook(tx, { workspaceId, webhookId });
    const previous = readCurrent(secretBox, webhookId, sealed);
    await tx
      .updateTable('webhooks')
      .set({
        ...sealSecrets(secretBox, webhookId, { current: secret, previous }),
        previous_secret_until:
          previous === undefined
            ? null
            : sql<Date>`now() + make_interval(hours => ${limits.webhookSecretHours})`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', webhookId)
      .execute();
    const after = await findWebhook(tx, { workspaceId, webhookId });
    await recordChange(tx, {
      actor: owner,
      action: 'webhook.changed',
      scope: scopeOf(workspace),
      after: { name: after.name, secret: 'new' },
    });
    return after;
  });
  return { webhook, secret };
}

/** Undefined if the key of the secret is lost: a new one is then the way out. */
function readCurrent(...[box, webhookId, sealed]: Parameters<typeof openSecrets>) {
  try {
    return openSecrets(box, webhookId, sealed).current;
  } catch {
    return undefined;
  }
}

/** Ends waiting deliveries. One that is being sent at the moment may still arrive. */
export async function dropWaiting(
  tx: Connection,
  { workspaceId, webhookId }: OfWebhook,
  but: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'dropped', next_attempt_at = null
    where workspace_id = ${workspaceId} and webhook_id = ${webhookId}
      and next_attempt_at is not null and ${but}`.execute(tx);
}

/** Whether a change sends to another address, or tells more. */
const isSentElsewhere = (before: NewWebhook, after: NewWebhook): boolean =>
  after.url !== before.url ||
  levelNumber(after.level) > levelNumber(before.level) ||
  after.events.some((event) => !before.events.includes(event));

export async function lockWebhook(tx: Connection, { workspaceId, webhookId }: OfWebhook) {
  const found = await tx
    .selectFrom('webhooks')
    .select(['secret as bytes', 'secret_key_id as keyId'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw notFound('Webhook');
  return found;
}

/** The URL is stored as it is requested: typed letters can look like those of another server. */
const normalize = ({ name, url, format, level, events }: NewWebhook): NewWebhook => ({
  name: name.trim(),
  url: URL.canParse(url) ? new URL(url).href : url.trim(),
  format,
  level,
  events: [...new Set(events)].toSorted(),
});

/** For the audit log: the path can contain a secret of the receiver. */
export const described = ({ name, url, format, level, events }: NewWebhook) => ({
  name,
  server: new URL(url).host,
  format,
  level,
  events: events.join(', '),
});
