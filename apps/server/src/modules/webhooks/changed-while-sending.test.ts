import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerWith } from './receiver.fixture.ts';
import { endWithoutOwner } from './making/make-deliveries.ts';
import { type Claimed, claimDeliveries } from './sending/claim-deliveries.ts';
import { recordOutcomes, releaseDeliveries } from './sending/record-outcomes.ts';
import { createWebhooksLab, type WebhooksLab } from './webhooks-lab.fixture.ts';

/** Changes that are made while a process sends. */
let lab: WebhooksLab;
beforeAll(async () => {
  lab = await createWebhooksLab();
});
afterEach(() => lab.stopReceivers());
afterAll(() => lab.app.close());

type Settled = Awaited<ReturnType<WebhooksLab['settleWith']>>;

const change = ({ workspaceId, webhookId }: Settled, token: string, body: { url: string }) =>
  lab.app.call('PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}', {
    token,
    params: { workspaceId, webhookId },
    body,
  });

const take = ({ workspaceId, webhookId: id }: Settled) =>
  claimDeliveries(lab.db, { workspaceId, id, isFailing: false }, () => 10);

async function taken(settled: Settled) {
  const claimed = await take(settled);
  if (claimed === undefined) throw new Error('Nothing was due.');
  return claimed;
}

test('an address that is no longer used switches nothing off', async () => {
  const settled = await lab.settleWith({ events: ['account.created'] });
  const { workspaceId, owner, hook } = settled;
  const moved = await lab.receiver();
  let isMoved = false;
  const answerOnceMoved = async (response: ServerResponse) => {
    const { status } = await change(settled, owner.token, { url: moved.url });
    isMoved = status === 200;
    response.writeHead(410).end();
  };
  hook.answer((response) => void answerOnceMoved(response));
  await lab.account(workspaceId, 'before.com');
  await lab.run();
  expect(isMoved).toBe(true);
  expect(await lab.find(settled, settled.webhookId)).toMatchObject({
    disabled: null,
    failingSince: null,
  });
  await lab.account(workspaceId, 'after.com');
  await lab.run();
  expect(moved.types()).toEqual(['account.created']);
});

test('what waits while a workspace is archived is sent when it is back', async () => {
  const settled = await lab.settleWith({ events: ['account.created'] });
  const { workspaceId, hook } = settled;
  const archive = (at: Date | null) =>
    sql`update workspaces set archived_at = ${at} where id = ${workspaceId}`.execute(lab.db);
  const answerOnceArchived = async (response: ServerResponse) => {
    await archive(new Date());
    response.writeHead(204).end();
  };
  hook.answer((response) => void answerOnceArchived(response));
  for (let count = 0; count < 40; count += 1) await lab.account(workspaceId, `a${count}.com`);
  await lab.run();
  const before = hook.received.length;
  expect(before).toBeLessThan(40);
  hook.answer(answerWith(204));
  await archive(null);
  await lab.run();
  expect(new Set(hook.received.map(({ event }) => event.data['accountId'])).size).toBe(40);
  expect(hook.received).toHaveLength(40);
});

test('a process that knew the owner of before does not end the webhook of the next one', async () => {
  const settled = await lab.settleWith({ events: ['account.created'] });
  const { workspaceId, owner } = settled;
  const next = await lab.app.make.person();
  await lab.app.make.membership(workspaceId, next.id, 'owner');
  await lab.account(workspaceId, 'acme.com');
  await lab.make();
  const { webhook } = await taken(settled);
  await sql`update memberships set role = 'member' where user_id = ${owner.id}`.execute(lab.db);
  const moved = await lab.receiver();
  expect((await change(settled, next.token, { url: moved.url })).status).toBe(200);
  await endWithoutOwner(lab.db, webhook);
  expect(await lab.find({ workspaceId, owner: next }, settled.webhookId)).toMatchObject({
    disabled: null,
    by: { id: next.id },
  });
});

test('a process that was away for too long gives back nothing that another one has', async () => {
  const settled = await lab.settleWith({ events: ['account.created'] });
  await lab.account(settled.workspaceId, 'acme.com');
  await lab.make();
  const late = await taken(settled);
  await lab.wait();
  const { webhook, deliveries } = await taken(settled);
  await releaseDeliveries(lab.db, late.webhook, late.deliveries);
  expect(await take(settled)).toBeUndefined();
  const outcome = { status: 204, problem: null };
  const [delivery] = deliveries as [Claimed];
  await recordOutcomes(lab.app.context, webhook, [{ delivery, outcome }]);
  expect(await lab.deliveries(settled, settled.webhookId)).toMatchObject([
    { state: 'delivered', attempts: 2 },
  ]);
  // Its own it does give back.
  await lab.account(settled.workspaceId, 'globex.com');
  await lab.make();
  const own = await taken(settled);
  await releaseDeliveries(lab.db, own.webhook, own.deliveries);
  expect((await taken(settled)).deliveries).toMatchObject([{ attempts: 1 }]);
});
