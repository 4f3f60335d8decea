import type { Locator, Page } from '@playwright/test';
import { stubResponse } from '../src/network/stub-response.ts';
import { expect, journey, onlyPerson, openAs, type TestEnvironment } from '../src/journey.ts';
import { sampleAccounts } from '../src/sample/sample-accounts.ts';

/** Opens the grid of a new team on these accounts. */
async function openGrid(
  page: Page,
  environment: TestEnvironment,
  accounts: object[],
): Promise<void> {
  const team = await environment.createTeam();
  await stubResponse(page, `/api/workspaces/${team.workspace.id}/accounts`, { accounts });
  await openAs(
    page,
    onlyPerson(team),
    `/${team.organization.slug}/${team.workspace.slug}/accounts`,
  );
  await expect(page.getByRole('rowheader')).toHaveCount(accounts.length);
}

const edgeOf = (page: Page, column: string) =>
  page.getByRole('separator', { name: `Width of ${column}`, exact: true });

/** Drags the right edge of a column by so many pixels. */
async function drag(page: Page, column: string, by: number): Promise<void> {
  await pull(page, edgeOf(page, column), by);
  await page.mouse.up();
}

/** Drags an element by this many pixels without releasing it. */
async function pull(page: Page, what: Locator, by: number): Promise<void> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('What is to be pulled is not to be seen.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y);
  await page.mouse.move(x + by, y);
}

journey('widths drawn by pointer outlive the page until reset', async ({ page, environment }) => {
  await openGrid(page, environment, sampleAccounts(3));
  await drag(page, 'Account', 60);
  await expect(edgeOf(page, 'Account')).toHaveAttribute('aria-valuenow', '260');
  const cell = page.locator('[data-row="0"] [data-column="name"]');
  await expect.poll(async () => (await cell.boundingBox())?.width).toBe(260);
  await drag(page, 'Recent Activity', -400);
  await expect(edgeOf(page, 'Recent Activity')).toHaveAttribute('aria-valuenow', '150');
  // One that begins narrower than that is not widened by drawing it narrower.
  await drag(page, 'Created By', -7);
  await expect(edgeOf(page, 'Created By')).toHaveAttribute('aria-valuenow', '100');

  await page.reload();
  await expect(edgeOf(page, 'Account')).toHaveAttribute('aria-valuenow', '260');
  await expect(edgeOf(page, 'Recent Activity')).toHaveAttribute('aria-valuenow', '150');
  await edgeOf(page, 'Recent Activity').dblclick();
  await expect(edgeOf(page, 'Recent Activity')).toHaveAttribute('aria-valuenow', '420');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Reset Columns' }).click();
  await expect(edgeOf(page, 'Account')).toHaveAttribute('aria-valuenow', '200');
  await page.reload();
  await expect(edgeOf(page, 'Account')).toHaveAttribute('aria-valuenow', '200');
});

journey('a cell is activating while the pointer is down on it', async ({ page, environment }) => {
  await openGrid(page, environment, sampleAccounts(3));
  const cell = page.locator('[data-row="1"] [data-column="lastTouchPoint"]');
  // Beside its title, which is a link.
  await cell.hover({ position: { x: 4, y: 4 } });
  await expect(cell).toHaveAttribute('data-state', 'normal');
  await page.mouse.down();
  await expect(cell).toHaveAttribute('data-state', 'activating');
  await page.mouse.up();
  await expect(cell).toHaveAttribute('data-state', 'expanded');
  await expect(cell).toBeFocused();

  // One press closes the cell's content, another leaves the cells; then Tab leaves the grid.
  const grid = page.getByRole('grid');
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  await expect(grid.locator(':is(a, button):not([tabindex="-1"])')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(cell).toHaveAttribute('data-state', 'active');
  await page.keyboard.press('Escape');
  await expect(cell).toHaveAttribute('data-state', 'normal');
  await expect(cell).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'New Account' }).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cell).toBeFocused();
  await expect(cell).toHaveAttribute('data-state', 'expanded');
  await page.keyboard.press('ArrowDown');
  await expect(cell).toHaveAttribute('data-state', 'normal');
});

const headers = (page: Page) => page.getByRole('columnheader').getByRole('button');

journey('headers are drawn to another place by pointer', async ({ page, environment }) => {
  await page.setViewportSize({ width: 1600, height: 600 });
  await openGrid(page, environment, sampleAccounts(2));
  const mark = page.locator('[data-drop-mark]');
  const header = (name: string) => headers(page).filter({ hasText: new RegExp(`^${name}$`) });

  // Past two others at once, and back past one.
  await pull(page, header('Recent Activity'), 600);
  await expect(mark).toBeVisible();
  await page.mouse.up();
  await expect(mark).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(headers(page)).toHaveText([
    'Account',
    'Last Touch Point',
    'Contributors',
    'Recent Activity',
    'Created By',
    'Created',
  ]);
  await expect(page).toHaveURL(/\?columns=name%2ClastTouchPoint%2Ccontributors/);
  await pull(page, header('Contributors'), -200);
  await page.mouse.up();
  const order = [
    'Account',
    'Contributors',
    'Last Touch Point',
    'Recent Activity',
    'Created By',
    'Created',
  ];
  await expect(headers(page)).toHaveText(order);
  const cells = page.locator('[data-row="0"] > [data-column]');
  expect(
    await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('data-column'))),
  ).toEqual(['name', 'contributors', 'lastTouchPoint', 'recentActivity', 'createdBy', 'created']);

  // The first column neither goes nor makes way; Escape gives a drag up; a click opens the menu.
  await pull(page, header('Account'), 500);
  await page.mouse.up();
  await pull(page, header('Contributors'), -250);
  await expect(mark).toHaveCount(0);
  await page.mouse.up();
  await pull(page, header('Last Touch Point'), 400);
  await expect(mark).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(mark).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(headers(page)).toHaveText(order);
  await header('Contributors').click();
  await expect(page.getByRole('menuitem', { name: 'Move right' })).toBeVisible();
  await header('Contributors').click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(header('Contributors')).toBeFocused();
});

