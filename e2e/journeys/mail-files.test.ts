import { writeFile } from 'node:fs/promises';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey } from '../src/journey.ts';
import { elena, openIntegrationsWithMails } from '../src/mailbox/open-integrations.ts';
import { writeMail } from '../src/mailbox/write-mail.ts';

// Each screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

const inMbox = (mail: string) =>
  `From someone@mail.example Mon Jan  5 10:00:00 2026\n${mail.replaceAll('\r\n', '\n')}\n`;

journey(
  'emails of tracked domains are imported from a file',
  async ({ page, environment }, testInfo) => {
    const { person } = await openIntegrationsWithMails(page, environment, []);
    const senders = [elena, elena, elena, 'Mum <mum@home.example>'];
    const mails = senders.map((from, index) =>
      inMbox(writeMail({ from, to: person.email, subject: `Letter ${index + 1}` })),
    );
    const file = testInfo.outputPath('mail.mbox');
    await writeFile(file, mails.join(''));
    const card = page.getByRole('region', { name: 'Import Emails from a File' });
    await page.getByLabel('File with emails').setInputFiles(file);
    await expect(card).toContainText('3 of 4 emails belong to domains that you track');
    await expect(card).toContainText('brightwater.example3 emails');
    await expectAccessible(page, 'integrations, a file is ready');
    await page.setViewportSize({ width: 375, height: 700 });
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await card.getByRole('button', { name: 'Import 3 emails' }).click();
    await expect(card).toContainText('3 emails imported');
    await page.goto('/');
    await page.getByRole('rowheader').getByRole('link').first().click();
    await expect(page.getByText('Letter 3').first()).toBeVisible();
    await expect(page.getByText('Letter 4')).toHaveCount(0);
  },
);

journey('meetings are imported from a calendar file', async ({ page, environment }, testInfo) => {
  const { person } = await openIntegrationsWithMails(page, environment, []);
  const begin = new Date(Date.now() - 3 * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '');
  const meeting = (title: string, guest: string) => [
    'BEGIN:VEVENT',
    `UID:${title}`,
    `SUMMARY:${title}`,
    `DTSTART:${begin}T100000Z`,
    `DTEND:${begin}T110000Z`,
    `ORGANIZER:mailto:${person.email}`,
    `ATTENDEE:mailto:${guest}`,
    'END:VEVENT',
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    ...meeting('Kick-off', elena.replace(/.*<|>/g, '')),
    ...meeting('Dentist', 'dentist@teeth.example'),
    'END:VCALENDAR',
    '',
  ];
  const file = testInfo.outputPath('work.ics');
  await writeFile(file, lines.join('\r\n'));
  const card = page.getByRole('region', { name: 'Import Emails from a File' });
  await page.getByLabel('File with emails').setInputFiles(file);
  await expect(card).toContainText('1 of 2 meetings belongs to domains that you track');
  await card.getByRole('button', { name: 'Import 1 meeting' }).click();
  await expect(card).toContainText('1 meeting imported');
  await page.goto('/');
  await page.getByRole('rowheader').getByRole('link').first().click();
  await expect(page.getByText('Kick-off').first()).toBeVisible();
  await expect(page.getByText('Dentist')).toHaveCount(0);
});

journey(
  'an interrupted upload continues after a reload',
  async ({ page, environment }, testInfo) => {
    const { person } = await openIntegrationsWithMails(page, environment, []);
    const mail = writeMail({ from: elena, to: person.email, subject: 'Long' });
    const file = testInfo.outputPath('long.mbox');
    await writeFile(file, inMbox(`${mail}${'Further lines of the text.\r\n'.repeat(120_000)}`));
    const card = page.getByRole('region', { name: 'Import Emails from a File' });
    const isLater = (url: URL) => /[?&]offset=[1-9]/.test(url.search);
    await page.route(isLater, (route) => route.abort());
    await page.getByLabel('File with emails').setInputFiles(file);
    await expect(card).toContainText('Waiting for the connection');
    await page.reload();
    await expect(card).toContainText('Interrupted at 1 MB');
    await page.unroute(isLater);
    const chooser = page.waitForEvent('filechooser');
    await card.getByRole('button', { name: 'Continue Upload' }).click();
    await (await chooser).setFiles(file);
    await expect(card).toContainText('1 of 1 email belongs');
    await card.getByRole('button', { name: 'Cancel long.mbox' }).click();
    await expect(card.getByText('long.mbox')).toHaveCount(0);
  },
);
