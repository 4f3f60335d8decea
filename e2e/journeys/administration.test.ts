import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs } from '../src/journey.ts';
import { connectGmail } from '../src/mailbox/connect-gmail.ts';
import { cardOf } from '../src/mailbox/integration-card.ts';
import { openIntegrationsWithMails } from '../src/mailbox/open-integrations.ts';
import { control } from '../src/mailbox/sandbox.ts';

// Each screen is checked for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text);

journey(
  'an administrator renames, archives and unarchives, and the log says so',
  async ({ page, environment }) => {
    const { people, organization, workspace } = await environment.createTeam({
      people: 2,
      admin: true,
    });
    const [admin, member] = people;
    if (!admin || !member) throw new Error('The team is too small.');
    const path = `/${organization.slug}/${workspace.slug}/accounts`;

    await openAs(page, admin, `/admin/organizations?search=${organization.slug}`);
    await page.getByRole('button', { name: `Change ${organization.name}` }).press('Enter');
    const change = page.getByRole('dialog', { name: `Change ${organization.name}` });
    await change.getByLabel('Name').fill('Harbor & Finch');
    await change.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(toast(page, 'Harbor & Finch was changed')).toBeVisible();

    await page.goto(`/admin/workspaces?search=${workspace.slug}`);
    await page.getByRole('button', { name: `Archive ${workspace.name}` }).press('Enter');
    const archive = page.getByRole('alertdialog', { name: `Archive ${workspace.name}?` });
    await expectAccessible(page, 'archiving a workspace');
    await archive.getByRole('button', { name: 'Archive', exact: true }).press('Enter');
    await expect(toast(page, `${workspace.name} was archived`)).toBeVisible();
    await expect(page.getByText('Archived', { exact: true })).toBeVisible();
    // Without the tooltip of the button, which has the focus again once the list has come.
    const tooltip = page.getByRole('tooltip', { name: `Unarchive ${workspace.name}` });
    await expect(tooltip).toBeVisible();
    await expect(async () => {
      // The dialog takes the key until it has gone.
      await page.keyboard.press('Escape');
      await expect(tooltip).toBeHidden({ timeout: 500 });
    }).toPass();
    await page.setViewportSize({ width: 375, height: 667 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'an archived workspace on a phone');

    // Its members neither see it nor open it.
    await openAs(page, member, path);
    await expect(page.getByRole('toolbar', { name: 'Accounts' })).toHaveCount(0);
    await expect(page.getByText(workspace.name)).toHaveCount(0);

    await openAs(page, admin, `/admin/workspaces?search=${workspace.slug}`);
    await page.getByRole('button', { name: `Unarchive ${workspace.name}` }).press('Enter');
    await page
      .getByRole('alertdialog', { name: `Unarchive ${workspace.name}?` })
      .getByRole('button', { name: 'Unarchive' })
      .press('Enter');
    await expect(toast(page, `${workspace.name} was unarchived`)).toBeVisible();
    await openAs(page, member, path);
    await expect(page.getByRole('toolbar', { name: 'Accounts' })).toBeVisible();

    await openAs(page, admin, '/admin/audit');
    const log = page.getByRole('table');
    await expect(log.getByText('Unarchived workspace').first()).toBeVisible();
    await expect(log.getByText('Archived workspace').first()).toBeVisible();
    await expect(log.getByText('Changed organization').first()).toBeVisible();
  },
);

journey('an owner gives the ownership to a colleague', async ({ page, environment }) => {
  const { people, organization, workspace } = await environment.createTeam({ people: 2 });
  const [owner, colleague] = people;
  if (!owner || !colleague) throw new Error('The team is too small.');
  const path = `/${organization.slug}/${workspace.slug}/members`;
  await openAs(page, owner, path);
  await page
    .getByRole('button', { name: new RegExp(`^Actions for ${colleague.name}`) })
    .press('Enter');
  await page.getByRole('menuitem', { name: /^Transfer Ownership/ }).press('Enter');
  const dialog = page.getByRole('alertdialog', {
    name: `Transfer ownership to ${colleague.name}?`,
  });
  await expectAccessible(page, 'transferring ownership');
  await dialog.getByRole('button', { name: 'Transfer Ownership' }).press('Enter');
  await expect(toast(page, `${colleague.name} is now an owner of ${workspace.name}`)).toBeVisible();
  // The former owner manages no one from now on.
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await openAs(page, colleague, path);
  await expect(
    page.getByRole('button', { name: new RegExp(`^Actions for ${owner.name}`) }),
  ).toBeVisible();
});

journey(
  'an administrator sees whose connection needs attention, and none of its contents',
  async ({ page, environment }) => {
    const { person } = await openIntegrationsWithMails(page, environment, ['Secret plans']);
    const admins = await environment.createTeam({ admin: true });
    const [admin] = admins.people;
    if (!admin) throw new Error('There is no administrator.');
    await connectGmail(page, person);
    const gmail = cardOf(page, 'Gmail');
    await expect(gmail).toContainText('Stored1 activity');
    await control(environment, 'POST', `google-oauth/${person.email}/revoke-grants`);
    await gmail.getByRole('button', { name: 'Sync Now' }).click();
    await expect(gmail.getByText('Needs Reauth', { exact: true })).toBeVisible();

    await openAs(page, admin, `/admin/connections?search=${encodeURIComponent(person.email)}`);
    const row = page.getByRole('row').filter({ hasText: person.email });
    await expect(row).toContainText('Needs to reconnect');
    await expect(row).toContainText('Gmail');
    await expect(page.getByText('Secret plans')).toHaveCount(0);
    await expectAccessible(page, 'connections that need attention');
    await page.setViewportSize({ width: 375, height: 667 });
    await expectNoHorizontalScroll(page);
  },
);
