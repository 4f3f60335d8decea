import type { Page } from '@playwright/test';
import { answerCall, Refusal } from '../src/answer-call.ts';
import { callApi } from '../src/call-api.ts';
import { connectGmail } from '../src/connect-gmail.ts';
import { expectAccessible } from '../src/expect-accessible.ts';
import { expect, journey, signIn, type Stage } from '../src/journey.ts';
import type { StagePerson } from '../src/stage/team.ts';
import { injectFailure } from '../src/inject-failure.ts';
import { writeMail } from '../src/write-mail.ts';

// Each screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

const wizard = '/import-preferences/import';
const discover = '/api/accounts/discover';

async function settle(page: Page, stage: Stage): Promise<StagePerson> {
  const { people } = await stage.makeTeam();
  const [person] = people;
  if (person === undefined) throw new Error('The team has nobody.');
  await signIn(page, person);
  return person;
}

const title = (page: Page, name: string) => page.getByRole('heading', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

journey(
  'a person imports what discovery found, knowing what it brings',
  async ({ page, stage }) => {
    const person = await settle(page, stage);
    await callApi(stage, person, 'POST /api/accounts/import', { domains: ['kestrel.example'] });
    const letters = [
      { from: 'Elena Sorensen <elena@brightwater.example>', to: person.email, subject: 'One' },
      { from: person.email, to: 'Elena Sorensen <elena@brightwater.example>', subject: 'Two' },
      { from: 'info@quillworks.example', to: person.email, subject: 'Three' },
      { from: 'Dmitri <d@kestrel.example>', to: person.email, subject: 'Four' },
      { from: 'a friend <friend@gmail.com>', to: person.email, subject: 'Saturday' },
      { from: 'Colleague <c@harborfinch.example>', to: person.email, subject: 'Lunch' },
      { from: 'dev@lists.project.example', to: person.email, subject: '[dev] Release' },
    ];
    for (const letter of letters) await stage.deliver(person.email, writeMail(letter));

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
    await connectGmail(page, person);
    await page.getByRole('link', { name: 'Continue Import' }).click();
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
  },
);

journey(
  'the connection is checked, and a check that fails counts as not connected',
  async ({ page, stage }) => {
    await settle(page, stage);
    await injectFailure(page, '/api/integrations', 'silence');
    await page.goto(wizard);
    await expect(title(page, 'Checking Gmail connection...')).toBeVisible();
    await expectAccessible(page, 'checking Gmail');
    await injectFailure(page, '/api/integrations', 'fault');
    await page.goto(wizard);
    await expect(title(page, 'Connect Your Gmail')).toBeVisible();
  },
);

const found = (...domains: string[]) => ({
  domains: domains.map((domain, index) => ({ domain, activityCount: domains.length - index })),
});

journey(
  'a long discovery is left and met again, and tells how far it is',
  async ({ page, stage }) => {
    await settle(page, stage);
    const running = (processed: number) => ({
      ...found('one.example'),
      progress: { state: 'running', processed, total: 3000 },
    });
    await answerCall(page, discover, running(1200));
    await page.goto(`${wizard}?step=2`);
    await expect(title(page, 'Discovering Accounts')).toBeVisible();
    await expect(
      page.getByText('Scanning your Gmail activity from the last 14 days...'),
    ).toBeVisible();
    await expect(page.getByText('1,200 of 3,000 emails read')).toBeVisible();
    await expectAccessible(page, 'discovering');
    await page.getByRole('link', { name: 'Back to Import Preferences' }).click();
    await expect(page).toHaveURL('/import-preferences');
    await answerCall(page, discover, running(2900));
    await page.goBack();
    await expect(page.getByText('2,900 of 3,000 emails read')).toBeVisible();
    await answerCall(page, discover, found('one.example', 'two.example'));
    await expect(title(page, 'Discovery Complete!')).toBeVisible();
  },
);

journey('a discovery that fails says why and is tried again', async ({ page, stage }) => {
  await settle(page, stage);
  const failsWith = async (message: string) => {
    await page.goto(`${wizard}?step=2`);
    await expect(title(page, 'Discovery Failed')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  };
  await injectFailure(page, `${discover}*`, 'broken connection');
  await failsWith('Network error occurred while discovering domains');
  await injectFailure(page, `${discover}*`, 'not JSON');
  await failsWith('Request failed with status 503');
  await answerCall(page, discover, new Refusal(500, ''));
  await failsWith('Failed to discover domains');
  await answerCall(page, discover, new Refusal(409, 'Connect Gmail first.'));
  await failsWith('Connect Gmail first.');
  await expectAccessible(page, 'discovery failed');
  await answerCall(page, discover, found());
  await press(page, 'Try Again');
  await expect(page.getByRole('button', { name: 'No Accounts Found' })).toBeDisabled();
  await page.goto(`${wizard}?step=3`);
  await expect(
    page.getByText('No domains were discovered from your recent Gmail activity.'),
  ).toBeVisible();
  await expectAccessible(page, 'no domains discovered');
  await press(page, 'Back');
  await press(page, 'Back');
  await expect(page).toHaveURL(wizard);
});

journey('a server that tells of domains alone is enough', async ({ page, stage }) => {
  await settle(page, stage);
  await answerCall(page, discover, found('a.example', 'b.example', 'c.example', 'd.example'));
  await page.goto(`${wizard}?step=2`);
  await expect(page.getByText('+1 more domains')).toBeVisible();
  await press(page, 'Select Accounts');
  await press(page, 'Select All');
  await expect(page.getByText('4 of 4 selected')).toBeVisible();
  await expect(page.getByText('excluded')).toHaveCount(0);
});

journey('an import that fails names what was wrong and is tried again', async ({ page, stage }) => {
  await settle(page, stage);
  // The server itself refuses the second.
  await answerCall(page, discover, found('good.example', 'co.uk'));
  await page.goto(`${wizard}?step=2`);
  await press(page, 'Select Accounts');
  await press(page, 'Select All');
  await press(page, 'Import 2 Domains');
  await expect(title(page, 'Import Failed')).toBeVisible();
  await expect(page.getByText('Invalid domain')).toBeVisible();
  await expect(page.getByRole('main').getByText('co.uk', { exact: true })).toBeVisible();
  await expectAccessible(page, 'import failed');
  await press(page, 'Back');
  await page.getByRole('checkbox', { name: /co\.uk/ }).uncheck();
  await injectFailure(page, '/api/accounts/import', 'broken connection');
  await press(page, 'Import 1 Domain');
  await expect(page.getByText('Failed to import accounts')).toBeVisible();
  await injectFailure(page, '/api/accounts/import', 'silence');
  await press(page, 'Try Again');
  await expect(page.getByRole('button', { name: 'Importing...' })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: /good/ })).toBeDisabled();
});

journey('names from outside are text, wherever they stand', async ({ page, stage }) => {
  await settle(page, stage);
  const markup = '<img src=x onerror="document.title=`broken`">';
  await answerCall(page, discover, {
    domains: [
      {
        domain: `${markup}.example`,
        activityCount: 3,
        sampleNames: [markup, '\u202Eevil', markup],
      },
    ],
    excluded: { total: 1, domains: [{ domain: markup, reason: 'list', activityCount: 1 }] },
  });
  await page.goto(`${wizard}?step=2`);
  await expect(page.getByText(`${markup}.example`)).toBeVisible();
  await press(page, 'Select Accounts');
  await press(page, 'Select All');
  await page.getByText('1 domain excluded').click();
  await expect(page.getByRole('definition').getByText(markup)).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  await expect(page).toHaveTitle(/Import Accounts$/);
});
