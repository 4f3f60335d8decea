import type { Page } from '@playwright/test';
import { stubResponse } from '../src/network/stub-response.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';
import { createWorkspace } from '../src/people/create-workspace.ts';
import { sampleAccount, sampleAccounts } from '../src/sample/sample-accounts.ts';
import { injectFailure } from '../src/network/inject-failure.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const ann = { user: { name: 'Ann', email: 'ann@example.com' } };
const bob = { user: { name: 'Bob', email: 'bob@example.com' } };
const series = (externalCounts: number[], internalCounts: number[]) => ({
  timelineSummary: { externalCounts, internalCounts },
});

/** Four accounts of which each filter leaves some. */
const accounts = [
  sampleAccount(1, { contributors: [ann], ...series([6, 0], [0, 1]) }),
  sampleAccount(2, {
    domain: 'harbor.example',
    contributors: [bob],
    creator: { name: 'Bob' },
    lastActivity: { title: 'Old news', type: 'email', occurredAt: daysAgo(40) },
    ...series([0, 0], [0, 0]),
  }),
  sampleAccount(3, { contributors: [], lastActivity: null, ...series([1, 0], [4, 4]) }),
  sampleAccount(4, {
    contributors: [ann, bob],
    lastActivity: { title: 'Signed', type: 'calendar', occurredAt: daysAgo(10) },
    ...series([2, 2], [3, 1]),
  }),
];

const rows = (page: Page) => page.getByRole('rowheader').getByRole('link');
const named = (numbers: number[]) => numbers.map((number) => `Account ${number}`);

journey('the focus moves on when the focused element disappears', async ({ page, environment }) => {
  const { person, path, list } = await createWorkspace(environment);
  // What the test environment has just created must not cause a request for the list in between.
  await page.route('**/api/integrations/events', () => undefined);
  await stubResponse(page, list, { accounts });
  await openAs(page, person, `${path}?contributor=ann%40example.com&active_within=14`);
  const filter = page.getByRole('button', { name: /^Filter \d|^Filter$/ });
  await page.getByRole('button', { name: 'Remove filter Contributor' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveCount(1);
  await expect(filter).toBeFocused();
  await page.getByRole('button', { name: 'Clear All' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Clear All' })).toHaveCount(0);
  await expect(filter).toBeFocused();

  await filter.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Clear All' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(filter).toBeFocused();

  const first = page.getByRole('rowheader', { name: 'Account 1', exact: true });
  await page.getByRole('searchbox').fill('nobody');
  await page.getByRole('button', { name: 'Clear All' }).last().press('Enter');
  await expect(first).toBeFocused();

  // What has moved can be shown without a pointer, and the grid is gone on with.
  await stubResponse(page, list, { accounts: accounts.toReversed() });
  const changed = page.getByRole('button', { name: 'The list has changed. Show' });
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(changed).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(changed).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveText(named([4, 3, 2, 1]));
  await expect(first).toBeFocused();

  await injectFailure(page, `${list}?*`, 'fault');
  await page.reload();
  // A user of the keyboard.
  await page.keyboard.press('Tab');
  const again = page.getByRole('button', { name: 'Try Again' });
  await expect(again).toBeEnabled();
  await stubResponse(page, list, { accounts });
  await again.press('Enter');
  await expect(first).toBeFocused();
});

/** Far down in a sorted grid, on a row of it; gives that row, and how far the grid is scrolled. */
async function goFarDown(page: Page, environment: TestEnvironment) {
  const { person, path, list } = await createWorkspace(environment);
  await stubResponse(page, list, { accounts: sampleAccounts(300) });
  await openAs(page, person, path);
  // Nothing is stored for an unknown user.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('auth_user')))
    .toContain(person.id);
  await page.getByRole('columnheader', { name: 'Account' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Sort descending' }).click();
  await expect(rows(page).first()).toHaveText('Account 300');
  const grid = page.getByRole('grid');
  await grid.evaluate((element) => element.scrollTo({ top: 200 * 36 }));
  const row = page.getByRole('rowheader', { name: 'Account 96', exact: true });
  await row.focus();
  const top = await grid.evaluate(({ scrollTop }) => scrollTop);
  expect(top).toBeGreaterThan(100 * 36);
  const expectBack = async () => {
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport();
    await expect.poll(() => grid.evaluate(({ scrollTop }) => scrollTop)).toBe(top);
  };
  return { path, list, row, expectBack };
}

const trail = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Accounts' });

journey('a user who returns is at the same position', async ({ page, environment }) => {
  const { row, expectBack } = await goFarDown(page, environment);
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/\/accounts\/[\w-]{36}/);
  await page.goBack();
  await expectBack();

  // The trail's own way back does the same, search and all.
  await page.keyboard.press('Space');
  await trail(page).click();
  await expect(page).toHaveURL(/sort=-name$/);
  await expect(row).toBeInViewport();
});

/** From the row that has the focus to its page, which is then reloaded. */
async function openAndReload(page: Page): Promise<void> {
  await page.keyboard.press('Space');
  await expect(trail(page)).toBeVisible();
  await page.reload();
}

journey('a reload loses neither the way back nor the place', async ({ page, environment }) => {
  const { path, expectBack } = await goFarDown(page, environment);
  await openAndReload(page);
  await trail(page).press('Enter');
  await expect(page).toHaveURL(/sort=-name$/);
  await expectBack();
  await page.reload();
  await expectBack();

  // Another user in the same tab does not see the stored view.
  await openAndReload(page);
  await page.route('**/api/auth/me', () => undefined);
  await page.addInitScript(() => {
    const user = JSON.parse(localStorage.getItem('auth_user') ?? '{}') as object;
    localStorage.setItem('auth_user', JSON.stringify({ ...user, id: 'somebody else' }));
  });
  await page.reload();
  await trail(page).press('Enter');
  await expect(rows(page).first()).toHaveText('Account 1');
  await expect(page).toHaveURL(path);
});

journey(
  'a list that is only there at the second try shows the place',
  async ({ page, environment }) => {
    const { list, expectBack } = await goFarDown(page, environment);
    await openAndReload(page);
    await injectFailure(page, `${list}?*`, 'fault');
    await page.goBack();
    const again = page.getByRole('button', { name: 'Try Again' });
    await expect(again).toBeEnabled();
    await stubResponse(page, list, { accounts: sampleAccounts(300) });
    await again.press('Enter');
    await expectBack();
  },
);

journey('what is under the pointer stays there until it leaves', async ({ page, environment }) => {
  const { person, path, list } = await createWorkspace(environment);
  await stubResponse(page, list, { accounts });
  await openAs(page, person, path);
  await rows(page).nth(1).hover();
  await stubResponse(page, list, { accounts: accounts.toReversed() });
  // A return soon after another, such as that of opening the page, counts as the same.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    const changed = page.getByRole('button', { name: 'The list has changed. Show' });
    await expect(changed).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(rows(page)).toHaveText(named([1, 2, 3, 4]));
  await page.getByRole('searchbox').hover();
  await expect(rows(page)).toHaveText(named([4, 3, 2, 1]));
});
