import type { Page } from '@playwright/test';
import { stubResponse } from '../src/network/stub-response.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';
import { openSampleAccount } from '../src/sample/open-sample-account.ts';
import { daysAgo, mail, sampleActivity } from '../src/sample/sample-timeline.ts';

journey.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const information = (page: Page) =>
  page.getByRole('complementary', { name: 'Account Information' });

journey('an account names the page and shows what happened', async ({ page, environment }) => {
  await openSampleAccount(page, environment);
  await expect(page.getByRole('heading', { level: 1, name: 'Acme Works' })).toBeVisible();
  await expect(page).toHaveTitle('Test Tracker – Acme Works');
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon.svg');
  await expect(page.getByText('Pilot scope')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'End of activities' })).toBeVisible();
  await expectAccessible(page, 'account');
});

journey('a day that is chosen leads the feed', async ({ page, environment }) => {
  const activities = Array.from({ length: 200 }, (_, index) =>
    sampleActivity(index + 1, {
      occurredAt: daysAgo(Math.floor(index / 10), 12, 59 - (index % 10)),
    }),
  );
  await openSampleAccount(page, environment, { activities });
  const chart = page.getByRole('group', { name: /^Activity by day/ });
  await chart.getByRole('button').nth(8).click();
  await expect(page.getByRole('button', { name: /Letter 121/ })).toBeInViewport();
  await expect(page.getByRole('button', { name: /Letter 120/ })).not.toBeInViewport();
  await chart.getByRole('button').last().click();
  await expect(page.getByRole('button', { name: /Letter 1 / })).toBeInViewport();
});

journey('an account that is not there, or not for these eyes', async ({ page, environment }) => {
  const [own, other] = [await environment.createTeam(), await environment.createTeam()];
  const [person, stranger] = [onlyPerson(own), onlyPerson(other)];
  const { accountId } = await environment.fillAccount({
    person: stranger,
    workspaceId: other.workspace.id,
    domain: 'acme.example',
    name: 'Not Yours',
    activities: [],
  });
  const accounts = `/${own.organization.slug}/${own.workspace.slug}/accounts`;
  for (const id of [accountId, crypto.randomUUID(), 'nonsense']) {
    await openAs(page, person, `${accounts}/${id}`);
    await expect(page.getByRole('heading', { name: 'Account Not Found' })).toBeVisible();
    await expect(
      page.getByText("The account could not be found or you don't have access to it."),
    ).toBeVisible();
    await expect(page.getByText('Not Yours')).toHaveCount(0);
    await expect(button(page, 'Try Again')).toHaveCount(0);
  }
  await expectAccessible(page, 'account not found');
  await page.getByRole('link', { name: 'Back to Accounts' }).click();
  await expect(page).toHaveURL(accounts);
});

journey(
  'an account without activities says what the place is for',
  async ({ page, environment }) => {
    const { team, person } = await openSampleAccount(page, environment, { activities: [] });
    await expect(page.getByText('No activity yet')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'End of activities' })).toBeVisible();

    // And with the server that offers more.
    const { accountId } = await environment.fillAccount({
      person,
      workspaceId: team.workspace.id,
      domain: 'quiet.example',
      name: 'Quiet Harbour',
      activities: [],
    });
    await page.goto(`/${team.organization.slug}/${team.workspace.slug}/accounts/${accountId}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Quiet Harbour' })).toBeVisible();
    await expect(page.getByText('No activity yet')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'End of activities' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Integrations' })).toBeVisible();
    await expect(
      page.getByRole('group', { name: /^Activity by day.*: 0 external, 0 internal$/ }),
    ).toBeVisible();
    for (const text of [
      'quiet.example',
      'Today',
      'No participants in this period',
      '0 emails',
      '0 meetings',
    ]) {
      await expect(information(page).getByText(text, { exact: true })).toBeVisible();
    }
    await expectAccessible(page, 'account, empty');
  },
);

journey('the page fits a narrow window', async ({ page, environment }) => {
  await page.setViewportSize({ width: 480, height: 800 });
  await openSampleAccount(page, environment);
  await expect(page.getByText('Pilot scope')).toBeVisible();
  await expectNoHorizontalScroll(page);
  // What would cover the feed opens only on request.
  await expect(information(page)).toHaveCount(0);
  await expectAccessible(page, 'account, narrow');
  await button(page, 'Info').click();
  await expect(information(page)).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'account, narrow, information');
  // An activity opens on top of it, and Escape closes the topmost panel.
  await stubResponse(page, `/api/activities/${mail.id}`, { activity: mail });
  await page.getByRole('button', { name: /Pilot scope/ }).click({ position: { x: 40, y: 20 } });
  const email = page.getByRole('complementary', { name: 'Email' });
  await expect(email).toBeVisible();
  await expect(information(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(email).toHaveCount(0);
  await expect(information(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(information(page)).toHaveCount(0);
  await expect(button(page, 'Info')).toBeFocused();
});
