import type { Locator, Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { calendarPassword } from '../src/environment/calendar-password.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';
import { connectGmail } from '../src/mailbox/connect-gmail.ts';
import { cardOf } from '../src/mailbox/integration-card.ts';
import { elena } from '../src/mailbox/open-integrations.ts';
import { writeMail } from '../src/mailbox/write-mail.ts';

// Each screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

const phone = { width: 375, height: 812 };

/** A person with a second mailbox, who follows Brightwater. */
async function open(page: Page, environment: TestEnvironment) {
  const team = await environment.createTeam({ people: 2 });
  const [person, { email: second } = { email: '' }] = team.people;
  if (person === undefined) throw new Error('The team has no members.');
  await callApi(environment, person, 'POST /api/accounts/import', {
    domains: ['brightwater.example'],
    source: 'manual',
    name: 'Brightwater',
    workspaceId: team.workspace.id,
  });
  return { ...team, person, second };
}

/** The part of a card about one address. */
const partOf = (card: Locator, address: string): Locator =>
  card.getByRole('listitem').filter({ hasText: address });

const stored = { timeout: 60_000 };

journey(
  'two Gmail mailboxes are connected, and one of them is disconnected again',
  async ({ page, environment }) => {
    const { person, second, organization, workspace } = await open(page, environment);
    const both = writeMail({ from: elena, to: person.email, subject: 'To both' });
    for (const address of [person.email, second]) await environment.deliver(address, both);
    const only = writeMail({ from: elena, to: second, subject: 'To the second' });
    await environment.deliver(second, only);
    await openAs(page, person, '/integrations');
    const gmail = cardOf(page, 'Gmail');
    await connectGmail(page, person);
    await expect(gmail.getByText(person.email)).toBeVisible();
    await expect(gmail).toContainText('1 activity', stored);

    await gmail.getByRole('button', { name: 'Connect Another' }).click();
    await page.getByRole('button', { name: second }).click();
    await expect(page).toHaveURL('/integrations');
    const [first, other] = [partOf(gmail, person.email), partOf(gmail, second)];
    await expect(first).toContainText('1 activity', stored);
    await expect(other).toContainText('2 activities', stored);
    await expect(other.getByRole('button', { name: 'Sync Now' })).toBeVisible(stored);
    await expectAccessible(page, 'two mailboxes');
    await page.setViewportSize(phone);
    await expectNoHorizontalScroll(page);

    // With the keyboard, and the focus stays on the card.
    await first.getByRole('button', { name: 'Disconnect' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: `Disconnect ${person.email}` });
    await dialog.getByRole('button', { name: 'Disconnect' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(gmail.getByText(person.email)).toBeHidden();
    await expect(gmail.getByText(second)).toBeVisible();
    await expect(gmail.locator(':focus')).toHaveCount(1);

    // The mail in both is one activity, and what came from the first mailbox stays.
    await openAs(page, person, `/${organization.slug}/${workspace.slug}/accounts`);
    await page.getByRole('link', { name: 'Brightwater' }).first().click();
    await expect(page.getByText('To the second').first()).toBeVisible();
    await expect(page.getByRole('article').filter({ hasText: 'To both' })).toHaveCount(1);
  },
);

journey(
  'two CalDAV calendars are connected with the settings of their server',
  async ({ page, environment }) => {
    const { person, second } = await open(page, environment);
    await openAs(page, person, '/integrations');
    const caldav = cardOf(page, 'CalDAV Calendar');
    const dialog = page.getByRole('dialog', { name: 'Connect CalDAV Calendar' });
    const signIn = async (address: string, password: string) => {
      await dialog.getByLabel('Email address').fill(address);
      await dialog.getByLabel('Password or app password').fill(password);
      // No settings are published for the domain: the person enters them.
      const server = dialog.getByLabel('CalDAV server');
      await expect(server).toBeVisible({ timeout: 20_000 });
      await server.fill('127.0.0.1');
      await dialog.getByLabel('Port').fill(String(environment.calendarPort));
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    };

    await caldav.getByRole('button', { name: 'Connect', exact: true }).click();
    await signIn(person.email, 'wrong');
    await expect(dialog).toContainText(/password/i);
    const password = dialog.getByLabel('Password or app password');
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'wrong password of a calendar');
    await password.fill(calendarPassword);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(caldav.getByText(person.email)).toBeVisible();
    await expect(caldav).toContainText('1 activity', stored);

    await caldav.getByRole('button', { name: 'Connect Another' }).click();
    await signIn(second, calendarPassword);
    await expect(dialog).toBeHidden();
    for (const address of [person.email, second]) {
      await expect(partOf(caldav, address)).toContainText('1 activity', stored);
    }
    await expectAccessible(page, 'two calendars');
    await page.setViewportSize(phone);
    await expectNoHorizontalScroll(page);
  },
);
