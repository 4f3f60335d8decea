import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, type TestEnvironment, openAs } from '../src/journey.ts';

/** A team of one with two accounts of one email each. */
async function makeAccounts(environment: TestEnvironment) {
  const team = await environment.createTeam({ people: 1 });
  const [ana] = team.people;
  if (ana === undefined) throw new Error('The team needs a person.');
  const fill = (name: string, domain: string, title: string) =>
    environment.fillAccount({
      person: ana,
      workspaceId: team.workspace.id,
      domain,
      name,
      activities: [
        {
          occurredAt: new Date(Date.now() - 86_400_000).toISOString(),
          title,
          participants: [
            { name: 'Lee Chen', email: `lee.chen@${domain}`, role: 'from' },
            { name: '', email: ana.email, role: 'to' },
          ],
        },
      ],
    });
  const acme = await fill('Acme', 'acme.com', 'Pricing for the pilot');
  const globex = await fill('Globex', 'globex.com', 'Terms of the contract');
  const base = `/${team.organization.slug}/${team.workspace.slug}`;
  return { ana, base, acme: acme.accountId, globex: globex.accountId };
}

journey('two accounts are merged by keyboard alone', async ({ page, environment }) => {
  const { ana, base, acme, globex } = await makeAccounts(environment);
  await openAs(page, ana, `${base}/accounts/${globex}`);
  await expect(page.getByRole('button', { name: /Terms of the contract/ })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Globex' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename...' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Merge...' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Merge Accounts' });
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('acm');
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await expectAccessible(page, 'the choice of an account to merge with');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio', { name: /Acme/ })).toBeChecked();
  await page.keyboard.press('Enter');
  const stays = dialog.getByRole('radio', { name: /Acme/ });
  await expect(stays).toBeFocused();
  await expect(dialog.getByRole('region', { name: 'After merging' })).toContainText(
    'Acme has the domains acme.com, globex.com.',
  );
  await expectAccessible(page, 'what merging two accounts does');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Merge Accounts' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${base}/accounts/${acme}$`));
  await expect(page.getByRole('button', { name: /Terms of the contract/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Pricing for the pilot/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Other domains of Acme' })).toHaveText('globex.com');

  // The old address leads there too, and the grid has one account.
  await page.goto(`${base}/accounts/${globex}`);
  await expect(page).toHaveURL(new RegExp(`${base}/accounts/${acme}$`));
  await page.goto(`${base}/accounts`);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
});

journey('a domain that is taken leads to merging on a phone', async ({ page, environment }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const { ana, base, acme } = await makeAccounts(environment);
  await openAs(page, ana, `${base}/accounts/${acme}`);
  await page.getByRole('button', { name: 'Info' }).click();
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByRole('textbox', { name: 'Domain' }).fill('globex.com');
  await page.getByRole('button', { name: 'Add Domain' }).click();
  await page.getByRole('button', { name: 'Merge with Globex...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge Accounts' });
  await dialog.getByRole('radio', { name: /Acme/ }).check();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'merging two accounts on a phone');
  await dialog.getByRole('button', { name: 'Merge Accounts' }).click();
  await expect(page.getByText('Globex was merged into Acme').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Other domains of Acme' })).toContainText(
    'globex.com',
  );
});
