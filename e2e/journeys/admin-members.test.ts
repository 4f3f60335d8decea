import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible, openMenu } from '../src/expect/expect-accessible.ts';
import { expect, journey, openAs } from '../src/journey.ts';

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

journey('an owner invites, changes roles and removes', async ({ page, environment }) => {
  const { people, workspace, organization } = await environment.createTeam({ people: 2 });
  const [owner, member] = people;
  if (!owner || !member) throw new Error('The team is too small.');
  const workspacePath = `/${organization.slug}/${workspace.slug}`;
  await openAs(page, owner, `${workspacePath}/accounts`);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.getByRole('button', { name: /Switch workspace/ }).click();
  await expectAccessible(page, 'workspace menu with members', openMenu);
  await page.getByRole('menuitem', { name: 'Members' }).click();
  await expect(page).toHaveURL(`${workspacePath}/members`);
  await expect(page).toHaveTitle(`Members · ${workspace.name} · Test Tracker`);
  await expect(page.getByText('Showing 2 of 2 members')).toBeVisible();
  await expectAccessible(page, 'members');

  await page.getByRole('button', { name: 'Invite Member' }).click();
  const dialog = page.getByRole('dialog', { name: `Invite to ${workspace.name}` });
  await dialog.getByLabel('Email').fill(member.email);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
    `${member.email} is a member of ${workspace.name} already`,
  );
  await expectAccessible(page, 'invite member');
  const email = `new-${crypto.randomUUID()}@harborfinch.example`;
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(toast(page, `Invitation sent to ${email}`)).toBeVisible();
  await expect(row(page, email)).toHaveText(/Member\s*Invited/);
  await expectAccessible(page, 'members with an invitation');
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Send Invitation Again' }).click();
  await expect.poll(async () => (await environment.mailsTo(email)).length).toBe(2);
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Withdraw Invitation' }).click();
  await expect(toast(page, `The invitation of ${email} was withdrawn`)).toBeVisible();
  await expect(row(page, email)).toHaveCount(0);

  await page.getByRole('combobox', { name: `Role of ${member.name}` }).click();
  await page.getByRole('option', { name: 'Owner' }).click();
  await expect(toast(page, `${member.name} is now owner`)).toBeVisible();
  await page.getByRole('combobox', { name: `Role of ${member.name}` }).click();
  await page.getByRole('option', { name: 'Member' }).click();
  await expect(toast(page, `${member.name} is now member`)).toBeVisible();

  await page.getByRole('combobox', { name: `Role of ${owner.name}` }).click();
  await page.getByRole('option', { name: 'Member' }).click();
  await expect(toast(page, `The role of ${owner.name} was not changed`)).toBeVisible();
  await expect(page.getByRole('combobox', { name: `Role of ${owner.name}` })).toHaveText('Owner');
});

journey('removing a member says what leaves with them', async ({ page, environment }) => {
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
  await page.getByRole('menuitem', { name: 'Remove from Workspace' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Remove ${member.name}?` });
  await expect(dialog).toContainText(
    'the activity of the domain that they share there is removed immediately',
  );
  await expect(dialog).toContainText('To keep their shared activity, hand them over instead.');
  await expectAccessible(page, 'remove member');
  await dialog.getByRole('button', { name: 'Remove from Workspace' }).click();
  await expect(toast(page, `${member.name} was removed`)).toBeVisible();
  await expect(page.getByText('Showing 1 of 1 member')).toBeVisible();
});

journey(
  'a member sees who is in the workspace, and changes nothing',
  async ({ page, environment }) => {
    const { people, workspace, organization } = await environment.createTeam({ people: 2 });
    const [owner, member] = people;
    if (!owner || !member) throw new Error('The team is too small.');
    await openAs(page, member, `/${organization.slug}/${workspace.slug}/members`);
    await expect(row(page, owner.name)).toContainText('Owner');
    await expect(page.getByRole('button', { name: 'Invite Member' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
    await expect(page.getByRole('combobox')).toHaveCount(0);
    await expectAccessible(page, 'members for a member');
  },
);
