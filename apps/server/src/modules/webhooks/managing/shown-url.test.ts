import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhooksLab, type WebhooksLab } from '../webhooks-lab.fixture.ts';

let lab: WebhooksLab;
beforeAll(async () => {
  lab = await createWebhooksLab();
});
afterAll(() => lab.app.close());

test.each([
  // A Cyrillic а, which looks as the Latin one.
  ['https://\u0430cme.com/hook', 'https://xn--cme-5cd.com/hook'],
  [' HTTPS://Hooks.Example.com ', 'https://hooks.example.com/'],
  ['https://hooks.example.com/a\u202Eb', 'https://hooks.example.com/a%E2%80%AEb'],
])('owners see the address that %s is sent to', async (url, shown) => {
  const settled = await lab.settle();
  const { webhookId } = await lab.create(settled, { url: 'https://hooks.example.com/first' });
  const { status } = await lab.app.call(
    'PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}',
    {
      token: settled.owner.token,
      params: { workspaceId: settled.workspaceId, webhookId },
      body: { url },
    },
  );
  expect(status).toBe(200);
  const made = await lab.create(settled, { url });
  for (const id of [webhookId, made.webhookId]) {
    expect(await lab.find(settled, id)).toMatchObject({ url: shown });
  }
});
