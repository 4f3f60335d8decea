import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible, openMenu } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs, type TestEnvironment } from '../src/journey.ts';

async function openGrid(page: Page, environment: TestEnvironment) {
  const team = await environment.createTeam();
  const person = onlyPerson(team);
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    await callApi(environment, person, 'POST /api/accounts/import', {
      domains: [`${name.toLowerCase()}.example`],
      workspaceId: team.workspace.id,
      name,
    });
  }
  const base = `/${team.organization.slug}/${team.workspace.slug}`;
  await openAs(page, person, `${base}/accounts?sort=name&columns=name,tags`);
  await expect(row(page, 'Gamma')).toBeVisible();
  return base;
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const tagsOf = (page: Page, name: string) =>
  row(page, name).locator('[data-column="tags"]').locator('bdi');

journey(
  'accounts are tagged, found by a tag, and tags are managed',
  async ({ page, environment }) => {
    const base = await openGrid(page, environment);
    // Many at once: a new tag is created from the list.
    await row(page, 'Alpha').hover();
    await row(page, 'Alpha').locator('[data-select]').click();
    await row(page, 'Beta')
      .locator('[data-select]')
      .click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.keyboard.type('VIP');
    await expect(page.getByRole('option', { name: 'Create “VIP”' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 accounts tagged VIP').first()).toBeVisible();
    await expect(tagsOf(page, 'Beta')).toHaveText(['VIP']);
    // The tooltip of the button that has the focus lies over the page.
    await expectAccessible(page, 'grid with tags', openMenu);

    // One account: the combobox by keyboard alone.
    await row(page, 'Alpha').getByRole('link', { name: 'Alpha' }).click();
    await page.getByRole('button', { name: 'Edit tags' }).focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('combobox', { name: 'Tags' });
    await expect(field).toBeFocused();
    await field.pressSequentially('Zest 🎉');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Take off Zest 🎉' })).toBeVisible();
    await expectAccessible(page, 'tags of an account, edited');
    await page.keyboard.press('Backspace');
    await expect(page.getByRole('button', { name: 'Take off Zest 🎉' })).toHaveCount(0);
    // The undo of many may still be there.
    const toast = page.getByRole('listitem').filter({ hasText: 'is no longer tagged' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: 'Zest 🎉' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit tags' }).click();
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Edit tags' })).toBeFocused();
    await page.setViewportSize({ width: 375, height: 740 });
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.goto(`${base}/tags`);
    await page.getByRole('button', { name: 'Rename VIP' }).click();
    await page.getByRole('textbox', { name: 'Name of VIP' }).fill('ZEST 🎉');
    await page.keyboard.press('Enter');
    await expect(page.getByText('There is already a tag “Zest 🎉”.')).toBeVisible();
    const merging = page.getByRole('alertdialog', { name: 'Merge VIP into Zest 🎉?' });
    await merging.getByRole('button', { name: 'Cancel' }).click();
    await expect(merging).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Name of VIP' }).fill('Key account');
    await page.keyboard.press('Enter');
    await page.mouse.move(0, 0);
    await expectAccessible(page, 'tags of a workspace', openMenu);
    await page.getByRole('link', { name: '2 accounts with Key account' }).click();
    await expect(page.getByRole('rowheader')).toHaveText(['Alpha', 'Beta']);
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Key account');

    await page.goto(`${base}/tags`);
    await page.getByRole('button', { name: 'Delete Key account' }).click();
    await expect(page.getByText(/taken off 2 accounts/)).toBeVisible();
    await page.getByRole('button', { name: 'Delete Tag' }).click();
    await expect(page.getByText('Key account was deleted').first()).toBeVisible();
    await page.setViewportSize({ width: 375, height: 740 });
    await expectNoHorizontalScroll(page);
  },
);
