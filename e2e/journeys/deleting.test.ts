import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { callApi } from '../src/call-api.ts';
import { TEST_PASSWORD } from '../src/environment/team.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true });

journey('an owner deletes a member, and brings them back', async ({ page, environment }) => {
  const { people, workspace, organization } = await environment.createTeam({ people: 2 });
  const [owner, member] = people;
  if (!owner || !member) throw new Error('The team is too small.');
  await callApi(environment, member, 'POST /api/accounts/import', {
    domains: ['acme.com'],
    workspaceId: workspace.id,
    name: 'Acme',
  });
  await openAs(page, owner, `/${organization.slug}/${workspace.slug}/members`);
  await page.getByRole('button', { name: `Actions for ${member.name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete...' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${member.name}` });
  await expect(dialog).toContainText(`${workspace.name}: `);
  await expectAccessible(page, 'delete a member');
  await page.setViewportSize({ width: 375, height: 667 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const email = dialog.getByRole('textbox', { name: `Type ${member.email} to confirm` });
  await email.fill('someone@else.example');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toContainText(`Type ${member.email} to confirm`);
  await email.fill(member.email);
  await page.keyboard.press('Enter');
  await expect(toast(page, `${member.name} is deleted`)).toBeVisible();
  const leaving = page.getByRole('region', { name: 'Leaving' });
  await leaving.getByRole('button', { name: `Bring Back ${member.name}` }).click();
  await expect(toast(page, `${member.name} is back`)).toBeVisible();
});

journey('an administrator deletes a user, and brings them back', async ({ page, environment }) => {
  const { people } = await environment.createTeam({ people: 2, admin: true });
  const [admin, member] = people;
  if (!admin || !member) throw new Error('The team is too small.');
  await openAs(page, admin, `/admin/users/${member.id}/edit`);
  const card = page.getByRole('region', { name: 'Delete User' });
  await card.getByRole('button', { name: 'Delete...' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Delete ${member.name}` });
  const email = dialog.getByRole('textbox', { name: `Type ${member.email} to confirm` });
  await expect(email).toBeFocused();
  await expectAccessible(page, 'delete a user');
  await page.setViewportSize({ width: 375, height: 667 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: 'Delete...' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  await page.keyboard.type(member.email);
  await page.keyboard.press('Enter');
  await expect(toast(page, `${member.name} is deleted`)).toBeVisible();
  const [mail = ''] = await environment.mailsTo(member.email);
  expect(mail).toContain('an administrator of the server can bring you back');
  const leaving = page.getByRole('region', { name: 'Leaving' });
  await leaving.getByRole('button', { name: `Bring Back ${member.name}` }).click();
  await expect(leaving).toContainText('The user is not leaving.');
});

journey(
  'a user deletes their account, and comes back by the mail',
  async ({ page, environment }) => {
    const person = onlyPerson(await environment.createTeam());
    await openAs(page, person, '/import-preferences/settings');
    await page.getByRole('button', { name: 'Delete Account...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Your Account' });
    await expect(dialog).toContainText('For 30 days you can come back');
    await expectAccessible(page, 'delete the own account');
    await dialog
      .getByRole('textbox', { name: `Type ${person.email} to confirm` })
      .fill(person.email);
    await dialog.getByLabel('Current password').fill(TEST_PASSWORD);
    await dialog.getByRole('button', { name: 'Delete My Account' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(toast(page, 'Your account is deleted')).toBeVisible();
    const [mail = ''] = await environment.mailsTo(person.email);
    await page.goto(/http\S+\/reset-password\?token=\S+/.exec(mail)?.[0] ?? 'no link');
    await page.getByLabel('New password', { exact: true }).fill('an even longer password');
    await page.getByLabel('Confirm new password').fill('an even longer password');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await page.getByRole('link', { name: 'Back to login' }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('an even longer password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
  },
);
