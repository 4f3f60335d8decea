import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deleteWebhook } from './managing/delete-webhook.ts';
import { createNextRun, makeDeliveries, MAX_WAITING } from './making/make-deliveries.ts';
import { deliverTurn } from './sending/deliver-turn.ts';
import { createWebhooksLab, type WebhooksLab } from './webhooks-lab.fixture.ts';

const W = '/api/workspaces/{workspaceId}/webhooks' as const;

let lab: WebhooksLab;
beforeAll(async () => {
  lab = await createWebhooksLab();
});
afterAll(() => lab.app.close());
afterEach(() => lab.stopReceivers());

const addDeliveries = (workspaceId: string, webhookId: string, count: number) =>
  sql`
    insert into webhook_deliveries (workspace_id, webhook_id, event, subject)
    select ${workspaceId}, ${webhookId}, 'webhook.test', '{}'
    from generate_series(1, ${count}::integer)`.execute(lab.db);

const countDeliveries = async (webhookId: string) => {
  const { rows } = await sql`
    select from webhook_deliveries where webhook_id = ${webhookId}`.execute(lab.db);
  return rows.length;
};

const readActions = async (actorId: string) => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_entries where actor_id = ${actorId} order by id`.execute(lab.db);
  return rows.map(({ action }) => action);
};

test('a long log is removed in steps, and a request that has no time left is followed by one that goes on', async () => {
  const { workspaceId, owner, webhookId } = await lab.settleWith();
  await addDeliveries(workspaceId, webhookId, 35);
  const remove = (withinMs: number) =>
    deleteWebhook(
      lab.db,
      { ...owner, isAdmin: false },
      { workspaceId, webhookId },
      { atOnce: 10, withinMs },
    );
  await expect(remove(0)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('10 deliveries') as string,
  });
  expect(await countDeliveries(webhookId)).toBe(25);
  expect(await lab.find({ workspaceId, owner }, webhookId)).toMatchObject({
    disabled: 'switched-off',
    waiting: 0,
  });
  await remove(5_000);
  expect(await countDeliveries(webhookId)).toBe(0);
  expect(await lab.find({ workspaceId, owner }, webhookId)).toBeUndefined();
  expect(await readActions(owner.id)).toEqual([
    'webhook.created',
    'webhook.changed',
    'webhook.deleted',
  ]);
});

test('a webhook with a short log is deleted at once', async () => {
  const { workspaceId, owner, webhookId } = await lab.settleWith();
  await addDeliveries(workspaceId, webhookId, 10);
  await lab.app.call(`DELETE ${W}/{webhookId}`, {
    token: owner.token,
    params: { workspaceId, webhookId },
  });
  expect(await countDeliveries(webhookId)).toBe(0);
  expect(await readActions(owner.id)).toEqual(['webhook.created', 'webhook.deleted']);
});

test.each(['the webhook is switched off', 'its owner is one no more'])(
  'what was taken is not sent for long after %s',
  async (what) => {
    const { workspaceId, owner, webhookId } = await lab.settleWith({ events: ['account.created'] });
    for (let count = 0; count < 40; count += 1) await lab.account(workspaceId, `a${count}.com`);
    await lab.make();
    const change = () =>
      what.startsWith('its')
        ? sql`update memberships set role = 'member' where user_id = ${owner.id}`.execute(lab.db)
        : lab.app.call(`PATCH ${W}/{webhookId}`, {
            token: owner.token,
            params: { workspaceId, webhookId },
            body: { isEnabled: false },
          });
    let sent = 0;
    let sentAfter = 0;
    let changedAt: number | undefined;
    await deliverTurn(
      {
        ...lab.app.context,
        send: async () => {
          sent += 1;
          if (sent === 8) {
            await change();
            changedAt = performance.now();
          }
          if (changedAt !== undefined && performance.now() - changedAt > 1_100) sentAfter += 1;
          await new Promise((resolve) => void setTimeout(resolve, 400));
          return { status: 204, problem: null };
        },
      },
      { workspaceId, id: webhookId, isFailing: false },
      { stopping: new AbortController().signal, until: Date.now() + 10_000 },
    );
    expect(sentAfter).toBe(0);
    expect(sent).toBeLessThan(40);
  },
);

test('a webhook with too much waiting is counted once in a while', async () => {
  const { workspaceId, owner, webhookId } = await lab.settleWith({ events: ['account.created'] });
  await addDeliveries(workspaceId, webhookId, MAX_WAITING + 1);
  await lab.account(workspaceId, 'acme.com');
  const next = createNextRun();
  await makeDeliveries(lab.db, next);
  expect([...next.full.keys()]).toEqual([webhookId]);
  await sql`delete from webhook_deliveries where webhook_id = ${webhookId}`.execute(lab.db);
  await makeDeliveries(lab.db, next);
  expect(await countDeliveries(webhookId)).toBe(0);
  // Its time is over.
  next.full.set(webhookId, Date.now());
  await makeDeliveries(lab.db, next);
  expect(next.full.size).toBe(0);
  expect(await lab.deliveries({ workspaceId, owner }, webhookId)).toHaveLength(1);
});
