import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { connectGmail } from '../src/mailbox/connect-gmail.ts';
import { cardOf } from '../src/mailbox/integration-card.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';
import { openCuttableProxy } from '../src/browser/cuttable-proxy.ts';
import { elena, openIntegrationsWithMails } from '../src/mailbox/open-integrations.ts';
import type { TestUser } from '../src/environment/team.ts';
import { writeMail } from '../src/mailbox/write-mail.ts';

/** A user with an account and Gmail connected. */
async function connectWithAccount(page: Page, environment: TestEnvironment) {
  const team = await openIntegrationsWithMails(page, environment, ['The first letter']);
  const { person } = team;
  await connectGmail(page, person);
  await expect(cardOf(page, 'Gmail')).toContainText('Stored1 activity');
  const { integrations } = await callApi<{ integrations: { id: string }[] }>(
    environment,
    person,
    'GET /api/integrations',
  );
  const id = integrations[0]?.id ?? '';
  return {
    ...team,
    sync: () => callApi(environment, person, `POST /api/integrations/${id}/sync`),
  };
}

const deliver = (environment: TestEnvironment, person: TestUser, subject: string) =>
  environment.deliver(
    person.email,
    writeMail({ from: elena, to: person.email, subject, daysAgo: 0.01 }),
  );

journey(
  'what is stored shows where it is looked at, without a reload',
  async ({ page, environment }) => {
    const { person, organization, workspace, sync } = await connectWithAccount(page, environment);
    await page.goto(`/${organization.slug}/${workspace.slug}/accounts`);
    const row = page.getByRole('row').filter({ hasText: 'Brightwater' });
    await expect(row).toContainText('The first letter');
    const { firstEvent } = await waitForStream(page);
    await page.reload();
    await expect(row).toContainText('The first letter');
    await firstEvent;
    await deliver(environment, person, 'The second letter');
    await sync();
    await expect(row).toContainText('The second letter');

    await row.getByRole('link', { name: 'Brightwater' }).click();
    const feed = page.getByRole('main');
    await expect(feed.getByText('The second letter').first()).toBeVisible();
    await deliver(environment, person, 'The third letter');
    await sync();
    await expect(feed.getByText('The third letter').first()).toBeVisible({ timeout: 15_000 });
  },
);

journey('what a colleague imports is shown as well', async ({ page, environment }) => {
  const { organization, workspace, people } = await environment.createTeam({ people: 2 });
  const [person, colleague] = people;
  if (person === undefined || colleague === undefined) throw new Error('The team is too small.');
  const { firstEvent } = await waitForStream(page);
  await openAs(page, colleague, `/${organization.slug}/${workspace.slug}/accounts`);
  await expect(page.getByRole('grid')).toBeVisible();
  await firstEvent;
  await callApi(environment, person, 'POST /api/accounts/import', {
    domains: ['kestrel-aero.example'],
    source: 'manual',
    name: 'Kestrel',
    workspaceId: workspace.id,
  });
  await expect(page.getByRole('row').filter({ hasText: 'Kestrel' })).toBeVisible();
});

journey('a stream that breaks is taken up where it was', async ({ page, environment }) => {
  const { person, sync } = await connectWithAccount(page, environment);
  const line = await openCuttableProxy(environment.url);
  try {
    await page.goto(`${line.url}/login`);
    await page.evaluate((token) => localStorage.setItem('auth_token', token), person.token);
    const ids: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/events')) ids.push(request.headers()['last-event-id']);
    });
    const { firstEvent } = await waitForStream(page);
    await page.goto(`${line.url}/integrations`);
    const gmail = cardOf(page, 'Gmail');
    await expect(gmail).toContainText('Stored1 activity');
    await firstEvent;
    const attempts = ids.length;
    line.cut();
    await deliver(environment, person, 'While the stream was cut');
    await sync();
    // The page has tried to reconnect.
    await expect.poll(() => ids.length).toBeGreaterThan(attempts);
    // What is known stays; nothing is said to be wrong with it but by the list itself.
    await expect(gmail).toContainText('Stored1 activity');
    line.repair();
    // After several failures the page waits half a minute between its attempts.
    await expect(gmail).toContainText('Stored2 activities', { timeout: 45_000 });
    await expect(page.getByText(/^Error:/)).toHaveCount(0);
    expect(ids[0]).toBeUndefined();
    expect(ids.at(-1)).toMatch(/^[0-9a-f]{32}_\w+$/);
  } finally {
    line.close();
  }
});

for (const [what, answer] of [
  ['fails', { status: 503, body: 'Service Unavailable' }],
  ['is unknown', { status: 404, json: { success: false, error: { message: 'No', status: 404 } } }],
  ['is cut off by a proxy', { contentType: 'text/html', body: '<h1>Hello</h1>' }],
] as const) {
  journey(`where the stream ${what}, a sync is polled`, async ({ page, environment }) => {
    const { person } = await connectWithAccount(page, environment);
    await page.route('**/api/integrations/events', (route) => route.fulfill(answer));
    await page.reload();
    const gmail = cardOf(page, 'Gmail');
    await expect(gmail).toContainText('Stored1 activity');
    await deliver(environment, person, 'The second letter');
    await gmail.getByRole('button', { name: 'Sync Now' }).click();
    await expect(gmail).toContainText('Stored2 activities', { timeout: 15_000 });
    await expect(gmail.getByRole('button', { name: 'Sync Now' })).toBeEnabled();
  });
}

journey('a hidden tab closes the stream', async ({ page, environment }) => {
  await connectWithAccount(page, environment);
  const { firstEvent } = await waitForStream(page);
  await page.goto('/integrations');
  await expect(cardOf(page, 'Gmail')).toBeVisible();
  await firstEvent;
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
  const turn = (state: string) =>
    page.evaluate((seen) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => seen });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await turn('hidden');
  await ended;
  const again = page.waitForRequest('**/api/integrations/events');
  await turn('visible');
  expect((await again).headers()['last-event-id']).toMatch(/^[0-9a-f]{32}_\w+$/);
});

/** More than a keep-alive comment of the stream; bytes. */
const MIN_EVENT_LENGTH = 40;

/**
 * Waits until the page has received the first event of its stream, which reports the current state;
 * each later change is a separate event. Call it before the page opens the stream.
 */
async function waitForStream(page: Page): Promise<{ firstEvent: Promise<void> }> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.enable');
  const firstEvent = new Promise<void>((resolve) => {
    const received = new Map<string, number>();
    tools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.endsWith('/api/integrations/events')) received.set(requestId, 0);
    });
    tools.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const length = received.get(requestId);
      if (length === undefined) return;
      received.set(requestId, length + dataLength);
      if (length + dataLength >= MIN_EVENT_LENGTH) resolve();
    });
  });
  return { firstEvent };
}
