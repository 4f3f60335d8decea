import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text);

journey('organizations and workspaces are made and found', async ({ page, environment }) => {
  const admin = onlyPerson(await environment.createTeam({ admin: true }));
  const slug = `acme-${crypto.randomUUID().slice(0, 8)}`;
  await openAs(page, admin, '/admin/organizations');
  await expect(page).toHaveTitle('Test Tracker – Platform Organizations');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Slug',
    'Workspaces',
    'Members',
    'Created',
    'Second Factor',
    'Actions',
  ]);
  await expectAccessible(page, 'admin organizations');

  await page.getByRole('button', { name: 'New Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Organization' });
  await dialog.getByLabel('Name').fill('Admin');
  await expect(dialog.getByLabel('Slug')).toHaveValue('admin');
  await dialog.getByRole('button', { name: 'Create Organization' }).click();
  await expect(dialog.getByLabel('Slug')).toHaveAccessibleDescription(
    'The slug "admin" is reserved',
  );
  await expectAccessible(page, 'admin new organization');
  await dialog.getByLabel('Name').fill('Acme Corporation');
  await dialog.getByLabel('Slug').fill(slug);
  await dialog.getByRole('button', { name: 'Create Organization' }).click();
  await expect(toast(page, 'Acme Corporation was created')).toBeVisible();

  await page.getByRole('button', { name: 'New Organization' }).click();
  await dialog.getByLabel('Name').fill('Another');
  await dialog.getByLabel('Slug').fill(slug);
  await dialog.getByRole('button', { name: 'Create Organization' }).click();
  await expect(dialog.getByLabel('Slug')).toHaveAccessibleDescription(
    `An organization with the slug ${slug} already exists`,
  );
  await expect(dialog.getByLabel('Slug')).toBeFocused();
  await page.keyboard.press('Escape');

  await page.getByPlaceholder('Search organizations by name or slug...').fill(slug);
  await expect(page.getByText(`Showing 1 of 1 organization matching "${slug}"`)).toBeVisible();
  await page.setViewportSize({ width: 480, height: 800 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'New workspace in Acme Corporation' }).click();
  const workspaceDialog = page.getByRole('dialog', { name: 'New Workspace in Acme Corporation' });
  await workspaceDialog.getByLabel('Name').fill('Größe & Übersicht');
  await expect(workspaceDialog.getByLabel('Slug')).toHaveValue('grosse-ubersicht');
  await expect(workspaceDialog.getByText(`/${slug}/grosse-ubersicht`)).toBeVisible();
  await workspaceDialog.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(page).toHaveURL(/\/admin\/workspaces\/[\w-]+$/);
  await expect(page.getByRole('heading', { name: 'No members yet' })).toBeVisible();
  await expectAccessible(page, 'admin workspace empty');

  await page.getByRole('link', { name: 'Workspaces' }).first().click();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Slug',
    'Organization',
    'Members',
    'Created',
    'Actions',
  ]);
  await page.getByRole('button', { name: 'New Workspace' }).click();
  const chosen = page.getByRole('dialog', { name: 'New Workspace' });
  await chosen.getByLabel('Name').fill('Support');
  await chosen.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(chosen.getByLabel('Organization', { exact: true })).toHaveAccessibleDescription(
    'Choose an organization',
  );
  await chosen.getByLabel('Organization', { exact: true }).fill(slug);
  await chosen.getByRole('radio', { name: `Acme Corporation ${slug}` }).check();
  await expectAccessible(page, 'admin new workspace');
  await chosen.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Support' })).toBeVisible();

  await page.goto(`/admin/workspaces?search=${slug}`);
  await expect(page.getByText(`Showing 2 of 2 workspaces matching "${slug}"`)).toBeVisible();
  await expectAccessible(page, 'admin workspaces');
  await page.getByRole('button', { name: 'Change Support' }).click();
  const renamed = page.getByRole('dialog', { name: 'Change Support' });
  await renamed.getByLabel('Name').fill('Customer Care');
  await expectAccessible(page, 'admin change workspace');
  await renamed.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'Customer Care' })).toBeVisible();
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoHorizontalScroll(page);
  await page.goto('/admin/connections');
  await expect(page.getByRole('heading', { name: 'Connections', exact: true })).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'admin connections');
  await page.goto('/admin/status');
  await expect(page.getByRole('region', { name: 'Checks' })).toContainText('Database');
  await expect(page.getByText('Storage by Workspace')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'admin status');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/workspaces/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Workspace not found' })).toBeVisible();
});

journey('a user’s data is reset after a confirmation', async ({ page, environment }) => {
  const { people, workspace } = await environment.createTeam({ people: 2, admin: true });
  const [admin, member] = people;
  if (!admin || !member) throw new Error('The team is too small.');
  await callApi(environment, member, 'POST /api/accounts/import', {
    domains: ['acme.com'],
    workspaceId: workspace.id,
    name: 'Acme',
  });
  await callApi(environment, member, 'POST /api/accounts/import', { domains: ['globex.com'] });

  await openAs(page, admin, '/admin/reset-user-data');
  await expect(page.getByText('Development Only')).toBeVisible();
  const reset = page.getByRole('main').getByRole('button', { name: 'Reset User Data' });
  await expect(reset).toBeDisabled();
  await page.getByLabel('Email').press('Enter');
  await page.getByLabel('Email').fill('   ');
  await expect(reset).toBeDisabled();
  await expectAccessible(page, 'admin reset user data');

  await page.getByLabel('Email').fill('nobody@nowhere.example');
  await reset.click();
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Reset' });
  await dialog.getByRole('button', { name: 'Reset User Data' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to reset user data');
  await expect(page.getByRole('alert')).toContainText('User not found');

  await page.getByLabel('Email').fill(` ${member.email} `);
  await reset.click();
  await expect(dialog).toContainText('All accounts discovered by the user');
  await expect(dialog).toContainText('All shares of those accounts');
  await expect(dialog).toContainText('cannot be undone');
  await expectAccessible(page, 'admin confirm reset');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await reset.click();
  await dialog.getByRole('button', { name: 'Reset User Data' }).click();
  await expect(
    toast(page, `Successfully reset data for ${member.email}. Deleted: 2 accounts, 1 shares.`),
  ).toBeVisible();
});