journey('how a column is sorted is seen however narrow it is', async ({ page, environment }) => {
  await openGrid(page, environment, sampleAccounts(2));
  await drag(page, 'Last Touch Point', -400);
  await expect(edgeOf(page, 'Last Touch Point')).toHaveAttribute('aria-valuenow', '150');
  for (const column of ['Last Touch Point', 'Created By', 'Created']) {
    const header = page.getByRole('columnheader', { name: column, exact: true });
    await header.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Sort ascending' }).click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await expect(header.getByRole('button')).toBeFocused();
    await header.hover();
    const isSeen = await header.locator('svg.lucide-arrow-up').evaluate((arrow) => {
      const { left, right, top, height } = arrow.getBoundingClientRect();
      return [left + 1, right - 1].every((x) =>
        arrow.contains(document.elementFromPoint(x, top + height / 2)),
      );
    });
    expect(isSeen, column).toBe(true);
  }
});

journey('a menu that is done with takes no key any more', async ({ page, environment }) => {
  await openGrid(page, environment, sampleAccounts(1));
  const header = page.getByRole('columnheader', { name: 'Contributors' }).getByRole('button');
  /** Chooses from the header's menu and names what has the focus right after that. */
  const choose = async (item: string) => {
    await header.press('Enter');
    return page.getByRole('menuitem', { name: item }).evaluate(async (element: HTMLElement) => {
      element.click();
      // What the page does at once it has done after the first of these.
      for (const pause of [0, 20]) await new Promise((resolve) => setTimeout(resolve, pause));
      const { activeElement } = document;
      return activeElement?.ariaLabel ?? activeElement?.textContent;
    });
  };
  expect(await choose('Sort ascending')).toBe('Contributors');
  expect(await choose('Resize column')).toBe('Width of Contributors');
});

journey('the columns are remembered for each workspace', async ({ page, environment }) => {
  const team = await environment.createTeam({ otherWorkspaces: 1 });
  const [other] = team.otherWorkspaces;
  if (other === undefined) throw new Error('There is no other workspace.');
  const [here, there] = [team, other].map(
    ({ organization, workspace }) => `/${organization.slug}/${workspace.slug}/accounts`,
  ) as [string, string];
  const first = [
    'Account',
    'Recent Activity',
    'Last Touch Point',
    'Contributors',
    'Created By',
    'Created',
  ];
  await openAs(page, onlyPerson(team), here);
  await expect(headers(page)).toHaveText(first);

  // The menu stays open for several; the first column cannot be hidden.
  await page.getByRole('button', { name: 'Columns' }).click();
  const shown = (column: string) =>
    page.getByRole('menuitemcheckbox', { name: column, exact: true });
  await expect(shown('Account')).toBeDisabled();
  await shown('Contributors').click();
  await shown('Created By').click();
  await shown('Created').click();
  await shown('Created By').click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Last Touch Point' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Move left' }).click();
  const changed = ['Account', 'Last Touch Point', 'Recent Activity', 'Created By'];
  await expect(headers(page)).toHaveText(changed);
  await expect(page).toHaveURL(/\?columns=name%2ClastTouchPoint%2CrecentActivity%2CcreatedBy$/);
  await drag(page, 'Created By', 80);
  await expect(edgeOf(page, 'Created By')).toHaveAttribute('aria-valuenow', '180');

  await page.goto(there);
  await expect(headers(page)).toHaveText(first);
  await expect(edgeOf(page, 'Created By')).toHaveAttribute('aria-valuenow', '100');
  await expect(page).toHaveURL(there);

  // Without a word in the address they are as they were left; the address goes before that.
  await page.goto(here);
  await expect(headers(page)).toHaveText(changed);
  await expect(edgeOf(page, 'Created By')).toHaveAttribute('aria-valuenow', '180');
  await expect(page).toHaveURL(/\?columns=/);
  await page.goto(`${here}?columns=name,created`);
  await expect(headers(page)).toHaveText(['Account', 'Created']);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Reset Columns' }).click();
  await expect(headers(page)).toHaveText(first);
  await expect(page).toHaveURL(here);
  await page.goto(here);
  await expect(headers(page)).toHaveText(first);
  await expect(edgeOf(page, 'Created By')).toHaveAttribute('aria-valuenow', '100');
});

journey(
  'the first columns fit 1440 pixels, until one is widened',
  async ({ page, environment }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openGrid(page, environment, sampleAccounts(20));
    const grid = page.getByRole('grid', { name: 'Accounts' });
    const hidden = () => grid.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(hidden).toBe(0);
    await expect(edgeOf(page, 'Recent Activity')).toHaveAttribute('aria-valuenow', '420');
    await drag(page, 'Last Touch Point', 200);
    await expect.poll(hidden).toBeGreaterThan(0);
  },
);
