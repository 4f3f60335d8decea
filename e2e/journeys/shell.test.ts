import type { Page } from '@playwright/test';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expectAccessible, openMenu } from '../src/expect/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

const userMenu = (page: Page) => page.getByRole('button', { name: /^User menu/ });

journey('the shell is worked by keyboard alone', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam({ admin: true }));
  await openAs(page, person, '/integrations');
  await expect(page.getByRole('heading', { name: 'Integrations', level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expectAccessible(page, 'skip link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.goto('/import-preferences/import');
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(trail.getByRole('listitem')).toHaveText(['Import Preferences', 'Import Domains']);
  await expect(page.getByRole('heading', { name: 'Connect Your Gmail' })).toBeVisible();
  const bell = page.getByRole('button', { name: 'Notices' });
  await expect(bell).toBeVisible();
  await page.getByRole('link', { name: 'Test Tracker Home' }).focus();
  await page.keyboard.press('Tab');
  await expect(trail.getByRole('link', { name: 'Import Preferences' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(bell).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(userMenu(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await expect(item('Import Preferences')).toBeFocused();
  await expectAccessible(page, 'user menu', openMenu);

  // By the first letters, then into the submenu and back out of it.
  await page.keyboard.type('ad');
  await expect(item('Admin')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(item('Users')).toBeFocused();
  await expect(page.getByRole('menu').last().getByRole('menuitem')).toHaveText([
    'Users',
    'Organizations',
    'Workspaces',
    'Reset User Data',
  ]);
  await page.keyboard.press('ArrowLeft');
  await expect(item('Admin')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(userMenu(page)).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(item('Integrations')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/integrations');

  await userMenu(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(item('Sign Out')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});

journey(
  'a submenu opens under the pointer and lets it cross over',
  async ({ page, environment }) => {
    await openAs(page, onlyPerson(await environment.createTeam()), '/integrations');
    await userMenu(page).click();
    await expect(page.getByRole('menuitem', { name: 'Admin' })).toHaveCount(0);
    const theme = page.getByRole('menuitem', { name: 'Theme' });
    await theme.hover();
    const dark = page.getByRole('menuitemradio', { name: 'Dark' });
    await expect(dark).toBeVisible();
    await expectAccessible(page, 'theme menu', openMenu);
    // On the way to the submenu the pointer crosses other items.
    await page.emulateMedia({ colorScheme: 'light' });
    const { x, y, height } = (await dark.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.move(x + 20, y + height / 2, { steps: 10 });
    await dark.click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('body')).toHaveClass(/(^| )dark( |$)/);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('ui.theme'))).toBe('"dark"');
  },
);

journey(
  'the theme follows the system live, and the choice of another tab',
  async ({ page, context }) => {
    const html = page.locator('html');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/login');
    await expect(html).toHaveAttribute('data-theme', 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(17, 18, 21)');

    const other = await context.newPage();
    await other.goto('/login');
    await other.evaluate(() => localStorage.setItem('ui.theme', '"light"'));
    await expect(html).toHaveAttribute('data-theme', 'light');
    await other.evaluate(() => localStorage.removeItem('ui.theme'));
    await expect(html).toHaveAttribute('data-theme', 'dark');
  },
);

journey('no page shows in the wrong theme first', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('ui.theme', '"dark"'));
  // The application never arrives: what is painted is what the first script leaves.
  await page.route(/\/assets\/(?!first-)[^/]*\.js$/, () => {});
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(17, 18, 21)');
});

journey(
  'an administrator sees where they are; others are turned away',
  async ({ page, environment }) => {
    const [admin, member] = (await environment.createTeam({ people: 2, admin: true })).people;
    if (admin === undefined || member === undefined) throw new Error('The team is too small.');
    await openAs(page, admin, '/admin/nowhere');
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('listitem').first()).toHaveText('Admin');
    const tint = 'rgb(251, 243, 223)';
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(bar).toHaveCSS('background-color', tint);
    await page.goto('/integrations');
    await expect(bar).not.toHaveCSS('background-color', tint);
    await openAs(page, member, '/admin');
    await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible();
    await expectAccessible(page, 'admin refused');
  },
);

for (const width of [480, 360, 280]) {
  journey(`all of the shell is at hand in ${width} pixels`, async ({ page, environment }) => {
    await page.setViewportSize({ width, height: 640 });
    const team = await environment.createTeam({ admin: true });
    await openAs(
      page,
      onlyPerson(team),
      `/${team.organization.slug}/${team.workspace.slug}/nowhere`,
    );
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expectAccessible(page, `shell ${width} wide`);
    await expectInside(page, page.getByRole('button', { name: /Switch workspace$/ }));
    await userMenu(page).click();
    for (const submenu of ['Switch Workspace', 'Theme', 'Admin']) {
      await page.getByRole('menuitem', { name: submenu, exact: true }).click();
      await expectInside(page, page.getByRole('menu').last());
      await page.keyboard.press('ArrowLeft');
    }
    await expectAccessible(page, `user menu ${width} wide`, openMenu);
    await page.keyboard.press('Escape');
    await expectNoHorizontalScroll(page);
    await page.goto('/logout');
    await expect(page).toHaveURL('/login');
    await expectInside(page, page.getByRole('button', { name: 'Sign in' }));
  });
}

async function expectInside(page: Page, locator: ReturnType<Page['locator']>): Promise<void> {
  await expect(locator).toBeVisible();
  await expect
    .poll(async () => {
      const box = await locator.boundingBox();
      const width = page.viewportSize()?.width ?? 0;
      return box !== null && box.x >= 0 && box.x + box.width <= width;
    })
    .toBe(true);
}

journey(
  'a page that cannot be loaded says so, and lets itself be tried again',
  async ({ page, environment }) => {
    await page.route('**/assets/integrations-*.js', (route) => route.abort());
    await openAs(page, onlyPerson(await environment.createTeam()), '/integrations');
    const title = page.getByRole('heading', { name: 'This page could not be loaded' });
    await expect(title).toBeVisible();
    await expect(page).toHaveTitle('Test Tracker – This page could not be loaded');
    await expect(userMenu(page)).toBeVisible();
    await expectAccessible(page, 'page that cannot be loaded');
    await page.unroute('**/assets/integrations-*.js');
    // Meanwhile the page may have been loaded again by itself.
    const tryAgain = page.getByRole('button', { name: 'Try Again' });
    await tryAgain.click({ timeout: 3_000 }).catch(() => expect(tryAgain).toHaveCount(0));
    await expect(title).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible();
  },
);

journey(
  'addresses without a page show the application’s own message',
  async ({ page, environment }) => {
    await openAs(page, onlyPerson(await environment.createTeam()), '/nowhere');
    for (const path of ['/nowhere', '/v1.0', '//nowhere.example', '/%E0%A4%A']) {
      await page.goto(new URL(page.url()).origin + path);
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    }
    // Only development builds show the design system.
    await page.goto('/dev/ui');
    await expect(page.getByRole('heading', { name: 'Workspace Not Found' })).toBeVisible();
  },
);

journey(
  'a pointer that stays beside the way to a submenu leaves it',
  async ({ page, environment }) => {
    const person = onlyPerson(await environment.createTeam({ otherWorkspaces: 3 }));
    await openAs(page, person, '/integrations');
    const menus = page.getByRole('menu');
    // For longer than the grace period.
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: 'Switch Workspace', exact: true }).hover();
    await expect(menus).toHaveCount(2);
    await page.getByRole('menuitem', { name: 'Integrations', exact: true }).hover();
    await expect(menus).toHaveCount(1);
  },
);
