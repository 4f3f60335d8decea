import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, signIn } from '../src/journey.ts';

// The screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

journey(
  'an address is protected, shares less or nothing, and is no longer protected',
  async ({ page, environment }) => {
    const team = await environment.createTeam();
    const [person] = team.people;
    if (person === undefined) throw new Error('The team has no members.');
    await callApi(environment, person, 'POST /api/accounts/import', { domains: ['acme.com'] });
    await signIn(page, person);
    await page.goto('/import-preferences');
    const section = page.getByRole('region', { name: 'Protected Addresses' });
    await section.getByLabel('Email address or domain').fill('Anna+tax@Law.example');
    await page.keyboard.press('Enter');
    await expect(section.getByText('anna@law.example')).toBeVisible();
    await expectAccessible(page, 'import preferences with a protected address');
    await page.setViewportSize({ width: 375, height: 700 });
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    const shares = section.getByRole('combobox', { name: /anna@law\.example$/ });
    await expect(shares).toHaveText('Nothing');
    await shares.click();
    await page.getByRole('option', { name: 'Activity only' }).click();
    await expect(shares).toHaveText('Activity only');
    await page.reload();
    await expect(shares).toHaveText('Activity only');

    await section.getByLabel('Email address or domain').fill(person.email);
    await section.getByRole('button', { name: 'Protect', exact: true }).click();
    await expect(section.getByText(/^You take part in all of your own emails/)).toBeVisible();

    await section.getByRole('button', { name: 'Remove anna@law.example' }).focus();
    await page.keyboard.press('Enter');
    await expect(section.getByText('anna@law.example', { exact: true })).toHaveCount(0);
  },
);
