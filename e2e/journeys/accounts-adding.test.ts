import type { Page } from '@playwright/test';
import { stubResponse } from '../src/network/stub-response.ts';
import { callApi } from '../src/call-api.ts';
import { expect, journey, openAs } from '../src/journey.ts';
import { createWorkspace } from '../src/people/create-workspace.ts';
import { sampleAccounts } from '../src/sample/sample-accounts.ts';
import { injectFailure } from '../src/network/inject-failure.ts';

const rows = (page: Page) => page.getByRole('rowheader').getByRole('link');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'New Account' });
const lastRow = (page: Page) => page.getByRole('grid').getByRole('button', { name: 'New Account' });

/** Delays requests for the list from now on until the returned function is called. */
async function delayList(page: Page, list: string): Promise<() => void> {
  const { promise: turn, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`**${list}?*`, async (route) => {
    await turn;
    await route.continue();
  });
  return letGo;
}

/** Fills in the dialog, which has the focus, and closes it, all by keyboard. */
async function addByKeyboard(page: Page, domain: string, name: string): Promise<void> {
  await expect(dialog(page).getByLabel('Domain')).toBeFocused();
  await page.keyboard.type(domain);
  await page.keyboard.press('Tab');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  const done = page.getByRole('dialog', { name: 'Import Successful' });
  await expect(done.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

journey('an account is added from the last row, once', async ({ page, environment }) => {
  const { person, path, team } = await createWorkspace(environment);
  await openAs(page, person, path);
  await expect(page.getByText('No accounts yet')).toBeVisible();
  const adding = lastRow(page);
  const form = dialog(page);
  const fill = async (domain: string, name: string) => {
    await form.getByLabel('Domain').fill(domain);
    await form.getByLabel('Account Name').fill(name);
  };
  await adding.click();
  await expect(form).toHaveAccessibleDescription(new RegExp(team.workspace.name));
  const create = form.getByRole('button', { name: 'Create Account' });
  await expect(create).toBeDisabled();

  await fill('brightwater.example', 'Brightwater');
  await injectFailure(page, '/api/accounts/import', 'no reason');
  await create.click();
  await expect(form.getByRole('alert')).toHaveText('Failed to import domain');
  await page.unrouteAll();

  // Two presses before the page can be drawn again.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/accounts/import')) sent.push(request.url());
  });
  await create.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  const done = page.getByRole('dialog', { name: 'Import Successful' });
  await expect(done).toContainText(
    'The workspace account Brightwater was created for brightwater.example.',
  );
  expect(sent).toHaveLength(1);
  await done.getByRole('button', { name: 'Done' }).click();
  await expect(rows(page)).toHaveText(['Brightwater']);
  await expect(adding).toBeFocused();

  // The form is empty again; a domain that has an account shows an error under its field.
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Domain')).toHaveValue('');
  await expect(form.getByLabel('Account Name')).toHaveValue('');
  await fill('brightwater.example', 'Again');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Domain')).toHaveAccessibleDescription(/already exists/);
  await expect(form.getByLabel('Domain')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(adding).toBeFocused();
});

for (const order of ['before the dialog has gone', 'later']) {
  journey(`the first account takes the focus, read ${order}`, async ({ page, environment }) => {
    const { person, path, list } = await createWorkspace(environment);
    await openAs(page, person, path);
    await expect(page.getByText('No accounts yet')).toBeVisible();
    await page.getByRole('button', { name: 'New Account' }).first().focus();
    await page.keyboard.press('Tab');
    await expect(lastRow(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'New Account' }).last()).toBeFocused();
    await page.keyboard.press('Enter');
    const letGo = order === 'later' ? await delayList(page, list) : () => {};
    await addByKeyboard(page, 'brightwater.example', 'Brightwater');
    letGo();
    await expect(page.getByRole('rowheader', { name: /Brightwater/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(lastRow(page)).toBeFocused();
  });

  journey(`the last row keeps focus and column, read ${order}`, async ({ page, environment }) => {
    const { team, person, path, list } = await createWorkspace(environment);
    for (const name of ['Ash', 'Beech']) {
      await callApi(environment, person, 'POST /api/accounts/import', {
        domains: [`${name.toLowerCase()}.example`],
        source: 'manual',
        name,
        workspaceId: team.workspace.id,
      });
    }
    await openAs(page, person, `${path}?sort=name`);
    await expect(rows(page)).toHaveText(['Ash', 'Beech']);
    await page.getByRole('rowheader').first().focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Control+ArrowDown']) {
      await page.keyboard.press(key);
    }
    await expect(lastRow(page)).toBeFocused();
    await page.keyboard.press('Enter');
    const letGo = order === 'later' ? await delayList(page, list) : () => {};
    await addByKeyboard(page, 'cedar.example', 'Cedar');
    letGo();
    await expect(rows(page)).toHaveText(['Ash', 'Beech', 'Cedar']);
    await expect(lastRow(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('[data-row="2"] [data-column="lastTouchPoint"]')).toBeFocused();
  });
}

journey('the last row is there however far the grid is scrolled', async ({ page, environment }) => {
  const { person, path, list } = await createWorkspace(environment);
  await stubResponse(page, list, { accounts: sampleAccounts(2) });
  await page.setViewportSize({ width: 480, height: 600 });
  await openAs(page, person, path);
  await expect(rows(page)).toHaveCount(2);
  const grid = page.getByRole('grid');
  await grid.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  const created = page.getByRole('columnheader', { name: 'Created', exact: true });
  await expect(created).toBeInViewport({ ratio: 1 });
  await expect(lastRow(page)).toBeInViewport({ ratio: 1 });
  expect((await lastRow(page).boundingBox())?.x).toBe((await grid.boundingBox())?.x);
});
