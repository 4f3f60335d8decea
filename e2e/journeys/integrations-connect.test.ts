import type { Page } from '@playwright/test';
import { connectGmail } from '../src/mailbox/connect-gmail.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { cardOf } from '../src/mailbox/integration-card.ts';
import { expect, journey, onlyPerson, openAs, type TestEnvironment } from '../src/journey.ts';
import { control } from '../src/mailbox/sandbox.ts';
import { TEST_PASSWORD } from '../src/environment/team.ts';
import { injectFailure } from '../src/network/inject-failure.ts';

// Each screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

async function open(page: Page, environment: TestEnvironment) {
  const person = onlyPerson(await environment.createTeam());
  await openAs(page, person, '/integrations');
  await expect(cardOf(page, 'Gmail')).toBeVisible();
  return person;
}

journey('Gmail is connected, connected again and disconnected', async ({ page, environment }) => {
  const person = await open(page, environment);
  const gmail = cardOf(page, 'Gmail');
  const connect = gmail.getByRole('button', { name: 'Connect', exact: true });

  await connect.click();
  await page.getByRole('button', { name: /Deny|Cancel/ }).click();
  await expect(page).toHaveURL('/integrations');
  // What went wrong, and why: each once.
  const toast = page.getByRole('listitem').filter({ hasText: 'denied' });
  await expect(toast).toHaveText('Gmail account was not connectedAccess was denied.');

  await connectGmail(page, person);
  await expect(page.getByText('Gmail account successfully connected!').first()).toBeVisible();
  // The first sync has ended by then, which on a busy machine takes its time.
  await expect(gmail.getByRole('button', { name: 'Sync Now' })).toBeVisible({ timeout: 60_000 });
  // Announced once: neither going back nor reloading announces it again.
  await page.reload();
  await expect(gmail.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page.getByText('account successfully connected')).toHaveCount(0);

  // The user takes the grant back at the provider.
  await control(environment, 'POST', `google-oauth/${person.email}/revoke-grants`);
  await gmail.getByRole('button', { name: 'Sync Now' }).click();
  await expect(gmail.getByText('Needs Reauth', { exact: true })).toBeVisible();
  await expect(gmail).toContainText('Gmail no longer grants access. Connect it again.');
  await expect(gmail.getByRole('button', { name: 'Sync Now' })).toHaveCount(0);
  await expectAccessible(page, 'integrations, needs reauth');
  await connectGmail(page, person);

  const disconnect = gmail.getByRole('button', { name: 'Disconnect' });
  await disconnect.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Disconnect Gmail' });
  await expect(dialog).toHaveAccessibleDescription(
    'Are you sure you want to disconnect Gmail? This will stop syncing data from this service.',
  );
  await expectAccessible(page, 'disconnect');
  await page.keyboard.press('Escape');
  await expect(disconnect).toBeFocused();
  await page.keyboard.press('Enter');
  // A failure is silent, and the question stays.
  await injectFailure(page, '/api/integrations/*', 'fault');
  const failed = page.waitForResponse((response) => response.status() === 500);
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await failed;
  await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeEnabled();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(dialog).toBeHidden();
  await expect(gmail.getByText('Not Connected', { exact: true })).toBeVisible();
  await expect(connect).toBeFocused();
});

