import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { dropWaiting } from '../managing/change-webhooks.ts';
import { after, readMoment } from './read-moment.ts';
import { sendWebhookDisabledJob } from '../send-webhook-disabled.job.ts';
import type { Claimed, SendingWebhook } from './claim-deliveries.ts';
import { delayAfter, pauseAfter } from './retry-schedule.ts';
import type { Outcome } from './send-message.ts';

/** A webhook that accepted no delivery for this number of days is disabled. */
const FAILING_DAYS = 5;
const DAY_SECONDS = 86_400;

const GONE = 410;

export interface Tried {
  delivery: Claimed;
  outcome: Outcome;
}

/**
 * Stores what became of attempts, and what it means for the webhook: it goes on, is left alone for a while,
 * or is disabled with an email to its owner.
 */
export async function recordOutcomes(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  webhook: SendingWebhook,
  tried: readonly Tried[],
): Promise<void> {
  if (tried.length === 0) return;
  await db.transaction().execute(async (tx) => {
    const { workspaceId, id } = webhook;
    const isGone = tried.some(({ outcome }) => outcome.status === GONE);
    const isAccepted = tried.some(({ outcome }) => outcome.problem === null);
    // In the order of claims: the webhook's row first, then its deliveries.
    const disabled = await updateWebhook(tx, webhook, { tried, isGone, isAccepted });
    await storeTried(tx, webhook, tried, isGone);
    if (disabled === undefined) return;
    await dropWaiting(tx, { workspaceId, webhookId: id }, sql`event <> 'webhook.test'`);
    // In the same transaction: an owner who is not told waits for events that do not come.
    await jobs.enqueue(sendWebhookDisabledJob, { workspaceId, webhookId: id }, { within: tx });
  });
}

/**
 * Notes only what the present address answered: one that was replaced meanwhile may be gone.
 *
 * @returns why it was disabled by this; undefined if it was not.
 */
async function updateWebhook(
  tx: Connection,
  { workspaceId, id, url, failures, isDisabled }: SendingWebhook,
  { tried, isGone, isAccepted }: { tried: readonly Tried[]; isGone: boolean; isAccepted: boolean },
): Promise<string | undefined> {
  if (isAccepted && !isGone) {
    await sql`
      update webhooks set failures = 0, failing_since = null, paused_until = null
      where workspace_id = ${workspaceId} and id = ${id} and url = ${url}
        and (failures > 0 or failing_since is not null)`.execute(tx);
    return undefined;
  }
  const retryAfter = Math.max(0, ...tried.map(({ outcome }) => outcome.retryAfter ?? 0));
  const now = await readMoment(tx);
  const { rows } = await sql<{ disabled: string | null }>`
    update webhooks set failures = least(failures + 1, 1000),
      failing_since = coalesce(failing_since, ${now}),
      paused_until = ${after(now, pauseAfter(failures + 1, retryAfter))},
      disabled = case
        when disabled is not null then disabled
        when ${isGone} then 'gone'
        when failing_since < ${after(now, -FAILING_DAYS * DAY_SECONDS)} then 'failing'
      end
    where workspace_id = ${workspaceId} and id = ${id} and url = ${url}
    returning disabled`.execute(tx);
  const disabled = rows[0]?.disabled ?? undefined;
  return isDisabled ? undefined : disabled;
}

/** Only attempts that no other process repeated meanwhile. */
async function storeTried(
  tx: Connection,
  { workspaceId, id }: SendingWebhook,
  tried: readonly Tried[],
  isGone: boolean,
): Promise<void> {
  const now = await readMoment(tx);
  const rows = tried.map(({ delivery, outcome }) => {
    const delay =
      outcome.problem === null || isGone
        ? undefined
        : delayAfter(delivery.attempts, outcome.retryAfter);
    return {
      id: delivery.id,
      attempts: delivery.attempts,
      state: outcome.problem === null ? 'delivered' : delay === undefined ? 'failed' : 'waiting',
      next: delay === undefined ? null : after(now, delay),
      status: outcome.status,
      problem: outcome.problem,
    };
  });
  await sql`
    update webhook_deliveries delivery
    set state = given.state, status = given.status, problem = given.problem,
      next_attempt_at = given.next
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.attempts)}::integer[],
      ${rows.map((row) => row.state)}::text[], ${rows.map((row) => row.next)}::timestamptz[],
      ${rows.map((row) => row.status)}::integer[], ${rows.map((row) => row.problem)}::text[]
    ) as given(id, attempts, state, next, status, problem)
    where delivery.workspace_id = ${workspaceId} and delivery.webhook_id = ${id}
      and delivery.id = given.id and delivery.attempts = given.attempts
      and delivery.next_attempt_at is not null`.execute(tx);
}

/** Ends deliveries that are not sent, since the owner may not see their subject any more. */
export async function dropDeliveries(
  db: Connection,
  { workspaceId, id }: SendingWebhook,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await dropWaiting(db, { workspaceId, webhookId: id }, sql`id = any(${ids}::uuid[])`);
}

/** Gives deliveries back that this process took and will not try, unless another one has taken them since. */
export async function releaseDeliveries(
  db: Connection,
  { workspaceId, id }: SendingWebhook,
  taken: readonly Claimed[],
): Promise<void> {
  if (taken.length === 0) return;
  await sql`
    update webhook_deliveries delivery
    set next_attempt_at = now(), attempts = delivery.attempts - 1,
      last_attempt_at = case when delivery.attempts > 1 then last_attempt_at end
    from unnest(
      ${taken.map((one) => one.id)}::uuid[], ${taken.map((one) => one.attempts)}::integer[]
    ) as given(id, attempts)
    where delivery.workspace_id = ${workspaceId} and delivery.webhook_id = ${id}
      and delivery.id = given.id and delivery.attempts = given.attempts
      and delivery.next_attempt_at is not null`.execute(db);
}
