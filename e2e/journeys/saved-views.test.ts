import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs } from '../src/journey.ts';

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Accounts' });
const headers = (page: Page) => page.getByRole('columnheader');

journey(
  'a view is saved by keyboard, shared, opened by a colleague and by default',
  async ({ page, environment }) => {
    const team = await environment.createTeam({ people: 2 });
    const [ann, bob] = team.people;
    if (ann === undefined || bob === undefined) throw new Error('The team is too small.');
    const path = `/${team.organization.slug}/${team.workspace.slug}/accounts`;
    for (const name of ['Brightwater', 'Clearview', 'Dunmore']) {
      await callApi(environment, ann, 'POST /api/accounts/import', {
        domains: [`${name.toLowerCase()}.example`],
        workspaceId: team.workspace.id,
        name,
      });
    }
    await openAs(page, ann, `${path}?sort=-name&columns=name,created`);
    await expect(headers(page)).toHaveCount(2);
    const save = toolbar(page).getByRole('button', { name: 'Save View' });
    await save.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save View' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('By name');
    await dialog.getByRole('checkbox', { name: /Share with everyone/ }).press('Space');
    await dialog.getByLabel('Name').press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(toolbar(page).getByRole('button', { name: 'By name', exact: true })).toBeVisible();
    await expect(save).toHaveCount(0);
    await expectAccessible(page, 'accounts in a saved view');

    const link = new URL(page.url());
    const view = link.searchParams.get('view');
    await openAs(page, bob, `${path}?view=${view}`);
    await expect(page).toHaveURL(/sort=-name/);
    await expect(headers(page)).toHaveCount(2);
    await toolbar(page).getByRole('button', { name: 'Actions for the view By name' }).click();
    await expect(page.getByRole('menuitem', { name: 'Delete...' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Open by Default' }).click();
    await expect(page.getByText('By name opens by default', { exact: true })).toBeVisible();

    // From anywhere, and on a phone.
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto('/integrations');
    await page.goto(path);
    await expect(page).toHaveURL(/view=/);
    await expect(toolbar(page).getByRole('button', { name: 'By name', exact: true })).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'accounts in a saved view on a phone');
    await toolbar(page).getByRole('button', { name: 'By name', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'All accounts' }).press('Enter');
    await expect(page).toHaveURL(/view=all$/);
    await expect(toolbar(page).getByRole('button', { name: 'All accounts' })).toBeFocused();
  },
);
