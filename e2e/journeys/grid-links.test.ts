import type { BrowserContext, Page } from '@playwright/test';
import { addDays } from '../../packages/domain/src/time/business-day.ts';
import { expect, journey, onlyPerson, openAs, type TestEnvironment } from '../src/journey.ts';
import { ada, daysAgo, today } from '../src/sample/sample-timeline.ts';

/** A grid with one account: a letter of today and one of three days ago. */
async function openGrid(page: Page, environment: TestEnvironment) {
  const team = await environment.createTeam();
  const person = onlyPerson(team);
  const letter = (title: string, occurredAt: string) => ({
    title,
    summary: `What ${title} says.`,
    participants: [{ ...ada, role: 'from' as const }],
    occurredAt,
  });
  const { accountId } = await environment.fillAccount({
    person,
    workspaceId: team.workspace.id,
    domain: 'acme.example',
    name: 'Acme Works',
    activities: [letter('The latest', daysAgo(1, 16)), letter('An earlier one', daysAgo(4, 16))],
  });
  const grid = `/${team.organization.slug}/${team.workspace.slug}/accounts`;
  await openAs(page, person, grid);
  await expect(page.getByRole('link', { name: 'The latest' })).toBeVisible();
  return { person, grid, account: `${grid}/${accountId}` };
}

/** The middle of the bubbles of a day, counted back from today. */
async function pointAt(page: Page, day: number) {
  const cell = page.locator('[data-row="0"] [data-column="recentActivity"]');
  const box = await cell.boundingBox();
  if (box === null) throw new Error('The bubbles are not on the page.');
  return { x: box.x + box.width - 1 - (day + 0.5) * 20, y: box.y + box.height / 2 };
}

journey('a touch point opens its activity, and a bubble its day', async ({ page, environment }) => {
  const { grid, account } = await openGrid(page, environment);
  await page.getByRole('link', { name: 'The latest' }).click();
  await expect(page).toHaveURL(new RegExp(`${account}\\?activity=`));
  await expect(page.getByText('What The latest says.').first()).toBeVisible();

  await page.goto(grid);
  await expect(page.getByRole('link', { name: 'The latest' })).toBeVisible();
  const { x, y } = await pointAt(page, 4);
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
  await expect(page).toHaveURL(`${account}?day=${addDays(today, -4)}`);
  await expect(page.getByText('An earlier one', { exact: true })).toBeVisible();
});

/** Waits until another tab requests an address. The event of a new page can be late on a busy machine. */
const requestedElsewhere = (context: BrowserContext, address: RegExp) =>
  context.waitForEvent(
    'request',
    (request) => request.isNavigationRequest() && address.test(request.url()),
  );

journey('links of the grid open in new tabs', async ({ page, environment, context }) => {
  const { grid, account } = await openGrid(page, environment);
  const name = page.getByRole('link', { name: 'Acme Works' });
  const title = page.getByRole('link', { name: 'The latest' });
  for (const [link, address] of [
    [name, new RegExp(`${account}$`)],
    [title, new RegExp(`${account}\\?at=`)],
  ] as const) {
    // People hold the button for a while, in which the cell may take the focus and grow.
    for (const how of [
      { modifiers: ['Control' as const], delay: 120 },
      { button: 'middle' as const, delay: 120 },
    ]) {
      await Promise.all([requestedElsewhere(context, address), link.click(how)]);
      await expect(page).toHaveURL(grid);
    }
  }
  const { x, y } = await pointAt(page, 4);
  await page.mouse.move(x, y);
  await Promise.all([
    requestedElsewhere(context, new RegExp(`day=${addDays(today, -4)}`)),
    page.mouse.click(x, y, { button: 'middle' }),
  ]);
  await expect(page).toHaveURL(grid);
});

journey(
  'a contributor filters, and a click beside a link takes the cell',
  async ({ page, environment }) => {
    const { person, grid } = await openGrid(page, environment);
    const contributors = page.locator('[data-row="0"] [data-column="contributors"]');
    await contributors.getByRole('link').click();
    await expect(page).toHaveURL(`${grid}?contributor=${encodeURIComponent(person.email)}`);
    await expect(page.getByRole('link', { name: 'Acme Works' })).toBeVisible();

    const touch = page.locator('[data-row="0"] [data-column="lastTouchPoint"]');
    const box = await touch.boundingBox();
    if (box === null) throw new Error('The cell is not on the page.');
    await page.mouse.click(box.x + box.width - 90, box.y + box.height - 4);
    await expect(page).toHaveURL(new RegExp(`${grid}\\?contributor=`));
    expect(
      await page.evaluate(() =>
        document.activeElement?.closest('[data-column]')?.getAttribute('data-column'),
      ),
    ).toBe('lastTouchPoint');
  },
);
