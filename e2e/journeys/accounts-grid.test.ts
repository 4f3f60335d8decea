import { gzipSync } from 'node:zlib';
import type { CDPSession, Page, Request } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible, openMenu } from '../src/expect/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs, type TestEnvironment } from '../src/journey.ts';
import type { Team } from '../src/environment/team.ts';

// A whole pass over a grid of more than one page, with looks at what may bar people, takes its
// time.
journey.describe.configure({ timeout: 120_000 });

const count = 130;

/** A workspace of so many accounts, made as people make them. */
async function openAccounts(page: Page, environment: TestEnvironment): Promise<void> {
  const team = await environment.createTeam();
  const person = onlyPerson(team);
  for (let first = 1; first <= count; first += 10) {
    const numbers = Array.from({ length: 10 }, (_, offset) => first + offset);
    await Promise.all(numbers.map((number) => addAccount(environment, team, number)));
  }
  await openAs(page, person, `/${team.organization.slug}/${team.workspace.slug}/accounts`);
  await expect(page.getByRole('link', { name: 'Company 1', exact: true })).toBeVisible({
    timeout: 30_000,
  });
}

async function addAccount(environment: TestEnvironment, team: Team, number: number): Promise<void> {
  await callApi(environment, onlyPerson(team), 'POST /api/accounts/import', {
    domains: [`company${number}.example`],
    name: `Company ${number}`,
    workspaceId: team.workspace.id,
  });
}

/** The focused cell: the index of its row, and its column. */
const tabStop = (page: Page) =>
  page.evaluate(() => {
    const cell = document.activeElement?.closest<HTMLElement>('[data-column]');
    return `${cell?.closest<HTMLElement>('[data-row]')?.dataset['row']} ${cell?.dataset['column']}`;
  });

journey('the whole grid is worked with the keyboard alone', async ({ page, environment }) => {
  await openAccounts(page, environment);
  const grid = page.getByRole('grid', { name: 'Accounts' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(count + 2));
  await expect(grid).toHaveAttribute('aria-colcount', '6');
  await expectAccessible(page, 'accounts');

  // One tab stop, after the last button of the toolbar.
  await page.getByRole('button', { name: 'New Account' }).first().focus();
  const steps: [key: string, tabStop: string][] = [
    ['Tab', '0 name'],
    ['ArrowRight', '0 recentActivity'],
    ['ArrowDown', '1 recentActivity'],
    ['Tab', '1 lastTouchPoint'],
    ['Shift+Tab', '1 recentActivity'],
    ['Enter', '2 recentActivity'],
    ['Shift+Enter', '1 recentActivity'],
    ['End', '1 created'],
    ['Tab', '2 name'],
    ['Shift+Tab', '1 created'],
    ['Home', '1 name'],
    ['Control+End', `${count} add`],
    ['ArrowUp', `${count - 1} created`],
    ['Control+Home', '0 name'],
    ['ArrowUp', '-1 name'],
    ['ArrowDown', '0 name'],
  ];
  for (const [key, expected] of steps) {
    await page.keyboard.press(key);
    await expect.poll(() => tabStop(page), `after ${key}`).toBe(expected);
  }
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  const [row = ''] = (await tabStop(page)).split(' ');
  expect(Number(row)).toBeGreaterThan(20);
  await expect(page.getByRole('link', { name: `Company ${Number(row) + 1}` })).toBeVisible();
  await page.keyboard.press('Control+Home');

  // The header's menu: sort, and the focus stays with the account.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sort ascending' })).toBeFocused();
  await expectAccessible(page, 'accounts, menu of a column', openMenu);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Sort descending' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/sort=-name/);
  await expect(page.getByRole('link', { name: `Company ${count}`, exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Account' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  // Another column goes to the left, gets wider, and is hidden; a reload finds it so.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move left' }).press('Enter');
  await expect.poll(() => tabStop(page)).toBe('-1 lastTouchPoint');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Resize column' }).press('Enter');
  const edge = page.getByRole('separator', { name: 'Width of Last Touch Point' });
  await expect(edge).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', '360');
  await page.keyboard.press('Home');
  await expect(edge).toHaveAttribute('aria-valuenow', '150');
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', '150');
  await page.keyboard.press('Enter');
  await expect.poll(() => tabStop(page)).toBe('-1 lastTouchPoint');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Hide column' }).press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Recent Activity' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('columnheader')).toHaveText([
    /Account/,
    /Last Touch Point/,
    /Contributors/,
    /Created By/,
    /Created/,
  ]);
  await expect(edge).toHaveAttribute('aria-valuenow', '150');

  // The last row adds an account; closing gives the focus back.
  await page.getByRole('rowheader').first().focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New Account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => tabStop(page)).toBe(`${count} add`);

  // Escape leaves the cells; Space opens the account.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/\/accounts\/[\w-]{36}/);
});

