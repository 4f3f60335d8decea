import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';
import { PAGES, type PageToOpen } from '../src/pages.ts';

const routes = readFileSync(new URL('../../apps/web/src/app/routes.tsx', import.meta.url), 'utf8');

journey('the list of pages has every route', () => {
  const known = PAGES.flatMap(({ paths }) => paths);
  const found = [...routes.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path);
  const unlisted = ['*', ':page/*', '/dev/ui'];
  expect(known.toSorted()).toEqual(
    found.filter((path) => !unlisted.includes(path ?? '')).toSorted(),
  );
});

const OUTAGES = {
  offline: {
    begin: (page: Page) => page.context().setOffline(true),
    end: (page: Page) => page.context().setOffline(false),
    text: 'Offline',
  },
  'server stopped': {
    begin: (page: Page) => page.route('**/*', (route) => route.abort('connectionrefused')),
    end: (page: Page) => page.unroute('**/*'),
    text: /Reconnecting|Server unavailable/,
  },
};

for (const [name, outage] of Object.entries(OUTAGES)) {
  for (const part of ['workspace', 'user', 'admin'] as const) {
    journey(
      `${name}: every ${part} page keeps the shell and opens by itself`,
      async ({ page, environment }) => {
        const team = await environment.createTeam({ admin: true });
        const person = onlyPerson(team);
        const { accountId } = await environment.fillAccount({
          person,
          workspaceId: team.workspace.id,
          domain: 'acme.example',
          name: 'Acme',
          activities: [],
        });
        const accounts = `/${team.organization.slug}/${team.workspace.slug}/accounts`;
        const ids = {
          accountId,
          userId: person.id,
          workspaceId: team.workspace.id,
          organizationId: team.organization.id,
        };
        for (const each of PAGES.filter((one) => one.part === part)) {
          const address = addressOf(each, team, ids);
          await openAs(page, person, accounts);
          await expect(page.getByRole('link', { name: 'Acme' })).toBeVisible();
          await codeIsLoaded(page);
          await outage.begin(page);
          await goTo(page, address);
          // This page is open already and requests nothing that could fail, unlike one that is opened.
          if (address === accounts && name === 'server stopped')
            await page.evaluate(() => dispatchEvent(new Event('offline')));
          const state = page.getByRole('banner').getByRole('button', { name: outage.text });
          await expect(state, address).toBeVisible();
          await expect(page.getByRole('button', { name: /^User menu/ }), address).toBeVisible();
          await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
          await expect(page.getByText('Account Not Found')).toHaveCount(0);
          await outage.end(page);
          await expect(state, address).toHaveCount(0);
          await expect(
            page.getByRole('main').getByText(/could not be loaded|Network error/),
            address,
          ).toHaveCount(0);
          await expect(
            page.getByRole('main').getByRole('heading', { level: 1 }).first(),
            address,
          ).toBeAttached();
        }
      },
    );
  }
}

/**
 * Waits until the page loads no more code ahead. Routes switch the browser's cache off: code that was fetched,
 * and is gone when it is imported, could only be loaded by a reload.
 */
async function codeIsLoaded(page: Page): Promise<void> {
  let earlier = -1;
  await expect
    .poll(
      async () => {
        const loaded = await page.evaluate(() => performance.getEntriesByType('resource').length);
        const isSame = loaded === earlier;
        earlier = loaded;
        return isSame;
      },
      { intervals: [500] },
    )
    .toBe(true);
}

journey(
  'New Account and the palette open after the connection is back, without a reload',
  async ({ page, environment }) => {
    const team = await environment.createTeam();
    // What shows toasts is loaded three seconds after the page.
    const toaster = page.waitForResponse(/\/toaster-/);
    await openAs(
      page,
      onlyPerson(team),
      `/${team.organization.slug}/${team.workspace.slug}/accounts`,
    );
    const newAccount = page.getByRole('button', { name: 'New Account' }).first();
    await expect(newAccount).toBeVisible();
    await toaster;
    await page.context().setOffline(true);
    await expect(page.getByRole('button', { name: 'Offline' })).toBeVisible();
    await expectAccessible(page, 'offline');
    await newAccount.click();
    const toast = page.getByRole('listitem').filter({ hasText: 'This could not be loaded' });
    await expect(toast).toHaveCount(1);
    await page.keyboard.press('Control+k');
    await expect(toast).toContainText('(2 times)');
    await page.context().setOffline(false);
    await expect(page.getByRole('button', { name: 'Offline' })).toHaveCount(0);
    await newAccount.click();
    await expect(page.getByRole('dialog', { name: 'New Account' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  },
);

journey(
  'a form keeps what was typed while offline, says why, and can be sent afterwards',
  async ({ page, environment }) => {
    const team = await environment.createTeam();
    await openAs(
      page,
      onlyPerson(team),
      `/${team.organization.slug}/${team.workspace.slug}/accounts`,
    );
    await page.getByRole('button', { name: 'New Account' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Domain').fill('https://www.globex.example/about');
    await dialog.getByLabel('Account Name').fill('Globex');
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog.getByLabel('Account Name')).toHaveValue('Globex');
    await expect(dialog.getByLabel('Domain')).toHaveValue('https://www.globex.example/about');
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('dialog', { name: 'Import Successful' })).toBeVisible();
  },
);

/** As a link of the application does, without a document from the server. */
const goTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);

function addressOf(
  { address }: PageToOpen,
  { organization, workspace }: { organization: { slug: string }; workspace: { slug: string } },
  ids: Record<string, string>,
): string {
  return address
    .replace(':workspace', `${organization.slug}/${workspace.slug}`)
    .replace(/:(\w+)/, (_, name: string) => ids[name] ?? '00000000-0000-4000-8000-000000000000');
}
