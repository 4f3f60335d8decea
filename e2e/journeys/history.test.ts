import { connectGmail } from '../src/mailbox/connect-gmail.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey } from '../src/journey.ts';
import { cardOf } from '../src/mailbox/integration-card.ts';
import { elena, openIntegrationsWithMails } from '../src/mailbox/open-integrations.ts';
import { writeMail } from '../src/mailbox/write-mail.ts';

const YEAR_DAYS = 365;

journey(
  'activities of five years are imported, with progress, and shown on their days',
  async ({ page, environment }) => {
    const { person, organization, workspace } = await openIntegrationsWithMails(page, environment, [
      'Last week',
    ]);
    const earlier = [
      { subject: 'Four years ago', daysAgo: 4 * YEAR_DAYS },
      { subject: 'Too long ago', daysAgo: 6 * YEAR_DAYS },
    ];
    for (const mail of earlier) {
      await environment.deliver(
        person.email,
        writeMail({ from: elena, to: person.email, ...mail }),
      );
    }
    await connectGmail(page, person);
    await expect(cardOf(page, 'Gmail')).toContainText('Stored1 activity');

    await page.goto('/import-preferences');
    const card = page.getByRole('region', { name: 'Earlier Activities' });
    await card.getByRole('button', { name: 'Import Earlier Activities' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Import Earlier Activities' });
    await expect(dialog.getByText(/Estimated from your recent activity/)).toBeVisible();
    await expectAccessible(page, 'choosing earlier activities');
    const since = dialog.getByLabel('Everything since');
    const earliest = await since.inputValue();
    await since.fill('1999-01-01');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog.getByText(/^Choose .* or a later day$/)).toBeVisible();
    await since.fill(earliest);
    await dialog.getByRole('button', { name: 'Import' }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(card.getByRole('progressbar')).toBeVisible();
    // A reload changes nothing: the server imports.
    await page.reload();
    await expect(card.getByText('Complete, 1 activity found')).toBeVisible({ timeout: 60_000 });
    await page.setViewportSize({ width: 375, height: 667 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'imported earlier activities on a phone');

    await page.goto(`/${organization.slug}/${workspace.slug}/accounts`);
    await page
      .getByRole('rowheader', { name: 'Brightwater' })
      .getByRole('link', { name: 'Brightwater' })
      .click();
    await expect(page).toHaveURL(/\/accounts\/[\w-]+/);
    await expect(page.getByText('Last week').first()).toBeVisible();
    const day = new Date(Date.now() - 4 * YEAR_DAYS * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`${new URL(page.url()).pathname}?timeline_end=${day}`);
    await expect(page.getByText('Four years ago').first()).toBeVisible();
    await expect(page.getByText('Too long ago')).toHaveCount(0);
  },
);
