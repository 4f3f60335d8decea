import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHmac } from 'node:crypto';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

interface Received {
  headers: Record<string, string | undefined>;
  body: string;
}

/** A receiver on this machine, which answers with a status that the journey changes. */
async function startReceiver() {
  const received: Received[] = [];
  const state = { status: 204 };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers as Received['headers'], body });
      response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received, state, stop: () => server.close() };
}

journey(
  'a webhook is set up, tested, fails, is sent again, and is deleted',
  async ({ page, environment }) => {
    const receiver = await startReceiver();
    const team = await environment.createTeam();
    await openAs(page, onlyPerson(team), '/');
    await page.waitForURL(/\/accounts/);
    const workspace = new URL(page.url()).pathname.replace(/\/accounts.*/, '');
    await page.goto(`${workspace}/settings`);
    await page.getByRole('link', { name: 'Manage Webhooks' }).click();
    await expect(page.getByText('No webhooks yet')).toBeVisible();
    await expectAccessible(page, 'no webhooks');

    await page.getByRole('button', { name: 'Create Webhook' }).click();
    await page.getByLabel('Name').fill('CRM');
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByRole('checkbox', { name: /account\.created/ }).check();
    await expectAccessible(page, 'a new webhook');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('textbox', { name: 'Signing secret' });
    await expect(shown).toBeFocused();
    const secret = await shown.inputValue();
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Actions for CRM' }).click();
    await page.getByRole('menuitem', { name: 'Send Test' }).click();
    const log = page.getByRole('list', { name: 'Deliveries' });
    await expect(log.getByText('Delivered')).toBeVisible();
    await expectAccessible(page, 'the log of a webhook');
    const [test] = receiver.received;
    const signed = `${test?.headers['webhook-id']}.${test?.headers['webhook-timestamp']}.${test?.body}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(test?.headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );

    receiver.state.status = 500;
    await page.getByRole('button', { name: 'Send Test' }).click();
    await expect(log.getByText('Trying again')).toBeVisible();
    await expect(log.getByText(/The receiver answered 500/)).toBeVisible();
    receiver.state.status = 204;
    await log.getByRole('button', { name: 'Replay webhook.test' }).first().click();
    await expect(log.getByText('Delivered')).toHaveCount(2);

    await page.setViewportSize({ width: 375, height: 667 });
    await expectNoHorizontalScroll(page);
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'webhooks on a phone');
    await page.getByRole('button', { name: 'Actions for CRM' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete Webhook' }).click();
    await expect(page.getByText('No webhooks yet')).toBeVisible();
    receiver.stop();
  },
);
