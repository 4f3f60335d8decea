import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs, signIn } from '../src/journey.ts';

// The screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

journey(
  'how much colleagues see is chosen for one domain and for many',
  async ({ page, environment }) => {
    const team = await environment.createTeam();
    const [person] = team.people;
    if (person === undefined) throw new Error('The team has no members.');
    for (const domain of ['acme.com', 'globex.com']) {
      await callApi(environment, person, 'POST /api/accounts/import', {
        domains: [domain],
        workspaceId: team.workspace.id,
        name: domain,
      });
    }
    await signIn(page, person);
    await page.goto('/import-preferences');
    const sharing = (domain: string) =>
      page.getByRole('combobox', { name: `Sharing of ${domain}` });
    await expect(sharing('acme.com')).not.toContainText('·');

    await page.getByRole('button', { name: 'Actions for acme.com' }).click();
    await expect(page.getByRole('menuitemradio', { name: /^Everything/ })).toBeChecked();
    await page.getByRole('menuitemradio', { name: /^Subjects/ }).click();
    await expect(sharing('acme.com')).toContainText('· Subjects');
    await expectAccessible(page, 'import preferences with a level');

    await page.getByRole('checkbox', { name: 'Select all domains' }).check();
    await page.getByRole('button', { name: 'Colleagues See…' }).click();
    await page.setViewportSize({ width: 375, height: 700 });
    await page.getByRole('menuitemradio', { name: /^Activity only/ }).click();
    for (const domain of ['acme.com', 'globex.com']) {
      await expect(sharing(domain)).toContainText('· Activity only');
    }
    await page.reload();
    await expect(sharing('globex.com')).toContainText('· Activity only');
  },
);

journey(
  'an owner chooses what new shares show, and members choose while sharing',
  async ({ page, environment }) => {
    const team = await environment.createTeam({ people: 2 });
    const [owner, member] = team.people;
    if (owner === undefined || member === undefined) throw new Error('The team is too small.');
    const { workspace, organization } = team;
    const path = `/${organization.slug}/${workspace.slug}`;
    const { accountId } = await environment.fillAccount({
      person: member,
      workspaceId: workspace.id,
      domain: 'initech.example',
      name: 'Initech',
      activities: [
        {
          title: 'Our offer',
          occurredAt: new Date(Date.now() - 3_600_000).toISOString(),
          participants: [{ name: 'Pat', email: 'pat@initech.example', role: 'from' }],
        },
      ],
    });

    await openAs(page, owner, `${path}/settings`);
    const settings = page.getByRole('region', { name: 'What Colleagues See' });
    await settings.getByRole('combobox', { name: 'Expected minimum' }).press('Enter');
    await page.getByRole('option', { name: 'Subjects' }).press('Enter');
    await settings.getByRole('combobox', { name: 'New shares' }).press('Enter');
    await page.getByRole('option', { name: 'Subjects' }).press('Enter');
    await settings.getByRole('button', { name: 'Save Levels' }).press('Enter');
    await expect(page.getByText(/^Levels of .* saved$/)).toBeVisible();
    await expectAccessible(page, 'workspace settings with levels');
    await page.setViewportSize({ width: 375, height: 812 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'workspace settings with levels on a phone');

    await openAs(page, member, path);
    await page.getByRole('button', { name: 'New Account' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'New Account' });
    const seen = dialog.getByRole('combobox', { name: 'Colleagues see' });
    await expect(seen).toHaveText('Subjects');
    await dialog.getByLabel('Domain').fill('acme.com');
    await dialog.getByLabel('Account Name').fill('Acme');
    await seen.press('Enter');
    await page.getByRole('option', { name: 'Activity only' }).press('Enter');
    await expect(dialog.getByText(/Colleagues see that you share less\.$/)).toBeVisible();
    await expectAccessible(page, 'new account with a level on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(page, 'new account with a level');
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await page.getByRole('button', { name: 'Done' }).click();

    await callApi(environment, owner, 'POST /api/accounts/import', { domains: ['acme.com'] });
    await openAs(page, owner, '/import-preferences');
    const newShares = page.getByRole('combobox', { name: /^When you share a domain/ });
    await expect(newShares).toHaveText('Subjects (the default)');
    await newShares.click();
    await page.getByRole('option', { name: 'Everything' }).click();
    await expectAccessible(page, 'import preferences with the level of new shares');
    const sharing = page.getByRole('combobox', { name: 'Sharing of acme.com' });
    await sharing.click();
    await page.getByRole('option', { name: workspace.name }).click();
    await expect(sharing).toHaveText(workspace.name);
    await page.setViewportSize({ width: 375, height: 812 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'import preferences with the level of new shares on a phone');

    await openAs(page, member, '/import-preferences');
    await expect(page.getByRole('combobox', { name: 'Sharing of acme.com' })).toContainText(
      '· Activity only',
    );
    await page.getByRole('button', { name: 'Actions for initech.example' }).click();
    await page.getByRole('menuitemradio', { name: /^Activity only/ }).click();
    await expect(page.getByRole('combobox', { name: 'Sharing of initech.example' })).toContainText(
      '· Activity only',
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    await openAs(page, owner, `${path}/accounts/${accountId}`);
    const information = page.getByRole('complementary', { name: 'Account Information' });
    await expect(information.getByText('Less than this workspace asks for')).toBeVisible();
    await expectAccessible(page, 'account with who shares how much');
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByRole('button', { name: 'Info', exact: true }).click();
    await expect(information.getByText('Less than this workspace asks for')).toBeVisible();
    await expectAccessible(page, 'account with who shares how much on a phone');
  },
);

journey(
  'a user reads what colleagues see of a domain, and changes it there',
  async ({ page, environment }) => {
    const team = await environment.createTeam({ people: 2 });
    const [, member] = team.people;
    if (member === undefined) throw new Error('The team is too small.');
    await environment.fillAccount({
      person: member,
      workspaceId: team.workspace.id,
      domain: 'initech.example',
      name: 'Initech',
      activities: [
        {
          title: 'Our offer',
          occurredAt: new Date(Date.now() - 3_600_000).toISOString(),
          participants: [{ name: 'Pat', email: 'pat@initech.example', role: 'from' }],
        },
      ],
    });
    await openAs(page, member, '/import-preferences');
    await page.getByRole('button', { name: 'Actions for initech.example' }).press('Enter');
    await page.getByRole('menuitem', { name: 'What Colleagues See' }).press('Enter');
    const cells = page.getByRole('cell', { name: 'Our offer' });
    await expect(cells).toHaveCount(2);
    await expectAccessible(page, 'what colleagues see');
    await page.getByRole('combobox', { name: 'Colleagues see' }).press('Enter');
    await page.getByRole('option', { name: 'Activity only' }).press('Enter');
    await expect(page.getByRole('cell', { name: 'Only the day and the kind' })).toBeVisible();
    await expect(cells).toHaveCount(1);
    await page.setViewportSize({ width: 375, height: 812 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'what colleagues see on a phone');

    await cells.getByRole('link').press('Enter');
    const info = page.getByRole('button', { name: 'Info' });
    await expect(page).toHaveURL(/accounts\/.*activity=/);
    await expect(info).toBeVisible();
  },
);
