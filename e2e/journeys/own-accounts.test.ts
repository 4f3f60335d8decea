import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible, openMenu } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs, type TestEnvironment } from '../src/journey.ts';
import { daysAgo } from '../src/sample/sample-timeline.ts';

async function openGrid(page: Page, environment: TestEnvironment) {
  const team = await environment.createTeam();
  const person = onlyPerson(team);
  const ids = new Map<string, string>();
  for (const name of ['Alpha', 'Beta']) {
    const { accountId } = await environment.fillAccount({
      person,
      workspaceId: team.workspace.id,
      domain: `${name.toLowerCase()}.example`,
      name,
      activities: [
        {
          title: `Hello from ${name}`,
          participants: [
            { name: 'Ada Okafor', email: `ada@${name.toLowerCase()}.example`, role: 'from' },
            { name: '', email: person.email, role: 'to' },
          ],
          occurredAt: daysAgo(2, 15),
        },
      ],
    });
    ids.set(name, accountId);
  }
  const grid = `/${team.organization.slug}/${team.workspace.slug}/accounts`;
  await openAs(page, person, `${grid}?sort=name`);
  await expect(page.getByRole('rowheader', { name: 'Alpha' })).toBeVisible();
  return { person, grid, ids };
}

const cell = (page: Page, name: string) => page.getByRole('rowheader', { name, exact: true });
const favourites = (page: Page) => page.getByRole('region', { name: 'Favourites' });

journey(
  'an account becomes a favourite, and the palette has what was opened last',
  async ({ page, environment }) => {
    const { grid, ids } = await openGrid(page, environment);
    await page.getByRole('link', { name: 'Beta', exact: true }).click();
    await page.getByRole('button', { name: 'Add to favourites' }).click();
    await expect(favourites(page).getByRole('link', { name: 'Beta' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('button', { name: 'Remove from favourites' })).toBeVisible();
    // Its tooltip lies over the page.
    await page.mouse.move(0, 0);
    await expectAccessible(page, 'account that is a favourite');

    await page.goto(grid);
    await favourites(page).getByRole('link', { name: 'Beta' }).click();
    await expect(page).toHaveURL(`${grid}/${ids.get('Beta')}`);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    const recent = palette.getByRole('group', { name: 'Recently opened' });
    await expect(recent.getByRole('option')).toHaveText(['Beta']);
    await expectAccessible(page, 'palette with what was opened last', openMenu);
    await page.keyboard.type('ada');
    await expect(
      palette
        .getByRole('group', { name: /^People in/ })
        .getByRole('option')
        .first(),
    ).toContainText('Ada Okafor');
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 375, height: 740 });
    await expectNoHorizontalScroll(page);
    await page.getByRole('button', { name: 'Remove from favourites' }).click();
    await expect(page.getByText('Beta is no longer a favourite').first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Remove from favourites' })).toBeVisible();
  },
);

journey('a row has a menu, also by keyboard', async ({ page, environment, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { person, grid, ids } = await openGrid(page, environment);
  await page.getByRole('link', { name: 'Alpha', exact: true }).click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Actions for Alpha' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Open',
    'Open in New Tab',
    'Copy Link',
    'Copy Domain',
    'Select',
    'Add to Favourites',
    'Set Owner...',
    'Tag...',
    'Rename...',
    'Delete...',
  ]);
  await expectAccessible(page, 'menu of a row', openMenu);
  await menu.getByRole('menuitem', { name: 'Copy Link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `${grid}/${ids.get('Alpha')}`,
  );

  await cell(page, 'Beta').click({ position: { x: 150, y: 18 } });
  await page.keyboard.press('Shift+F10');
  const other = page.getByRole('menu', { name: 'Actions for Beta' });
  await other.press('r');
  await expect(other.getByRole('menuitem', { name: 'Rename...' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Beta Works');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Beta Works')).toBeVisible();
  await expect(other).toHaveCount(0);

  await cell(page, 'Beta Works').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Set Owner...' }).click();
  await page.getByRole('option', { name: new RegExp(`^${person.name}`) }).click();
  await expect(page.getByText(`${person.name} owns 1 account now`).first()).toBeVisible();

  await cell(page, 'Beta Works').click({ button: 'right' });
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Open in New Tab' }).click(),
  ]);
  await expect(tab).toHaveURL(new RegExp(`${grid}/${ids.get('Beta')}$`));
});

journey('an email is answered and opened in the own mailbox', async ({ page, environment }) => {
  const { grid, ids } = await openGrid(page, environment);
  await page.goto(`${grid}/${ids.get('Alpha')}`);
  await page.getByRole('button', { name: /Hello from Alpha/ }).click();
  await expect(page.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    'mailto:ada@alpha.example?subject=Re%3A%20Hello%20from%20Alpha',
  );
  await expect(page.getByRole('link', { name: 'Open in Gmail' })).toHaveAttribute(
    'href',
    /^https:\/\/mail\.google\.com\/mail\/\?authuser=.*#all\//,
  );
  await expectAccessible(page, 'email with its actions');
});

journey('more than 200 favourites are refused with the reason', async ({ page, environment }) => {
  const { person, ids, grid } = await openGrid(page, environment);
  await page.route('**/favourites', (route) =>
    route.fulfill({
      status: 409,
      json: {
        success: false,
        error: {
          code: 'LIMIT_REACHED',
          status: 409,
          message: 'You can have at most 200 favourites in a workspace. Remove some first.',
        },
      },
    }),
  );
  await page.goto(`${grid}/${ids.get('Alpha')}`);
  await page.getByRole('button', { name: 'Add to favourites' }).click();
  await expect(page.getByText(/at most 200 favourites/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to favourites' })).toBeEnabled();
  const workspaces = await callApi<{ items: { id: string }[] }>(
    environment,
    person,
    'GET /api/workspaces',
  );
  const tooMany = callApi(
    environment,
    person,
    `PUT /api/workspaces/${workspaces.items[0]?.id}/favourites`,
    { accountIds: Array.from({ length: 5_000 }, () => crypto.randomUUID()), isFavourite: true },
  );
  await expect(tooMany).rejects.toThrow(/VALIDATION_FAILED/);
});
