import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { mailPassword } from '../src/environment/mail-password.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';
import { cardOf } from '../src/mailbox/integration-card.ts';

// Each screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

/** A person who follows Brightwater, at the dialog that connects a mailbox. */
async function open(page: Page, environment: TestEnvironment) {
  const { people, workspace } = await environment.createTeam();
  const [person] = people;
  if (person === undefined) throw new Error('The team has nobody.');
  await callApi(environment, person, 'POST /api/accounts/import', {
    domains: ['brightwater.example'],
    source: 'manual',
    name: 'Brightwater',
    workspaceId: workspace.id,
  });
  await openAs(page, person, '/integrations');
  const card = cardOf(page, 'IMAP Mailbox');
  await card.getByRole('button', { name: 'Connect', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect IMAP Mailbox' });
  await dialog.getByLabel('Email address').fill(person.email);
  await dialog.getByLabel('Password or app password').fill('wrong');
  // No settings are published for the domain: the person enters them.
  const server = dialog.getByLabel('IMAP server');
  await expect(server).toBeVisible({ timeout: 20_000 });
  await server.fill('127.0.0.1');
  const connectAt = async (port: number) => {
    await dialog.getByLabel('Port').fill(String(port));
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  };
  return { person, card, dialog, connectAt };
}

journey(
  'a mailbox on a mail server is connected, after a wrong password',
  async ({ page, environment }) => {
    const { person, card, dialog, connectAt } = await open(page, environment);
    await connectAt(environment.mailPort);
    await expect(dialog).toContainText('did not accept the address and password');
    await expect(dialog).toContainText('It says: “Authentication failed.”');
    const password = dialog.getByLabel('Password or app password');
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'wrong password of a mailbox');
    await page.setViewportSize({ width: 375, height: 812 });
    await expectNoHorizontalScroll(page);

    await password.fill(mailPassword);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(card.getByText(person.email)).toBeVisible();
    await expect(card).toContainText('1 activity', { timeout: 60_000 });
    await page.goto('/');
    await page.getByRole('rowheader').getByRole('link').first().click();
    await expect(page.getByText('Offer by IMAP').first()).toBeVisible();
  },
);

journey(
  'a mail server without a valid certificate gets no password',
  async ({ page, environment }) => {
    const { card, dialog, connectAt } = await open(page, environment);
    // Nothing that reads mailboxes trusts the certificate of this server.
    await connectAt(environment.calendarPort);
    await expect(dialog.getByRole('alert')).toContainText('certificate');
    await expectAccessible(page, 'wrong certificate of a mail server');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(card.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  },
);
