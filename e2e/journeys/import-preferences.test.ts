import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible, openMenu } from '../src/expect/expect-accessible.ts';
import { expect, journey, signIn, type TestEnvironment } from '../src/journey.ts';
import type { TestUser } from '../src/environment/team.ts';
import { injectFailure } from '../src/network/inject-failure.ts';

// Each screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

const preferences = '/import-preferences';

async function openIntegrationsWithMails(
  page: Page,
  environment: TestEnvironment,
  ...domains: string[]
) {
  const team = await environment.createTeam();
  const [person] = team.people;
  if (person === undefined) throw new Error('The team has no members.');
  if (domains.length > 0) await track(environment, person, { domains });
  await signIn(page, person);
  await page.goto(preferences);
  return { ...team, person };
}

const track = (environment: TestEnvironment, person: TestUser, body: object) =>
  callApi(environment, person, 'POST /api/accounts/import', body);

const selector = (page: Page, domain: string) =>
  page.getByRole('combobox', { name: `Sharing of ${domain}` });

async function choose(page: Page, domain: string, workspace: string) {
  await selector(page, domain).click();
  await page.getByRole('option', { name: workspace }).click();
}

journey(
  'a domain is added by hand, and what cannot be tracked is refused',
  async ({ page, environment }) => {
    await openIntegrationsWithMails(page, environment);
    await expect(page.getByText('No domains yet')).toBeVisible();
    await expect(
      page.getByText(
        'Manage your personal domain tracking. To share a domain to a workspace, select the workspace from the Sharing column.',
      ),
    ).toBeVisible();
    await expectAccessible(page, 'import preferences, empty');

    await page.getByRole('button', { name: 'New Domain' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox', { name: 'Domain' });
    const add = dialog.getByRole('button', { name: 'Add Domain' });
    await expect(field).toBeFocused();
    await expect(add).toBeDisabled();
    for (const [typed, problem] of [
      ['   ', 'Domain is required'],
      ['acme', 'Please enter a valid domain'],
      ['.acme.com', 'Please enter a valid domain'],
      ['acme.c', 'Please enter a valid domain'],
      [' GMail.com', 'Cannot import common email providers'],
      // These two the server alone knows.
      ['web.de', 'Cannot import common email providers'],
      ['co.uk', 'Invalid domain'],
    ] as const) {
      await field.fill(typed);
      await add.click();
      await expect(field).toHaveAccessibleDescription(new RegExp(problem));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    }
    await expectAccessible(page, 'new domain, refused');

    await injectFailure(page, '/api/accounts/import', 'broken connection');
    await field.fill('Müller.example');
    await field.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Failed to import domain');
    await page.unrouteAll();
    await field.press('Enter');
    await expect(dialog.getByText('Successfully tracking müller.example.')).toBeVisible();
    await expectAccessible(page, 'new domain, successful');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: /müller\.example/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New Domain' })).toBeFocused();
  },
);

const because = 'While a list is open, the page under it is hidden from everybody.';
const openList = [
  ...openMenu,
  { rule: 'landmark-one-main', because },
  { rule: 'page-has-heading-one', because },
];

journey(
  'sharing makes the account that it needs, moves, and ends',
  async ({ page, environment }) => {
    const { person, workspace, organization } = await openIntegrationsWithMails(
      page,
      environment,
      'acme.example',
    );
    await selector(page, 'acme.example').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Not shared' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(
      page.getByRole('group', { name: organization.name }).getByRole('option'),
    ).toHaveText([workspace.name]);
    await expectAccessible(page, 'sharing selector, open', openList);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: workspace.name })).toBeFocused();
    await page.keyboard.press('Enter');

    const dialog = page.getByRole('dialog', { name: 'Create Workspace Account' });
    const name = dialog.getByRole('textbox', { name: 'Account Name' });
    await expect(name).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Create Account' })).toBeDisabled();
    await name.fill('  ');
    await name.press('Enter');
    await expect(name).toHaveAccessibleDescription(/Account name is required/);
    await expectAccessible(page, 'create workspace account, refused');
    await name.fill('Acme');
    await injectFailure(page, '/api/accounts/import', 'broken connection');
    await name.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Failed to create workspace account');
    await page.unrouteAll();
    await name.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await expect(selector(page, 'acme.example')).toHaveText(workspace.name);

    // What is chosen already is left alone.
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/\/(un)?share$/.test(request.url())) calls.push(request.url());
    });
    await choose(page, 'acme.example', workspace.name);
    await choose(page, 'acme.example', 'Not shared');
    await expect(selector(page, 'acme.example')).toHaveText('Not shared');
    await expect
      .poll(async () => {
        const { domains } = await callApi<{ domains: { workspaceShares: unknown[] }[] }>(
          environment,
          person,
          'GET /api/accounts?type=domains',
        );
        return domains.map(({ workspaceShares }) => workspaceShares);
      })
      .toEqual([[]]);
    expect(calls).toEqual([`${environment.url}/api/accounts/domains/unshare`]);
  },
);

journey(
  'a domain is removed after a confirmation, which stays open when the removal fails',
  async ({ page, environment }) => {
    await openIntegrationsWithMails(page, environment, 'acme.example', 'other.example');
    const menu = page.getByRole('button', { name: 'Actions for acme.example' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Remove Domain' }).press('Enter');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toHaveAccessibleDescription(
      "Remove acme.example from your personal tracking. You'll stop contributing activity data to any shared workspace accounts for this domain.",
    );
    await expectAccessible(page, 'remove domain');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();

    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Remove Domain' }).press('Enter');
    await injectFailure(page, '/api/accounts/domains/*', 'fault');
    const remove = dialog.getByRole('button', { name: 'Remove Domain' });
    const failed = page.waitForResponse(/\/api\/accounts\/domains\//);
    await remove.click();
    await failed;
    await expect(remove).toBeEnabled();
    await expect(dialog).toBeVisible();
    await page.unrouteAll();
    await remove.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: /acme\.example/ })).toHaveCount(0);
    await expect(page.getByRole('row', { name: /other\.example/ })).toBeVisible();
  },
);
