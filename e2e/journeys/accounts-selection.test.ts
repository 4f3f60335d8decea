import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs, type TestEnvironment } from '../src/journey.ts';

const NAMES = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta'];

/** The grid of a workspace with accounts of these names, sorted by name. */
async function openGrid(page: Page, environment: TestEnvironment, names = NAMES) {
  const team = await environment.createTeam();
  const person = onlyPerson(team);
  const ids = new Map<string, string>();
  for (const name of names) {
    const { results } = await callApi<{ results: { workspaceAccount: { id: string } }[] }>(
      environment,
      person,
      'POST /api/accounts/import',
      { domains: [`${name.toLowerCase()}.example`], workspaceId: team.workspace.id, name },
    );
    ids.set(name, results[0]?.workspaceAccount.id ?? '');
  }
  const grid = `/${team.organization.slug}/${team.workspace.slug}/accounts?sort=name&columns=name,recentActivity,owner,created`;
  await openAs(page, person, grid);
  await expect(row(page, names.toSorted()[0] ?? '')).toBeVisible();
  return { person, ids, workspace: team.workspace, grid };
}

const cell = (page: Page, name: string) => page.getByRole('rowheader', { name, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const box = (page: Page, name: string) => row(page, name).locator('[data-select]');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected accounts' });
const ownerOf = (page: Page, name: string) => row(page, name).locator('[data-column="owner"]');
const isSelected = (page: Page, name: string) =>
  expect(row(page, name)).toHaveAttribute('aria-selected', 'true');

const toast = (page: Page, text: string | RegExp) => page.getByText(text).first();

async function chooseOwner(page: Page, name: string) {
  await bar(page).getByRole('button', { name: 'Set Owner' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}

journey(
  'accounts are selected with the pointer and get one owner',
  async ({ page, environment }) => {
    const { person } = await openGrid(page, environment);
    await cell(page, 'Alpha').hover();
    await box(page, 'Alpha').click();
    await box(page, 'Gamma').click({ modifiers: ['Shift'] });
    // Alpha, Beta, Delta, Epsilon, Gamma.
    await expect(bar(page)).toContainText('5 selected');
    await box(page, 'Delta').click();
    await expect(bar(page)).toContainText('4 selected');
    await expectAccessible(page, 'grid with selected accounts');

    await chooseOwner(page, person.name);
    await expect(toast(page, `${person.name} owns 4 accounts now`)).toBeVisible();
    await expect(ownerOf(page, 'Gamma')).toHaveText(person.name);
    await expect(ownerOf(page, 'Delta')).toHaveText('–');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, 'Undone for 4 accounts')).toBeVisible();
    await expect(ownerOf(page, 'Gamma')).toHaveText('–');

    await bar(page).getByRole('button', { name: 'Clear selection' }).click();
    await expect(bar(page)).toHaveCount(0);
  },
);

journey(
  'accounts are selected by keyboard, deleted and restored',
  async ({ page, environment }) => {
    await openGrid(page, environment);
    await cell(page, 'Beta').click({ position: { x: 150, y: 18 } });
    await page.keyboard.press('x');
    await isSelected(page, 'Beta');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(bar(page)).toContainText('3 selected');
    await page.keyboard.press('Shift+ArrowUp');
    await expect(bar(page)).toContainText('2 selected');
    await isSelected(page, 'Delta');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toContainText('6 selected');
    await page.keyboard.press('Shift+Space');
    await expect(bar(page)).toContainText('5 selected');

    await bar(page).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete 5 accounts?' });
    await expectAccessible(page, 'delete several accounts');
    await dialog.getByRole('button', { name: 'Delete Accounts' }).click();
    await expect(toast(page, '5 accounts deleted')).toBeVisible();
    await expect(page.getByRole('rowheader')).toHaveText(['Delta']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, 'Undone for 5 accounts')).toBeVisible();
    await expect(page.getByRole('rowheader')).toHaveCount(6);
  },
);

journey(
  'what a colleague deletes meanwhile is named, the others are changed',
  async ({ page, environment }) => {
    const { person, ids } = await openGrid(page, environment);
    await cell(page, 'Alpha').click({ position: { x: 150, y: 18 } });
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toContainText('6 selected');
    for (const name of ['Beta', 'Zeta']) {
      await callApi(environment, person, `DELETE /api/accounts/${ids.get(name)}`);
    }
    await chooseOwner(page, person.name);
    await expect(toast(page, `${person.name} owns 4 accounts now`)).toBeVisible();
    const failure = page.getByRole('alert').filter({ hasText: '2 of 6 accounts' });
    await expect(failure).toContainText('Beta and Zeta: deleted or merged in the meantime');
    await expect(bar(page)).toContainText('4 selected');
    await failure.getByRole('button', { name: 'Dismiss' }).click();
    await expect(failure).toHaveCount(0);
  },
);

journey('changing many accounts stops when the page is left', async ({ page, environment }) => {
  const names = Array.from({ length: 12 }, (_, at) => `Company${String(at).padStart(2, '0')}`);
  const { person, workspace, ids } = await openGrid(page, environment, names);
  await cell(page, 'Company00').click({ position: { x: 150, y: 18 } });
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('12 selected');
  // Each takes a moment, so that the page is left in between.
  await page.route('**/api/accounts/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete Accounts' }).click();
  await expect(page.getByText(/Deleting accounts: [3-9] of 12/)).toBeVisible();
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await expect(toast(page, /Stopped: \d+ of 12 accounts deleted/)).toBeVisible();
  const left = await callApi<{ accounts: { name: string }[] }>(
    environment,
    person,
    `GET /api/workspaces/${workspace.id}/accounts`,
  );
  expect(left.accounts.length).toBeGreaterThan(0);
  expect(left.accounts.length).toBeLessThan(ids.size);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, /Undone for \d+ accounts/)).toBeVisible();
});

journey('accounts have two lines and are selected on a phone', async ({ page, environment }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await openGrid(page, environment);
  // One column as wide as the window, whatever columns the address names.
  const grid = page.getByRole('grid', { name: 'Accounts' });
  await expect(row(page, 'Alpha')).toContainText('No activity yet');
  await expect(grid.getByRole('columnheader')).toHaveCount(1);
  await expect(row(page, 'Alpha')).toHaveCSS('height', '60px');
  const sideways = await grid.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(sideways, 'pixels to scroll sideways').toBe(0);
  const line = (name: string) => row(page, name).getByRole('rowheader');
  await line('Beta').press('ArrowDown');
  await expect(line('Delta')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Tap an icon to select its account')).toBeInViewport({ ratio: 1 });
  await box(page, 'Alpha').click();
  await box(page, 'Beta').click();
  await expect(bar(page)).toContainText('2 selected');
  await expect(page.getByText('Tap an icon to select its account')).toHaveCount(0);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'selected accounts on a phone');
});
