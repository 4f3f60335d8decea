import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expect, journey, openAs } from '../src/journey.ts';

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true });

journey('an owner hands a member over, and brings them back', async ({ page, environment }) => {
  const { people, workspace, organization } = await environment.createTeam({ people: 2 });
  const [owner, member] = people;
  if (!owner || !member) throw new Error('The team is too small.');
  await callApi(environment, member, 'POST /api/accounts/import', {
    domains: ['acme.com'],
    workspaceId: workspace.id,
    name: 'Acme',
  });
  await openAs(page, owner, `/${organization.slug}/${workspace.slug}/members`);
  await page.getByRole('button', { name: `Actions for ${owner.name}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Hand Over...' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Actions for ${member.name}` }).click();
  await page.getByRole('menuitem', { name: 'Hand Over...' }).click();
  const dialog = page.getByRole('dialog', { name: `Hand over ${member.name}` });
  await expect(dialog.getByRole('radio')).toHaveCount(4);
  await expectAccessible(page, 'hand over');
  await dialog.getByRole('radio', { name: /^Reassign/ }).check();
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /^Redact/ }).check();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText(`They lose access to ${workspace.name}.`);
  await expectAccessible(page, 'hand over, second step');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Hand Over' }).click();
  await expect(toast(page, `${member.name} is handed over`)).toBeVisible();
  const leaving = page.getByRole('region', { name: 'Leaving' });
  await expect(leaving).toContainText(`${member.name} is leaving, and can come back until`);
  await expect(page.getByText('Showing 1 of 1 member')).toBeVisible();
  await expectAccessible(page, 'members with one who is leaving');
  await leaving.getByRole('button', { name: `Bring Back ${member.name}` }).click();
  await expect(toast(page, `${member.name} is back`)).toBeVisible();
  await expect(leaving).toHaveCount(0);
  await expect(page.getByText('Showing 2 of 2 members')).toBeVisible();
});

journey(
  'an administrator hands a user over, and brings them back',
  async ({ page, environment }) => {
    const { people } = await environment.createTeam({ people: 3, admin: true });
    const [admin, member, successor] = people;
    if (!admin || !member || !successor) throw new Error('The team is too small.');
    await openAs(page, admin, `/admin/users/${member.id}/edit`);
    const card = page.getByRole('region', { name: 'Leaving' });
    await expect(card).toContainText('The user is not leaving.');
    await card.getByRole('button', { name: 'Hand Over...' }).click();
    const dialog = page.getByRole('dialog', { name: `Hand over ${member.name}` });
    await dialog.getByRole('radio', { name: /^Reassign/ }).check();
    await dialog.getByRole('combobox', { name: 'Who takes over' }).click();
    await page.getByRole('option', { name: successor.name }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog).toContainText(`Reassign to ${successor.name}`);
    await expect(dialog).toContainText('For 30 days you can bring');
    await dialog.getByRole('button', { name: 'Hand Over' }).click();
    await expect(card).toContainText(`${admin.name} chose to reassign to ${successor.name}.`);
    await expect(page.getByRole('checkbox', { name: 'Active' })).not.toBeChecked();
    await expectAccessible(page, 'a user who is leaving');
    await card.getByRole('button', { name: `Bring Back ${member.name}` }).click();
    await expect(card).toContainText('The user is not leaving.');
  },
);
