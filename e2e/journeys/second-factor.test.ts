import type { Page } from '@playwright/test';
import { TEST_PASSWORD } from '../src/environment/team.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';
import { codeOfApp } from '../src/people/authenticator-app.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Second Factor' });

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.keyboard.press('Enter');
}

journey(
  'an authenticator app is set up, signs in, and is removed',
  async ({ page, environment }) => {
    const person = onlyPerson(await environment.createTeam());
    await openAs(page, person, '/import-preferences/settings');
    await environment.change(person, 'forget-proof');
    await card(page).getByRole('button', { name: 'Set Up' }).click();
    const proof = page.getByRole('alertdialog', { name: 'Confirm That It Is You' });
    await expect(proof.getByLabel('Password', { exact: true })).toBeFocused();
    await expectAccessible(page, 'a fresh proof');
    await proof.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
    await page.keyboard.press('Enter');

    const setUp = page.getByRole('alertdialog', { name: 'Set Up an Authenticator App' });
    await expect(setUp.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
    await expectAccessible(page, 'an authenticator app');
    const key = (await setUp.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
    await setUp.getByLabel('Code', { exact: true }).fill(codeOfApp(key));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const [first = '', second = ''] = await codes.allTextContents();
    await expectAccessible(page, 'recovery codes');
    await page.setViewportSize({ width: 375, height: 667 });
    await expectNoHorizontalScroll(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(card(page).getByText(/10 recovery codes are left/)).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'Use Another App' })).toBeFocused();

    await page.evaluate(() => localStorage.clear());
    await enterPassword(page, person.email);
    const code = page.getByLabel('Code', { exact: true });
    await expect(code).toBeFocused();
    await expectAccessible(page, 'the second step');
    await expectNoHorizontalScroll(page);
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await expect(code).toHaveAccessibleDescription(/not correct/);
    // Not the one that confirmed the app: a code works once.
    await code.fill(codeOfApp(key, 1));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/accounts$/);

    await page.evaluate(() => localStorage.clear());
    await enterPassword(page, person.email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(first.toUpperCase());
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/accounts$/);
    await page.goto('/import-preferences/settings');
    await expect(page.getByText('Password and recovery code').first()).toBeVisible();
    await expect(card(page).getByText(/9 recovery codes are left/)).toBeVisible();

    await environment.change(person, 'forget-proof');
    await card(page).getByRole('button', { name: 'Turn Off...' }).click();
    await page.getByRole('button', { name: 'Turn Off', exact: true }).click();
    await expect(proof.getByLabel('Code', { exact: true })).toBeFocused();
    await expectAccessible(page, 'a fresh proof by a code');
    await proof.getByRole('button', { name: 'Use a Recovery Code' }).click();
    await proof.getByLabel('Recovery code').fill(second);
    await page.keyboard.press('Enter');
    await expect(card(page).getByText('No authenticator app is set up.')).toBeVisible();
    await expect
      .poll(async () => (await environment.mailsTo(person.email)).join('\n'))
      .toContain('The authenticator app was removed from');
  },
);
