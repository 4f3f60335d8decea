import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { WebhookChange } from './managing/change-webhooks.ts';
import { createNextRun, makeDeliveries } from './making/make-deliveries.ts';
import { answerWith } from './receiver.fixture.ts';
import { findDueWebhooks } from './sending/claim-deliveries.ts';
import { createSendMessage } from './sending/send-message.ts';
import { startWebhooks } from './webhooks-loop.ts';
import { createWebhooksLab, type WebhooksLab } from './webhooks-lab.fixture.ts';

const W = '/api/workspaces/{workspaceId}/webhooks' as const;

let lab: WebhooksLab;
beforeAll(async () => {
  lab = await createWebhooksLab();
});
afterAll(() => lab.app.close());
afterEach(() => lab.stopReceivers());

/** Sends to a receiver that answers with these bytes, again and again. */
async function sendTo(bytes: string, isRepeated = false) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      const write = () => {
        if (socket.writable && socket.write(bytes) && isRepeated) setImmediate(write);
      };
      socket.on('drain', write);
      write();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const send = createSendMessage(lab.app.context.config, { timeoutMs: 2_000 });
  const outcome = await send(
    { url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' },
    new AbortController().signal,
  ).finally(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return outcome.problem;
}

describe('an attempt ends', () => {
  test('when the receiver wants to speak another protocol', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
    expect(await sendTo(upgrade)).toBe('The receiver closed the connection');
  }, 4_000);

  test('when the receiver sends answers before its answer without an end', async () => {
    expect(await sendTo('HTTP/1.1 103 Early Hints\r\na: b\r\n\r\n'.repeat(100), true)).toMatch(
      /too many answers before/,
    );
  });
});

test('receivers that accept everything late, and always have more to get, leave turns to others', async () => {
  const created: { workspaceId: string }[] = [];
  for (let count = 0; count < 4; count += 1) {
    const settled = await lab.settle();
    for (let hook = 0; hook < 9; hook += 1)
      await lab.create(settled, { url: 'https://slow.example/', events: ['account.created'] });
    created.push(settled);
  }
  await sql`
    insert into webhook_deliveries (workspace_id, webhook_id, event, subject)
    select workspace_id, id, 'webhook.test', '{}' from webhooks, generate_series(1, 600)
    where url = 'https://slow.example/'`.execute(lab.db);
  // The last one by its id has one message to get.
  await sql`
    with last as (
      update webhooks set url = 'https://fast.example/' where id = (
        select id from webhooks where url = 'https://slow.example/' order by id desc limit 1)
      returning id)
    delete from webhook_deliveries where webhook_id in (select id from last) and id <> (
      select min(id::text)::uuid from webhook_deliveries where webhook_id in (select id from last))`.execute(
    lab.db,
  );
  const sent: string[] = [];
  const times = (name: string) => sent.filter((one) => one === name).length;
  const hanging = Promise.withResolvers<void>();
  let isHanging = false;
  const loop = startWebhooks(lab.app.context, {
    pollInterval: 20,
    turnMs: 600,
    // Faster than all of these receivers together: this is about turns.
    perSecond: 10_000,
    send: async ({ url }) => {
      sent.push(new URL(url).hostname);
      if (url.includes('slow')) await (isHanging ? hanging.promise : sleep(50));
      return { status: 204, problem: null };
    },
  });
  try {
    await vi.waitFor(() => expect(times('fast.example')).toBe(1), 12_000);
    // The first turn of each is over by then, however busy the machine: they are known to be slow.
    await sleep(3_000);
    isHanging = true;
    // Until they have all the turns that they get.
    for (let seen = 0; seen < times('slow.example'); await sleep(1_000))
      seen = times('slow.example');
    await sql`
      update webhook_deliveries set state = 'waiting', next_attempt_at = now()
      where webhook_id = (select id from webhooks where url = 'https://fast.example/')`.execute(
      lab.db,
    );
    await vi.waitFor(() => expect(times('fast.example')).toBe(2), 10_000);
  } finally {
    hanging.resolve();
    await loop.stop();
    for (const { workspaceId } of created)
      await sql`delete from webhooks where workspace_id = ${workspaceId}`.execute(lab.db);
  }
}, 30_000);

