import type { Locator, Page } from '@playwright/test';
import { stubResponse } from '../src/network/stub-response.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expect, journey, openAs } from '../src/journey.ts';
import { createWorkspace } from '../src/people/create-workspace.ts';
import { sampleAccount, sampleAccounts } from '../src/sample/sample-accounts.ts';

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

journey('a server that knows no pages is enough', async ({ page, environment }) => {
  const { person, path, list } = await createWorkspace(environment);
  await stubResponse(page, list, { accounts: sampleAccounts(300) });
  await openAs(page, person, path);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '302');
  await page.getByRole('rowheader').nth(1).focus();
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: 250 * 36 }));
  await expect(link(page, 'Account 255')).toBeVisible();
  // The focus waits where it was.
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('rowheader', { name: 'Account 3', exact: true })).toBeFocused();
  await expect(link(page, 'Account 3')).toBeInViewport();
  await page.getByRole('searchbox').fill('letter 29');
  // 29, 129, 229 and 290 to 299.
  await expect(page.getByRole('rowheader')).toHaveCount(13);
  await page.getByRole('columnheader', { name: 'Account' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Sort descending' }).click();
  await expect(page.getByRole('rowheader').first()).toHaveText(/Account 299/);
  await expect(page.getByText('+2 more').first()).toBeVisible();
});

journey('a refresh keeps the focus and its cell', async ({ page, environment }) => {
  const { person, path, list } = await createWorkspace(environment);
  await stubResponse(page, list, { accounts: sampleAccounts(5) });
  await openAs(page, person, path);
  await page.getByRole('rowheader', { name: /Account 3/ }).focus();
  await page.keyboard.press('ArrowRight');
  const renewed = sampleAccounts(5).map((account) => ({ ...account, name: `${account.name} new` }));
  await stubResponse(page, list, { accounts: renewed.toReversed() });
  // A return soon after another, such as that of opening the page, counts as the same.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(link(page, 'Account 3 new')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  // Refreshed in place; the new order waits until it is requested.
  await expect(page.getByRole('rowheader').first()).toHaveText(/Account 1 new/);
  await expect(page.locator('[data-row="2"] [data-column="recentActivity"]')).toBeFocused();
  await page.getByRole('button', { name: 'The list has changed. Show' }).click();
  await expect(page.getByRole('rowheader').first()).toHaveText(/Account 5 new/);
});

journey('names of any kind are text and stay in their places', async ({ page, environment }) => {
  const { person, path, list } = await createWorkspace(environment);
  const names = [
    'x'.repeat(10_000),
    '<script>window.hit = true</script><img src=x onerror="window.hit = true">',
    'شركة الأمل للتجارة',
    '👩‍👩‍👧‍👦🏳️‍🌈 Family',
    '\u202egnirts desrever',
    '   ',
  ];
  await page.route('**/broken.png', (route) => route.abort());
  await stubResponse(page, list, {
    accounts: names.map((name, index) =>
      sampleAccount(index + 1, {
        name,
        faviconUrl: '/broken.png',
        contributors: ['Ann', 'y'.repeat(500)].map((person) => ({
          user: { name: person, email: person },
        })),
      }),
    ),
  });
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  await openAs(page, person, path);
  await expect(page.getByRole('rowheader')).toHaveCount(names.length);
  for (const row of await page.getByRole('row').all()) {
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(36);
  }
  await expect(page.getByText('<script>window.hit', { exact: false }).first()).toBeVisible();
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  await expect(page.getByRole('rowheader').locator('img')).toHaveCount(0);
  // A long name takes nothing from the short one beside it.
  const ann = page.getByRole('gridcell').getByText('Ann', { exact: true }).first();
  expect(await ann.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0);
  await expectAccessible(page, 'accounts, odd names');
  // The whole name, within bounds.
  await page.getByRole('rowheader').first().focus();
  const whole = page.locator('[data-state="expanded"] > div');
  await expect(whole).toBeVisible();
  expect((await whole.boundingBox())?.height).toBeLessThanOrEqual(256);
  expect(problems).toEqual([]);
});

journey(
  'the whole content of a cell is at hand in the smallest list',
  async ({ page, environment }) => {
    const { person, path, list } = await createWorkspace(environment);
    const people = Array.from({ length: 100 }, (_, number) => `Person ${number + 1}`);
    const account = sampleAccount(1, {
      lastActivity: { ...sampleAccount(1).lastActivity, title: 'word '.repeat(120) },
      contributors: people.map((name) => ({ user: { name, email: `${name}@example.com` } })),
    });
    await stubResponse(page, list, { accounts: [account] });
    await page.setViewportSize({ width: 1_000, height: 700 });
    await openAs(page, person, path);
    const grid = page.getByRole('grid');
    const whole = page.locator('[data-state="expanded"] > div');
    const bottom = async (element: Locator) => {
      const box = await element.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await page.getByRole('rowheader').focus();
    for (const column of ['recentActivity', 'lastTouchPoint', 'contributors']) {
      await page.keyboard.press('ArrowRight');
      await expect(page.locator(`[data-column="${column}"]:focus`)).toBeVisible();
      await expect(async () => {
        expect(await bottom(whole), column).toBeLessThanOrEqual(await bottom(grid));
      }).toPass();
    }
    await expect(whole.getByText('Person 1', { exact: true })).toBeInViewport();
    const right = await whole.evaluate((element) => element.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(1_000);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    // Scrolled under the frozen column, it does not cover the account's name.
    await grid.evaluate((element) => element.scrollTo({ left: 200 }));
    const name = page.getByRole('rowheader').getByRole('link');
    const isUncovered = (link: HTMLElement) => {
      const { left, top, height } = link.getBoundingClientRect();
      return link.contains(document.elementFromPoint(left + 4, top + height / 2));
    };
    expect(await name.evaluate(isUncovered)).toBe(true);
  },
);
