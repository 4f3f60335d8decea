import { expect, journey, signIn } from '../src/journey.ts';
import { writeMail } from '../src/mailbox/write-mail.ts';

journey('a mailbox becomes an accounts grid', async ({ page, environment }) => {
  const { people, workspace, organization } = await environment.createTeam();
  const [person] = people;
  if (person === undefined) throw new Error('The team has no members.');
  const them = 'Elena Sorensen <elena@brightwater.example>';
  const letters = [
    { from: them, to: person.email, subject: 'Pricing', daysAgo: 3 },
    { from: person.email, to: them, subject: 'Re: Pricing', daysAgo: 2 },
    { from: 'Dmitri <dmitri@kestrel-aero.example>', to: person.email, subject: 'Hello' },
    { from: 'a friend <friend@gmail.com>', to: person.email, subject: 'Saturday' },
  ];
  for (const letter of letters) await environment.deliver(person.email, writeMail(letter));

  await signIn(page, person);
  await expect(page).toHaveURL(`/${organization.slug}/${workspace.slug}/accounts`);

  // Connect Gmail: the real OAuth flow, the consent page belongs to the sandbox.
  await page.goto('/integrations');
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  await page.getByRole('button', { name: person.email }).click();
  await expect(page).toHaveURL('/integrations');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();

  // Discover and import.
  await page.goto('/import-preferences/import');
  await expect(page.getByText('Gmail Connected!')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Discovery' }).click();
  await expect(page.getByText('Discovery Complete!')).toBeVisible();
  await expect(
    page.getByText('Found 2 potential accounts from 3 email activities in the last 14 days.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Select Accounts' }).click();
  await expect(page.getByRole('checkbox', { name: /gmail/ })).toHaveCount(0);
  await page.getByText('brightwater.example').click();
  await page.getByRole('button', { name: /^Import 1 Domain/ }).click();
  await expect(page.getByText('Import Successful!')).toBeVisible();

  // Make the account of the workspace.
  await page.goto(`/${organization.slug}/${workspace.slug}/accounts`);
  await page.getByRole('button', { name: 'New Account' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Domain').fill('brightwater.example');
  await dialog.getByLabel('Account Name').fill('Brightwater Foods');
  await dialog.getByRole('button', { name: /Import|Add|Create/ }).click();
  await expect(dialog.getByText('Import Successful')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  // And see it with what happened.
  const row = page.getByRole('row').filter({ hasText: 'Brightwater Foods' });
  await expect(row).toContainText('Re: Pricing');
  await expect(row).toContainText(person.name);

  // The name leads to the account.
  await row.getByRole('link', { name: 'Brightwater Foods' }).click();
  await expect(page).toHaveURL(/\/accounts\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Re: Pricing').first()).toBeVisible();
});