test('turns go in a circle', async () => {
  const hook = await lab.receiver();
  const settled = await lab.settle();
  for (let count = 0; count < 3; count += 1) await lab.create(settled, { url: hook.url });
  await lab.account(settled.workspaceId, 'acme.com');
  await lab.make();
  const seen: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const [next] = await findDueWebhooks(lab.db, 1, seen.at(-1));
    seen.push(next?.id ?? '');
  }
  expect(new Set(seen).size).toBe(3);
  expect(seen[3]).toBe(seen[0]);
  await lab.run();
});

test('webhooks that keep their changes are not all that is looked at', async () => {
  const hook = await lab.receiver();
  const first = await lab.settle();
  const { webhookId } = await lab.create(first, { url: hook.url, events: ['account.created'] });
  const { webhookId: id } = await lab.create(first, { url: hook.url, events: ['account.created'] });
  await sql`update webhooks set id = '00000000-0000-4000-8000-000000000001' where id = ${id}`.execute(
    lab.db,
  );
  await lab.account(first.workspaceId, 'acme.com');
  const next = { ...createNextRun(), after: '00000000-0000-4000-8000-000000000001' };
  await makeDeliveries(lab.db, next);
  expect(await lab.deliveries(first, webhookId)).toHaveLength(1);
  expect(await lab.deliveries(first, '00000000-0000-4000-8000-000000000001')).toEqual([]);
  expect(next.after).toBe('00000000-0000-0000-0000-000000000000');
});

test('a test is sent while the receiver is left alone, and before what waits', async () => {
  const { workspaceId, owner, hook, webhookId } = await lab.settleWith();
  hook.answer(answerWith(503, { 'retry-after': '86400' }));
  for (const domain of ['a.com', 'b.com', 'c.com']) await lab.account(workspaceId, domain);
  await lab.run();
  await sql`update webhook_deliveries set next_attempt_at = now() where webhook_id = ${webhookId}`.execute(
    lab.db,
  );
  const before = hook.received.length;
  const { data } = await lab.app.call(`POST ${W}/{webhookId}/test`, {
    token: owner.token,
    params: { workspaceId, webhookId },
  });
  expect(data.delivery.nextAttemptAt).toBe(data.delivery.createdAt);
  await lab.run();
  expect(hook.types().slice(before)).toEqual(['webhook.test']);
});

test.each<[string, WebhookChange, boolean]>([
  ['another address', { url: 'https://other.example/' }, true],
  ['more events', { events: ['account.created', 'conversation.waiting'] }, true],
  ['a higher level', { level: 'subject' }, true],
  ['another name', { name: 'Other' }, false],
  ['fewer events', { events: ['account.changed'] }, false],
])('who gives it %s sends what they may see themselves: %s', async (_, body, isTaken) => {
  const { workspaceId, owner, webhookId } = await lab.settleWith({
    events: ['account.created', 'account.changed'],
  });
  const other = await lab.app.make.person();
  await lab.app.make.membership(workspaceId, other.id, 'owner');
  const { data } = await lab.app.call(`PATCH ${W}/{webhookId}`, {
    token: other.token,
    params: { workspaceId, webhookId },
    body: { ...body, events: body.events && [...body.events] },
  });
  expect(data.webhook.by?.id).toBe(isTaken ? other.id : owner.id);
});

test('a text shows each event, and no half of a character', async () => {
  const { workspaceId, hook } = await lab.settleWith({
    format: 'slack',
    events: ['account.created'],
  });
  for (let count = 0; count < 20; count += 1) {
    const { id } = await lab.account(workspaceId, `a${count}.com`);
    await sql`
      update workspace_accounts set name = ${`${count} `.padEnd(199, 'a')}||'😀b'
      where id = ${id}`.execute(lab.db);
  }
  await lab.run();
  expect(hook.received).toHaveLength(1);
  const body = hook.received[0]?.body ?? '';
  expect(body).not.toMatch(/\\ud[89a-f]/i);
  const { blocks } = JSON.parse(body) as { blocks: { type: string; text?: { text: string } }[] };
  const sections = blocks.flatMap(({ text }) => (text === undefined ? [] : [text.text]));
  expect(Math.max(...sections.map(({ length }) => length))).toBeLessThanOrEqual(3_000);
  expect(sections.join('\n').split('\n')).toHaveLength(20);
});