journey(
  'a connection that another user started is not completed',
  async ({ page, environment, browser }) => {
    const { people } = await environment.createTeam({ people: 2 });
    const [victim, attacker] = people;
    if (victim === undefined || attacker === undefined) throw new Error('The team has two people.');
    await openAs(page, attacker, '/integrations');
    const consentPage = page.waitForRequest(`${environment.sandboxUrl}/o/oauth2/v2/auth?*`);
    await cardOf(page, 'Gmail').getByRole('button', { name: 'Connect', exact: true }).click();
    const link = (await consentPage).url();

    const other = await browser.newContext({ baseURL: environment.url });
    const theirs = await other.newPage();
    await openAs(theirs, victim, '/integrations');
    await theirs.goto(link);
    await theirs.getByRole('button', { name: victim.email }).click();
    await expect(theirs).toHaveURL('/integrations');
    await expect(theirs.getByText('Someone else started this connection').first()).toBeVisible();
    await expect(cardOf(theirs, 'Gmail').getByText('Not Connected', { exact: true })).toBeVisible();
    await other.close();

    await page.goto('/integrations');
    await expect(cardOf(page, 'Gmail').getByText('Not Connected', { exact: true })).toBeVisible();
  },
);

journey('a connection continues after the user signed in again', async ({ page, environment }) => {
  const person = await open(page, environment);
  await cardOf(page, 'Gmail').getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL(`${environment.sandboxUrl}/**`);
  // Meanwhile the session ended in this browser.
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.context().addInitScript(() => {
    if (location.pathname === '/oauth/success') localStorage.removeItem('auth_token');
  });
  await page.getByRole('button', { name: person.email }).click();
  await expect(page).toHaveURL('/login');
  // The value survives a reload of the sign-in page, and is in no address after the return.
  await page.reload();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/integrations');
  await expect(page.getByText('Gmail account successfully connected!').first()).toBeVisible();
  const after = addresses.slice(addresses.findIndex((address) => address.endsWith('/login')));
  expect(after.length).toBeGreaterThan(1);
  expect(after.join(' ')).not.toContain('confirm=');
});