journey('accounts are searched, filtered, scrolled and exported', async ({ page, environment }) => {
  await openAccounts(page, environment);
  const rows = page.getByRole('rowheader').getByRole('link');
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: 100 * 36 }));
  await expect(page.getByRole('link', { name: 'Company 105', exact: true })).toBeVisible();

  await page.getByRole('searchbox').fill('company12');
  await expect(page).toHaveURL(/q=company12/);
  await expect(rows).toHaveText(['Company 12', ...range(120, 129)]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^accounts-team-\d+-\d{4}-\d\d-\d\d\.csv$/);

  await page.getByRole('button', { name: 'Filter' }).click();
  await expectAccessible(page, 'accounts, filters');
  await page.getByRole('combobox', { name: 'Last activity within' }).click();
  await page.getByRole('option', { name: '7 days' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/active_within=7/);
  await expect(page.getByRole('heading', { name: 'No accounts match' })).toBeVisible();
  await expectAccessible(page, 'accounts, none match');
  await page.getByRole('button', { name: 'Clear All' }).first().click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 2));
  await expect(page).not.toHaveURL(/q=|active_within/);

  await page.setViewportSize({ width: 480, height: 800 });
  await expectAccessible(page, 'accounts, narrow');
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ left: 400 }));
  await expect(rows.first()).not.toBeInViewport();
});

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, offset) => `Company ${first + offset}`);

journey('the way to the grid is light', async ({ page, environment }) => {
  const team = await environment.createTeam();
  const person = onlyPerson(team);
  const path = `/${team.organization.slug}/${team.workspace.slug}/accounts`;
  await openAs(page, person, path);
  await expect(page.getByText('No accounts yet')).toBeVisible();
  await expectAccessible(page, 'accounts, none yet');
  await addAccount(environment, team, 1);

  // The page that is left is notified of the new account as well, and sends a request; so would the next one.
  await page.goto('about:blank');
  await page.route('**/api/integrations/events', () => undefined);
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  await page.context().newCDPSession(page).then(ignoreCache);
  await page.goto(path);
  await expect(page.getByRole('rowheader')).toHaveCount(1);

  // The rows' own pictures load when the rows are rendered.
  const requests = asked.filter((request) => !request.url().includes('/api/icons/'));
  const urls = requests.map((request) => request.url());
  expect(
    urls.filter((url) => !url.startsWith(environment.url) && !url.startsWith('data:')),
  ).toEqual([]);
  const toServer = urls.filter((url) => url.startsWith(environment.url));
  // Twelve until the rows are there; saved views, the bell with its notices and two of the sidebar once the
  // page is idle.
  expect(toServer.length, toServer.join('\n')).toBeLessThanOrEqual(17);
  expect(new Set(toServer).size, 'nothing is asked for twice').toBe(toServer.length);

  const files = requests.filter((request) =>
    ['script', 'stylesheet'].includes(request.resourceType()),
  );
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync((await (await file.response())?.body()) ?? '').length),
  );
  const weight = sizes.reduce((sum, size) => sum + size, 0);
  expect(sizes.length, 'scripts and style sheets').toBeGreaterThan(2);
  expect(weight, 'bytes of script and style, gzip').toBeLessThan(220 * 1024);
});

const ignoreCache = (browser: CDPSession) =>
  browser.send('Network.setCacheDisabled', { cacheDisabled: true });
