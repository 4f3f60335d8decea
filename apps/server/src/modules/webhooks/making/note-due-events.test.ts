import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sampleMail } from '../../activities/sample-mail.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { endHistoryLease } from '../../integrations/history/history-lease.ts';
import { ProviderError } from '../../integrations/provider-error.ts';
import { createWebhooksLab, type WebhooksLab } from '../webhooks-lab.fixture.ts';
import { noteDueEvents } from './note-due-events.ts';

const DAY_MS = 86_400_000;

let lab: WebhooksLab;
beforeAll(async () => {
  lab = await createWebhooksLab();
});
afterAll(() => lab.app.close());
afterEach(() => lab.stopReceivers());

const connect = async (ownerId: string) => {
  const { id } = await lab.db
    .insertInto('integrations')
    .values({
      owner_id: ownerId,
      provider: 'gmail',
      source: 'ann@acme.example',
      needs_reauth: true,
      credentials: Buffer.from('sealed'),
      credentials_key_id: 'k',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

test('a connection that has to be connected again is told once, and again after it was connected', async () => {
  const { owner, hook } = await lab.settleWith({ events: ['connection.needs-attention'] });
  const connectionId = await connect(owner.id);
  const note = async () => {
    await noteDueEvents(lab.app.context);
    await lab.run();
  };
  await note();
  await note();
  expect(hook.received.map(({ event }) => event.data)).toMatchObject([
    { connectionId, provider: 'gmail' },
  ]);
  await sql`update integrations set connected_at = now() + interval '1 minute' where id = ${connectionId}`.execute(
    lab.db,
  );
  await note();
  expect(hook.received).toHaveLength(2);
});

test('one that broke before the webhook was enabled, or days ago, is not told', async () => {
  const { workspaceId, owner, hook, webhookId } = await lab.settleWith({
    events: ['connection.needs-attention'],
  });
  const connectionId = await connect(owner.id);
  await lab.app.call('PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}', {
    token: owner.token,
    params: { workspaceId, webhookId },
    body: { isEnabled: false },
  });
  await lab.app.call('PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}', {
    token: owner.token,
    params: { workspaceId, webhookId },
    body: { isEnabled: true },
  });
  const note = async (now?: Date) => {
    await noteDueEvents(lab.app.context, now);
    await lab.run();
    return hook.received.length;
  };
  expect(await note()).toBe(0);
  // It had been connected before, and breaks now.
  await sql`
    update integrations set last_sync = jsonb_build_object('endedAt', now(), 'outcome', 'failed')
    where id = ${connectionId}`.execute(lab.db);
  expect(await note(new Date(Date.now() + 4 * DAY_MS))).toBe(0);
  expect(await note()).toBe(1);
});

test('a refusal while history is read says since when the connection is refused', async () => {
  const { owner } = await lab.settle();
  const integrationId = await connect(owner.id);
  const lease = { ownerId: owner.id, integrationId, leaseId: randomUUID() };
  await sql`
    update integrations set lease_id = ${lease.leaseId}, lease_until = now() + interval '1 minute',
      reads_history = true, needs_reauth = false, connected_at = now() - interval '1 year'
    where id = ${integrationId}`.execute(lab.db);
  const cause = new ProviderError('reauthorize', 'Connect it again');
  await endHistoryLease(
    lab.db,
    { ...lease, provider: 'gmail', readsHistory: true, hasFailed: false },
    { state: 'failed', message: cause.message, cause },
  );
  const { rows } = await sql<{ isNow: boolean }>`
    select (last_sync ->> 'endedAt')::timestamptz > now() - interval '1 minute' as "isNow"
    from integrations where id = ${integrationId}`.execute(lab.db);
  expect(rows).toEqual([{ isNow: true }]);
});

test('one that was connected before it is sent is not told', async () => {
  const { owner, hook } = await lab.settleWith({ events: ['connection.needs-attention'] });
  await connect(owner.id);
  await noteDueEvents(lab.app.context);
  await sql`update integrations set needs_reauth = false where owner_id = ${owner.id}`.execute(
    lab.db,
  );
  await lab.run();
  expect(hook.received).toEqual([]);
});

test('a conversation is told when it has waited for long enough, not one that waited before', async () => {
  const { workspaceId, owner, hook } = await lab.settleWith({
    events: ['conversation.waiting'],
  });
  await tracking(lab.app).makeAccount(owner, workspaceId);
  const mail = (daysAgo: number) =>
    sampleMail({
      occurredAt: new Date(Date.now() - daysAgo * DAY_MS),
      participants: [
        { name: 'Ann', email: 'ann@acme.com', role: 'from' },
        { name: 'Me', email: owner.email, role: 'to' },
      ],
    });
  await tracking(lab.app).capture(owner, [mail(10), mail(0.01)]);
  await noteDueEvents(lab.app.context);
  await lab.run();
  expect(hook.received).toEqual([]);
  // Within four days, a weekend included, the new one has waited for a working day.
  for (const days of [1, 2, 3, 4]) {
    await noteDueEvents(lab.app.context, new Date(Date.now() + days * DAY_MS));
  }
  await lab.run();
  expect(hook.received.map(({ event }) => [event.type, event.data['accountId']])).toEqual([
    ['conversation.waiting', expect.any(String)],
  ]);
});

test('someone who goes quiet is told, not those who were quiet before', async () => {
  const { workspaceId, owner, hook } = await lab.settleWith({
    events: ['contact.going-quiet'],
    format: 'slack',
    level: 'subject',
  });
  await tracking(lab.app).makeAccount(owner, workspaceId);
  const mails = (from: string, lastDaysAgo: number) =>
    Array.from({ length: 8 }, (_, at) =>
      sampleMail({
        occurredAt: new Date(Date.now() - (lastDaysAgo + at) * DAY_MS),
        participants: [
          { name: from, email: `${from}@acme.com`, role: 'from' },
          { name: 'Me', email: owner.email, role: 'to' },
        ],
      }),
    );
  await tracking(lab.app).capture(owner, [...mails('long', 60), ...mails('soon', 41)]);
  await noteDueEvents(lab.app.context);
  await lab.run();
  expect(hook.received).toEqual([]);
  await noteDueEvents(lab.app.context, new Date(Date.now() + 2 * DAY_MS));
  await lab.run();
  expect(hook.received).toHaveLength(1);
  expect(hook.received[0]?.body).toContain('soon at Acme is going quiet');
  expect(hook.received[0]?.body).not.toContain('long');
});