journey('Fireflies is connected with a key', async ({ page, environment }) => {
  const person = await open(page, environment);
  const { key } = await control<{ key: string }>(
    environment,
    'GET',
    `fireflies/${person.email}/key`,
  );
  const card = cardOf(page, 'Fireflies.ai');
  await card.getByRole('button', { name: 'Connect', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Fireflies.ai' });
  const input = dialog.getByPlaceholder('Enter your API key...');
  await expect(input).toBeFocused();
  await expect(input).toHaveAttribute('type', 'password');
  await expect(dialog.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
  // Outside of the demo no key is shown.
  await expect(dialog.getByText('demo')).toHaveCount(0);
  await input.fill('   ');
  await expect(dialog.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
  await input.fill('made-up');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Failed to connect with API key');
  await expect(dialog.getByRole('alert')).toContainText('Fireflies.ai does not know this API key.');
  await expectAccessible(page, 'api key, refused');
  await input.fill(key);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Fireflies.ai account successfully connected!').first(),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(card.getByText('Connected', { exact: true })).toBeVisible();

  // A day of requests: the next sync respects it.
  await expect(card).toContainText(/Next syncin 3\d minutes/);
  await card.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Fireflies.ai' });
  await expect(details).toContainText(/Requests left4\d of 50 in 24 hours/);
  await page.keyboard.press('Escape');

  // Fireflies itself requests a pause.
  await control(environment, 'POST', `fireflies/${person.email}/key`, { requestsADay: 1 });
  await card.getByRole('button', { name: 'Sync Now' }).click();
  await expect(card).toContainText('Fireflies asks for a pause');
  await expect(card).toContainText('Paused until');
  await expect(card.getByRole('button', { name: 'Sync Now' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  // The focus is still on the button, whose tooltip says why it cannot be used.
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'integrations, paused');
});

journey('Fathom shows what to paste into a Zap', async ({ page, environment, context }) => {
  await open(page, environment);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const card = cardOf(page, 'Fathom <> Zapier (beta)');
  await card.getByRole('button', { name: 'Connect', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Fathom <> Zapier (beta)' });
  const url = dialog.getByLabel('Webhook URL', { exact: true });
  const header = dialog.getByLabel('Authorization header', { exact: true });
  await expect(url).toHaveValue(
    new RegExp(`^${environment.url}/api/webhooks/v1/fathom/[0-9a-f-]{36}$`),
  );
  await expect(header).toHaveValue(/^Bearer [\w-]{43}$/);
  await expectAccessible(page, 'webhook');
  for (const [label, field] of [
    ['Webhook URL', url],
    ['Authorization header', header],
  ] as const) {
    await dialog.getByRole('button', { name: `Copy ${label}` }).click();
    await expect(page.getByText(`${label} copied to clipboard`).first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await field.inputValue(),
    );
  }
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('No'));
    document.execCommand = () => false;
  });
  await dialog.getByRole('button', { name: 'Copy Webhook URL' }).click();
  await expect(page.getByText('Failed to copy to clipboard').first()).toBeVisible();

  const send = (authorization: string) =>
    url.inputValue().then((address) =>
      fetch(address, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'meeting_title=Talk',
      }),
    );
  const before = await header.inputValue();
  await dialog.getByRole('button', { name: 'Replace Token' }).click();
  const question = page.getByRole('alertdialog', { name: 'Replace Token' });
  await expectAccessible(page, 'replace token');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(header).toHaveValue(before);
  await dialog.getByRole('button', { name: 'Replace Token' }).click();
  await question.getByRole('button', { name: 'Replace Token' }).click();
  await expect(header).not.toHaveValue(before);
  expect((await send(before)).status).toBe(401);
  expect((await send(await header.inputValue())).status).toBe(200);
  const after = await header.inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await card.getByRole('button', { name: 'Manage' }).click();
  await expect(header).toHaveValue(after);
  await page.keyboard.press('Escape');
  // What was sent had no time: it is a failed item, with its reason.
  await card.getByRole('button', { name: '1 item could not be read' }).click();
  const details = page.getByRole('dialog', { name: 'Fathom <> Zapier (beta)' });
  await expect(details.getByRole('listitem')).toContainText('no time');
  await details.getByRole('button', { name: /^Retry [0-9a-f]+$/ }).click();
  await expect(details.getByRole('listitem')).toContainText('tried 2 times');
});

for (const [query, text] of [
  ['success=true&provider=gmail', 'Gmail account successfully connected!'],
  ['success=true', 'Your account successfully connected!'],
  ['error=Denied+by+%3Cb%3Eyou%3C%2Fb%3E&provider=google_calendar', 'Denied by <b>you</b>'],
  ['', 'Invalid response from authentication service'],
  ['provider=gmail', 'Invalid response from authentication service'],
  ['success=false&provider=carrier_pigeon', 'Invalid response from authentication service'],
] as const) {
  journey(
    `/oauth/success?${query} is announced once, at a clean address`,
    async ({ page, environment }) => {
      const person = onlyPerson(await environment.createTeam());
      await openAs(page, person, '/import-preferences');
      // Announced while it redirects, which is too quick to observe.
      await page.addInitScript(() => {
        new MutationObserver(() => {
          const seen = document.body?.innerText ?? '';
          if (seen.includes('Processing...')) sessionStorage.setItem('seen', seen);
        }).observe(document, { childList: true, subtree: true });
      });
      await page.goto(`/oauth/success?${query}`);
      await expect(page).toHaveURL('/integrations');
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
      const seen = await page.evaluate(() => sessionStorage.getItem('seen'));
      expect(seen).toContain('Redirecting to integrations page...');
      // The redirect left nothing to go back to.
      await page.goBack();
      await expect(page).toHaveURL('/import-preferences');
    },
  );
}

journey('the page and its dialogs fit a narrow window', async ({ page, environment }) => {
  await page.setViewportSize({ width: 480, height: 800 });
  const person = await open(page, environment);
  await connectGmail(page, person);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'integrations, narrow');
  await cardOf(page, 'Gmail').getByRole('button', { name: 'Details' }).click();
  for (const tab of ['Overview', 'Failed Items', 'Troubleshoot']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, `details narrow, ${tab}`);
  }
});
