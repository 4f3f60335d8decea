import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';

/** A team of two with an account of one email, which the first of them shares. */
async function makeAccount(environment: TestEnvironment) {
  const team = await environment.createTeam({ people: 2 });
  const [ana, ben] = team.people;
  if (ana === undefined || ben === undefined) throw new Error('The team needs two people.');
  const { accountId } = await environment.fillAccount({
    person: ana,
    workspaceId: team.workspace.id,
    domain: 'acme.com',
    name: 'Acme',
    activities: [
      {
        occurredAt: new Date(Date.now() - 86_400_000).toISOString(),
        title: 'Pricing for the pilot',
        participants: [
          { name: 'Lee Chen', email: 'lee.chen@acme.com', role: 'from' },
          { name: '', email: ana.email, role: 'to' },
        ],
      },
    ],
  });
  const base = `/${team.organization.slug}/${team.workspace.slug}`;
  return { ana, ben, accountId, base };
}

const inMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Actions for Acme' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

journey(
  'an account is deleted by one colleague and restored by another',
  async ({ page, environment }) => {
    const { ana, ben, accountId, base } = await makeAccount(environment);
    await openAs(page, ben, `${base}/accounts/${accountId}`);
    await expect(page.getByRole('button', { name: /Pricing for the pilot/ })).toBeVisible();
    await inMenu(page, 'Delete...');
    await expectAccessible(page, 'the question before deleting an account');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await expect(page.getByText('Acme was deleted').first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${base}/accounts$`));
    await expect(page.getByRole('rowheader')).toHaveCount(0);
    await page.goto(`${base}/accounts/${accountId}`);
    await expect(page.getByRole('heading', { name: 'Account Not Found' })).toBeVisible();

    await openAs(page, ana, `${base}/deleted-accounts`);
    const row = page.getByRole('row', { name: /Acme/ });
    await expect(row).toContainText('acme.com, 1 share');
    await expectAccessible(page, 'the deleted accounts');
    await row.getByRole('button', { name: 'Restore Acme' }).click();
    await expect(page.getByText('Nothing was deleted')).toBeVisible();
    // Under the same address, with what is shared.
    await page.goto(`${base}/accounts/${accountId}`);
    await expect(page.getByRole('button', { name: /Pricing for the pilot/ })).toBeVisible();
  },
);

journey(
  'an account has an owner and a note, also as columns of the grid',
  async ({ page, environment }) => {
    const { ana, ben, accountId, base } = await makeAccount(environment);
    await openAs(page, ana, `${base}/accounts/${accountId}`);
    await page.getByRole('button', { name: 'Change owner' }).click();
    const choice = page.getByRole('dialog', { name: 'Owner of Acme' });
    await choice.getByRole('combobox').fill(ben.email);
    await expect(choice.getByRole('option')).toHaveCount(1);
    await expectAccessible(page, 'the choice of an owner');
    await page.keyboard.press('Enter');
    const information = page.getByRole('complementary', { name: 'Account Information' });
    await expect(information).toContainText(ben.name);
    await page.getByRole('button', { name: 'Edit note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Renews in March.\nAsk Lee first.');
    await expectAccessible(page, 'the note of an account');
    await page.keyboard.press('Enter');
    await expect(information).toContainText('Ask Lee first.');
    await expectAccessible(page, 'an account with owner and note');

    await openAs(
      page,
      ana,
      `${base}/accounts?columns=name,owner,note&sort=owner&owner=${ben.email}`,
    );
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    await expect(page.locator('[data-row="0"] [data-column="owner"]')).toHaveText(ben.name);
    await expect(page.locator('[data-row="0"] [data-column="note"]')).toContainText('Renews');
    await page.goto(`${base}/accounts?columns=name,owner,note&owner=none`);
    await expect(page.getByRole('heading', { name: 'No accounts match' })).toBeVisible();
  },
);

journey(
  'name, note and owner are edited in the grid, undone, not over a colleague, and a note is restored',
  async ({ page, environment }) => {
    const { ana, ben, accountId, base } = await makeAccount(environment);
    await openAs(page, ana, `${base}/accounts?columns=name,owner,note`);
    const cell = (column: string) => page.locator(`[data-row="0"] [data-column="${column}"]`);
    await cell('name').click({ position: { x: 150, y: 18 } });
    await page.keyboard.press('F2');
    const name = page.getByRole('textbox', { name: 'Name of Acme' });
    await name.fill('Acme Works');
    await expectAccessible(page, 'the name of an account, edited in the grid');
    await page.keyboard.press('Enter');
    await expect(cell('name')).toHaveText(/Acme Works/);
    await expect(cell('name')).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cell('name')).toHaveText(/Acme$/);

    await cell('note').dblclick();
    await page.getByRole('textbox', { name: 'Note on Acme' }).fill('Mine');
    await callApi(environment, ben, `PUT /api/accounts/${accountId}/note`, {
      note: 'Theirs',
      replaces: '',
    });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').getByText('Theirs')).toBeVisible();
    await expectAccessible(page, 'a note that a colleague has changed meanwhile');
    await page.getByRole('button', { name: 'Replace It' }).click();
    await expect(cell('note')).toHaveText('Mine');
    const grid = page.url();
    await page.goto(`${base}/accounts/${accountId}`);
    await page.getByRole('button', { name: 'History of the note' }).click();
    const history = page.getByRole('dialog', { name: 'History of the note on Acme' });
    await expect(history.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, 'the history of a note');
    await history.getByRole('button', { name: `Restore the note by ${ben.name}` }).click();
    const information = page.getByRole('complementary', { name: 'Account Information' });
    await expect(information).toContainText('Theirs');
    await page.goto(grid);

    await cell('owner').click();
    await page.keyboard.press('F2');
    await page.getByRole('option', { name: new RegExp(ben.email) }).click();
    await expect(cell('owner')).toHaveText(ben.name);
  },
);

journey('owner and note are changed on a phone', async ({ page, environment }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const { ben, accountId, base } = await makeAccount(environment);
  await openAs(page, ben, `${base}/accounts/${accountId}`);
  await page.getByRole('button', { name: 'Info' }).click();
  await page.getByRole('button', { name: 'Edit note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Call first.');
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveCount(0);
  await expect(page.getByText('Call first.')).toBeVisible();
  await page.getByRole('button', { name: 'Change owner' }).click();
  await page.getByRole('option', { name: new RegExp(ben.email) }).click();
  await expect(page.getByText(`${ben.name} owns Acme now`, { exact: true })).toBeVisible();
  await expectAccessible(page, 'an account with owner and note on a phone');
});

journey(
  'an account gets another domain, and what is shared of it',
  async ({ page, environment }) => {
    const { ana, accountId, base } = await makeAccount(environment);
    await openAs(page, ana, `${base}/accounts/${accountId}`);
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('textbox', { name: 'Domain' }).fill('acme.co.uk');
    await expectAccessible(page, 'another domain of an account');
    await page.getByRole('button', { name: 'Add Domain' }).click();
    const domains = page.getByRole('list', { name: 'Other domains of Acme' });
    await expect(domains).toContainText('acme.co.uk');
    await page.getByRole('button', { name: 'Actions for acme.co.uk' }).click();
    await page.getByRole('menuitem', { name: 'Make Primary' }).click();
    await expect(domains).toHaveText('acme.com');
    await expectAccessible(page, 'the domains of an account');
    // What was shared by the first domain is still there.
    await expect(page.getByRole('button', { name: /Pricing for the pilot/ })).toBeVisible();

    await page.getByRole('button', { name: 'Actions for acme.com' }).click();
    await page.getByRole('menuitem', { name: 'Remove...' }).click();
    await expectAccessible(page, 'the question before removing a domain');
    await page.getByRole('button', { name: 'Remove Domain' }).click();
    await expect(domains.getByRole('listitem')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Pricing for the pilot/ })).toHaveCount(0);
  },
);

journey('the domains of an account are changed on a phone', async ({ page, environment }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const { ana, accountId, base } = await makeAccount(environment);
  await openAs(page, ana, `${base}/accounts/${accountId}`);
  await page.getByRole('button', { name: 'Info' }).click();
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page
    .getByRole('textbox', { name: 'Domain' })
    .fill('a-very-long-name-of-a-company.acme.co.uk');
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Add Domain' }).click();
  await expect(page.getByRole('list', { name: 'Other domains of Acme' })).toContainText(
    'a-very-long',
  );
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'the domains of an account on a phone');
});
