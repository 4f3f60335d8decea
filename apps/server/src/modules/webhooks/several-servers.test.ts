import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isLong } from '#test/long-tests.ts';
import { createAccounts } from '../accounts/create-accounts.ts';
import { startReceiver } from './receiver.fixture.ts';
import { createSendMessage } from './sending/send-message.ts';
import { startWebhooks } from './webhooks-loop.ts';
import { createWebhooksLab, type WebhooksLab } from './webhooks-lab.fixture.ts';

const EVENTS = isLong ? 3_000 : 300;
/** Hanging receivers, more than a process gives turns to at once. */
const HANGING = isLong ? 40 : 6;

let lab: WebhooksLab;
beforeAll(async () => {
  lab = await createWebhooksLab();
});
afterAll(() => lab.app.close());

const addAccounts = (
  { workspaceId, owner }: { workspaceId: string; owner: { id: string } },
  prefix: string,
  count: number,
) =>
  lab.db.transaction().execute((tx) =>
    createAccounts(tx, {
      workspaceId,
      creatorId: owner.id,
      accounts: Array.from({ length: count }, (_, at) => ({
        domain: `${prefix}${at}.com`,
        name: `${prefix}${at}`,
        accountOwnerId: null,
        note: '',
      })),
    }),
  );

test('two servers send each event once, while other receivers hang', async () => {
  const hook = await startReceiver();
  const hanging = await startReceiver(() => {});
  const settled = await lab.settle();
  await lab.create(settled, { url: hook.url, events: ['account.created'] });
  for (let count = 0; count < HANGING; count += 1) {
    const other = await lab.settle();
    await lab.create(other, { url: hanging.url, events: ['account.created'] });
    await addAccounts(other, 'hangs', 20);
  }
  const start = () =>
    startWebhooks(lab.app.context, {
      pollInterval: 50,
      send: createSendMessage(lab.app.context.config, { timeoutMs: 3_000 }),
    });
  const servers = [start(), start()];
  await vi.waitFor(() => expect(hanging.received.length).toBeGreaterThan(HANGING / 2), 20_000);
  const begun = Date.now();
  await addAccounts(settled, 'event', EVENTS);
  await vi.waitFor(() => expect(hook.received.length).toBeGreaterThanOrEqual(EVENTS), {
    timeout: 50_000,
    interval: 50,
  });
  const seconds = (Date.now() - begun) / 1_000;
  if (isLong) process.stderr.write(`${EVENTS} events in ${seconds.toFixed(1)} s\n`);
  await Promise.all(servers.map((server) => server.stop()));
  const ids = new Set(hook.received.map(({ event }) => event.data['accountId']));
  expect(ids.size).toBe(EVENTS);
  expect(hook.received).toHaveLength(EVENTS);
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from webhook_deliveries
    where workspace_id = ${settled.workspaceId} group by state`.execute(lab.db);
  expect(rows).toEqual([{ state: 'delivered', count: EVENTS }]);
  await hook.stop();
  await hanging.stop();
});
