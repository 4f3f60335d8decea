import { writeFile } from 'node:fs/promises';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey } from '../src/journey.ts';
import { openIntegrationsWithMails } from '../src/mailbox/open-integrations.ts';

// The screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

journey(
  'a private meeting is shared with colleagues, and kept private again',
  async ({ page, environment }, testInfo) => {
    const { person } = await openIntegrationsWithMails(page, environment, []);
    const day = new Date(Date.now() - 3 * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .replaceAll('-', '');
    const meeting = (title: string, mark: string) => [
      'BEGIN:VEVENT',
      `UID:${title}`,
      `SUMMARY:${title}`,
      `CLASS:${mark}`,
      `DTSTART:${day}T150000Z`,
      `DTEND:${day}T160000Z`,
      `ORGANIZER:mailto:${person.email}`,
      'ATTENDEE:mailto:elena@brightwater.example',
      'END:VEVENT',
    ];
    const lines = [
      'BEGIN:VCALENDAR',
      ...meeting('Kick-off', 'PUBLIC'),
      ...meeting('Takeover talks', 'CONFIDENTIAL'),
      'END:VCALENDAR',
      '',
    ];
    const file = testInfo.outputPath('work.ics');
    await writeFile(file, lines.join('\r\n'));
    const card = page.getByRole('region', { name: 'Import Emails from a File' });
    await page.getByLabel('File with emails').setInputFiles(file);
    await card.getByRole('button', { name: 'Import 2 meetings' }).click();
    await expect(card).toContainText('2 meetings imported');

    const expectShown = async (count: number) => {
      await page.goto('/');
      await page.getByRole('rowheader').getByRole('link').first().click();
      await expect(page.getByText('Kick-off').first()).toBeVisible();
      await expect(page.getByText('Takeover talks')).toHaveCount(count);
    };
    await expectShown(0);
    await page.goto('/import-preferences');
    await page.getByRole('button', { name: /^Share with Colleagues: Takeover talks/ }).click();
    const keep = page.getByRole('button', { name: /^Keep Private: Takeover talks/ });
    await expect(keep).toBeVisible();
    await expectAccessible(page, 'import preferences with a private meeting');
    await page.setViewportSize({ width: 375, height: 700 });
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectShown(1);
    await page.goto('/import-preferences');
    await keep.focus();
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('button', { name: /^Share with Colleagues: Takeover talks/ }),
    ).toBeVisible();
    await expectShown(0);
  },
);
