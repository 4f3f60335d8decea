import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWebhooksLab } from './webhooks-lab.fixture.ts';
import { startWebhooks } from './webhooks-loop.ts';

test('what one workspace has to send begins at a pace, whatever the receivers accept', async () => {
  const lab = await createWebhooksLab();
  const settled = await lab.settle();
  for (const path of ['one', 'two', 'three']) {
    await lab.create(settled, { url: `http://127.0.0.1:9/${path}`, events: ['account.created'] });
  }
  for (let count = 0; count < 20; count += 1) {
    await lab.account(settled.workspaceId, `paced-${count}.example`);
  }
  await lab.make();
  let sent = 0;
  const loop = startWebhooks(lab.app.context, {
    pollInterval: 20,
    perSecond: 10,
    send: async () => {
      sent += 1;
      return { status: 204, problem: null };
    },
  });
  await expect.poll(() => sent).toBeGreaterThan(0);
  const begun = performance.now();
  await sleep(600);
  expect(sent).toBeLessThan(3 + (performance.now() - begun) / 100);
  expect(sent).toBeGreaterThan(2);
  await loop.stop();
  await lab.app.close();
});
