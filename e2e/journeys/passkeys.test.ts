import type { CDPSession, Page } from '@playwright/test';
import { TEST_PASSWORD } from '../src/environment/team.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson } from '../src/journey.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

/** Plugs an authenticator in; it answers the requests that begin while it is touched. */
async function plugIn(session: CDPSession, { verifiesUser }: { verifiesUser: boolean }) {
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: verifiesUser ? 'internal' : 'usb',
      hasResidentKey: verifiesUser,
      hasUserVerification: verifiesUser,
      isUserVerified: verifiesUser,
      automaticPresenceSimulation: false,
    },
  });
  return {
    touch: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    unplug: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

async function enterPassword(page: Page, site: string, email: string): Promise<void> {
  await page.goto(`${site}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function add(page: Page, name: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Add a Passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Passkey' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
}

journey(
  'passkeys are added, sign in alone or after the password, and are removed',
  async ({ page, environment }) => {
    const person = onlyPerson(await environment.createTeam());
    const site = environment.namedUrl;
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const laptop = await plugIn(session, { verifiesUser: true });
    await enterPassword(page, site, person.email);
    await page.waitForURL(/\/accounts$/);
    await page.goto(`${site}/import-preferences/settings`);
    await laptop.touch(true);
    await add(page, 'Laptop');
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(card(page).getByText('Laptop')).toBeVisible();
    await expectAccessible(page, 'passkeys');
    await laptop.touch(false);

    await page.evaluate(() => localStorage.clear());
    await page.goto(`${site}/login`);
    const alone = page.getByRole('button', { name: 'Sign in with a passkey' });
    await expect(alone).toBeVisible();
    await expectAccessible(page, 'a sign-in with a passkey');
    // Only now, since it would answer the request behind the suggestions.
    await laptop.touch(true);
    await alone.click();
    await page.waitForURL(/\/accounts$/);
    await laptop.unplug();

    // A security key that only waits for a touch.
    const key = await plugIn(session, { verifiesUser: false });
    await key.touch(true);
    await page.goto(`${site}/import-preferences/settings`);
    await expect(page.getByText(/^Passkey · /).first()).toBeVisible();
    await add(page, 'Key');
    await expect(card(page).getByText('After the password only')).toBeVisible();
    await page.setViewportSize({ width: 375, height: 667 });
    await expectNoHorizontalScroll(page);
    await page.evaluate(() => localStorage.clear());
    await enterPassword(page, site, person.email);
    const step = page.getByRole('button', { name: 'Use passkey' });
    await expect(step).toBeFocused();
    await expectAccessible(page, 'a passkey as the second step');
    await expectNoHorizontalScroll(page);
    await step.click();
    await page.waitForURL(/\/accounts$/);

    await page.goto(`${site}/import-preferences/settings`);
    await environment.change(person, 'forget-proof');
    await card(page).getByRole('button', { name: 'Remove Laptop' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Use Passkey', exact: true }).click();
    await expect(card(page).getByText('Laptop')).toBeHidden();
    await expect
      .poll(async () => (await environment.mailsTo(person.email)).join('\n'))
      .toContain('A passkey was removed from');
  },
);
