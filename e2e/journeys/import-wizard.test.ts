import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { consentToGmail } from '../src/mailbox/connect-gmail.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expect, journey, signIn, type TestEnvironment } from '../src/journey.ts';
import type { TestUser } from '../src/environment/team.ts';
import { writeMail } from '../src/mailbox/write-mail.ts';

// Each screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

const wizard = '/import-preferences/import';

async function openIntegrationsWithMails(
  page: Page,
  environment: TestEnvironment,
): Promise<TestUser> {
  const { people } = await environment.createTeam();
  const [person] = people;
  if (person === undefined) throw new Error('The team has no members.');
  await signIn(page, person);
  return person;
}

const title = (page: Page, name: string) => page.getByRole('heading', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

journey('a user imports what discovery found, after a preview', async ({ page, environment }) => {
  const person = await openIntegrationsWithMails(page, environment);
  await callApi(environment, person, 'POST /api/accounts/import', {
    domains: ['kestrel.example'],
  });
  const letters = [
    { from: 'Elena Sorensen <elena@brightwater.example>', to: person.email, subject: 'One' },
    { from: person.email, to: 'Elena Sorensen <elena@brightwater.example>', subject: 'Two' },
    { from: 'info@quillworks.example', to: person.email, subject: 'Three' },
    { from: 'Dmitri <d@kestrel.example>', to: person.email, subject: 'Four' },
    { from: 'a friend <friend@gmail.com>', to: person.email, subject: 'Saturday' },
    { from: 'Colleague <c@harborfinch.example>', to: person.email, subject: 'Lunch' },
    { from: 'dev@lists.project.example', to: person.email, subject: '[dev] Release' },
  ];
  for (const letter of letters) await environment.deliver(person.email, writeMail(letter));

  await page.goto(wizard);
  await expect(title(page, 'Connect Your Gmail')).toBeVisible();
  for (const text of [
    'Discover and import accounts from your Gmail activity',
    'Recent email activity of the last 14 days',
    'Sender and recipient addresses',
    'Subjects and basic metadata',
    'We never read email content or store sensitive information.',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expectAccessible(page, 'connect your Gmail');

  await press(page, 'Connect Gmail');
  await expect(page).toHaveURL('/integrations');
  await consentToGmail(page, person);
  // Consent that began in the wizard leads back to it.
  await expect(page).toHaveURL(`${wizard}?step=2`);
  await expect(title(page, 'Discovery Complete!')).toBeVisible();
  await expect(
    page.getByText('Found 3 potential accounts from 4 email activities in the last 14 days.'),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'brightwater' })).toHaveText(
    'brightwater.example2 activities',
  );
  await expectAccessible(page, 'discovery complete');

  await press(page, 'Select Accounts');
  await expect(title(page, 'Select Domains to Import')).toBeVisible();
  await expect(page.getByText('0 of 2 selected')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 0 Domains' })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: /kestrel\.example .*Tracked/ })).toBeDisabled();
  await expect(page.getByText('1 domain already tracked. No change.')).toBeVisible();

  await page.getByText('3 domains excluded').click();
  for (const [reason, domain] of [
    ['Common email providers', 'gmail.com'],
    ['Your own domain', 'harborfinch.example'],
    ['Mailing lists', 'lists.project.example'],
  ] as const) {
    await expect(page.getByText(reason)).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: domain })).toHaveText(
      `${domain}1 activity`,
    );
  }

  // By keyboard alone, from the button above the cards to the import.
  await page.getByRole('button', { name: 'Select All' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 of 2 selected')).toBeVisible();
  await expect(
    page.getByText(/^2 domains would import about \d+ activities of the last 12 weeks/),
  ).toHaveText(
    '2 domains would import about 3 activities of the last 12 weeks with Elena Sorensen, info.',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Select All' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: /brightwater/ })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 of 2 selected')).toBeVisible();
  await expectAccessible(page, 'select domains');

  await page.getByRole('button', { name: 'Import 1 Domain', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Import Successful!')).toBeFocused();
  await expect(
    page.getByText('Successfully imported 1 domain to your personal tracking.'),
  ).toBeVisible();
  await expectAccessible(page, 'import successful');
  await page.getByRole('link', { name: 'View Import Preferences' }).click();
  await expect(page).toHaveURL('/import-preferences');
  await expect(page.getByRole('row', { name: /brightwater\.example/ })).toBeVisible();
});
