import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { answerCall } from '../src/answer-call.ts';
import { expect, journey, onlyPerson, openAs, type Stage } from '../src/journey.ts';
import { sampleAccount, sampleAccounts } from '../src/sample-accounts.ts';

/** Opens the grid of a new team on these accounts. */
async function openGrid(page: Page, stage: Stage, accounts: object[]): Promise<void> {
  const team = await stage.makeTeam();
  await answerCall(page, `/api/workspaces/${team.workspace.id}/accounts`, { accounts });
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
  const box = await edgeOf(page, column).boundingBox();
  if (box === null) throw new Error(`The edge of ${column} is not to be seen.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y);
  await page.mouse.move(x + by, y);
  await page.mouse.up();
}

journey('widths drawn by pointer outlive the page until reset', async ({ page, stage }) => {
  await openGrid(page, stage, sampleAccounts(3));
  await drag(page, 'Account', 60);
  await expect(edgeOf(page, 'Account')).toHaveAttribute('aria-valuenow', '260');
  const cell = page.locator('[data-row="0"] [data-column="name"]');
  expect((await cell.boundingBox())?.width).toBe(260);
  await drag(page, 'Recent Activity', -400);
  await expect(edgeOf(page, 'Recent Activity')).toHaveAttribute('aria-valuenow', '150');

  await page.reload();
  await expect(edgeOf(page, 'Account')).toHaveAttribute('aria-valuenow', '260');
  await expect(edgeOf(page, 'Recent Activity')).toHaveAttribute('aria-valuenow', '150');
  await edgeOf(page, 'Recent Activity').dblclick();
  await expect(edgeOf(page, 'Recent Activity')).toHaveAttribute('aria-valuenow', '420');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await expect(edgeOf(page, 'Account')).toHaveAttribute('aria-valuenow', '200');
  await page.reload();
  await expect(edgeOf(page, 'Account')).toHaveAttribute('aria-valuenow', '200');
});

journey('a cell is activating while the pointer is down on it', async ({ page, stage }) => {
  await openGrid(page, stage, sampleAccounts(3));
  const cell = page.locator('[data-row="1"] [data-column="recentActivity"]');
  await cell.hover();
  await expect(cell).toHaveAttribute('data-state', 'normal');
  await page.mouse.down();
  await expect(cell).toHaveAttribute('data-state', 'activating');
  await page.mouse.up();
  await expect(cell).toHaveAttribute('data-state', /^(active|expanded)$/);
  await expect(cell).toBeFocused();
});

journey('the exported file holds the view, with no formula in it', async ({ page, stage }) => {
  await openGrid(page, stage, [
    sampleAccount(1, { name: '=HYPERLINK("http://evil.example")' }),
    sampleAccount(2, { name: 'Quiet, "calm"', lastActivity: null }),
  ]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  const [head, formula, quoted, ...rest] = text
    .replace('\ufeff', '')
    .split('\r\n')
    .filter((line) => line !== '');
  expect(head).toMatch(/^Account,Domain,External \(21 days\),.*Contributors,Created By,Created$/);
  expect(formula).toMatch(/^"'=HYPERLINK\(""http:\/\/evil\.example""\)",/);
  expect(quoted).toMatch(/^"Quiet, ""calm""",/);
  expect(rest).toEqual([]);
});
