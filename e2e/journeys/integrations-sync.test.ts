import { connectGmail } from '../src/mailbox/connect-gmail.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { cardOf, openDetails } from '../src/mailbox/integration-card.ts';
import { expect, journey } from '../src/journey.ts';
import { control, failAt, mailsIn } from '../src/mailbox/sandbox.ts';
import { elena, openIntegrationsWithMails } from '../src/mailbox/open-integrations.ts';
import { writeMail } from '../src/mailbox/write-mail.ts';

// Each screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

const messagePath = (id: string | undefined) => `/gmail/v1/users/me/messages/${id}`;

journey(
  'a sync shows what it does, what it did and what comes next',
  async ({ page, environment }) => {
    const subjects = Array.from({ length: 12 }, (_, index) => `Letter ${index + 1}`);
    const { person, mails } = await openIntegrationsWithMails(page, environment, subjects);
    const repair = await failAt(environment, messagePath(mails[3]?.id), {
      kind: 'slow',
      ms: 6_000,
    });
    await connectGmail(page, person);
    const gmail = cardOf(page, 'Gmail');
    const syncing = gmail.getByRole('button', { name: 'Syncing...' });
    await expect(gmail.getByRole('progressbar')).toBeVisible();
    await expect(syncing).toBeDisabled();
    await expectAccessible(page, 'integrations, syncing');
    // The slow email is read for discovery, and then for the activity itself.
    await expect(gmail).toContainText('Stored12 activities', { timeout: 30_000 });
    await expect(gmail.getByRole('progressbar')).toHaveCount(0);
    await expect(gmail).toContainText(/Next syncin \d+ minutes/);
    await repair();

    await environment.deliver(
      person.email,
      writeMail({ from: elena, to: person.email, subject: 'One more' }),
    );
    await gmail.getByRole('button', { name: 'Sync Now' }).click();
    await expect(gmail).toContainText('Stored13 activities');
    // Who cannot see it hears it once, without the figures in between.
    await expect(gmail.getByRole('status')).toHaveText(/^Gmail synced: 1 stored/);
    const dialog = await openDetails(page, 'Gmail', 'Overview');
    await expect(dialog).toHaveAccessibleDescription(person.email);
    await expect(dialog).toContainText('Last syncjust now: 1 stored');
    await expectAccessible(page, 'details, overview');
    await page.keyboard.press('Escape');
    await expect(gmail.getByRole('button', { name: 'Details' })).toBeFocused();
  },
);

journey(
  'a failing provider is reported, and retried automatically',
  async ({ page, environment }) => {
    const { person } = await openIntegrationsWithMails(page, environment, []);
    // No other journey connects a calendar.
    const repair = await failAt(environment, '/calendar/v3/**', { kind: 'fail', status: 503 });
    const card = cardOf(page, 'Google Calendar');
    await card.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('button', { name: person.email }).click();
    await expect(card).toContainText('Google Calendar failed (503');
    await expect(card).toContainText(/Retries in a moment/);
    await expect(card.getByText('Connected', { exact: true })).toBeVisible();
    await expectAccessible(page, 'integrations, failing');
    await repair();
    await card.getByRole('button', { name: 'Sync Now' }).click();
    await expect(card).not.toContainText('503');
    await expect(card).toContainText(/Next syncin \d+ minutes/);
  },
);

journey(
  'failed items are listed, and retried one by one or all at once',
  async ({ page, environment }) => {
    const { person, mails } = await openIntegrationsWithMails(page, environment, [
      'A',
      'B',
      'C',
      'D',
    ]);
    const broken = mails.slice(0, 3);
    const repairs: (() => Promise<void>)[] = [];
    for (const { id } of broken) {
      repairs.push(await failAt(environment, messagePath(id), { kind: 'fail', status: 400 }));
    }
    await connectGmail(page, person);
    const gmail = cardOf(page, 'Gmail');
    await expect(gmail).toContainText('Stored1 activity', { timeout: 25_000 });
    await gmail.getByRole('button', { name: '3 items could not be read' }).click();
    const dialog = page.getByRole('dialog', { name: 'Gmail' });
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await expect(dialog.getByRole('listitem').first()).toContainText('Gmail refused (400');
    await expect(dialog.getByRole('listitem').first()).toContainText('tried once');
    await expectAccessible(page, 'details, failed items');

    await repairs[0]?.();
    await dialog.getByRole('button', { name: `Retry ${broken[0]?.id}` }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await repairs[1]?.();
    await repairs[2]?.();
    await dialog.getByRole('button', { name: 'Retry All' }).click();
    await expect(dialog.getByText('No failed items')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(gmail).toContainText('Stored4 activities');
  },
);

journey('what the provider has is compared with what is stored', async ({ page, environment }) => {
  const { person } = await openIntegrationsWithMails(page, environment, ['Kept', 'Lost']);
  await connectGmail(page, person);
  await expect(cardOf(page, 'Gmail')).toContainText('Stored2 activities');
  const dialog = await openDetails(page, 'Gmail', 'Troubleshoot');
  await expect(dialog.getByText('Not compared yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Check Now' }).click();
  await expect(dialog).toContainText('Everything is here: 2 activities on 2 days.');
  await expectAccessible(page, 'details, completeness');

  // As after a fault of ours: one email vanished here.
  await environment.change(person, 'lose-newest-activity');
  await dialog.getByRole('button', { name: 'Check Now' }).click();
  await expect(dialog).toContainText('1 day differed and was repaired.');
  await expect(dialog.getByRole('row').nth(1)).toContainText('1 missing, read again');
  await expectAccessible(page, 'details, a difference');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(cardOf(page, 'Gmail')).toContainText('Stored2 activities');
});

journey('why a message is not here', async ({ page, environment }) => {
  const { person, mails, organization, workspace } = await openIntegrationsWithMails(
    page,
    environment,
    ['Failed', 'Here'],
  );
  const [aside, here] = mails;
  const repair = await failAt(environment, `${messagePath(aside?.id)}`, {
    kind: 'fail',
    status: 400,
  });
  await connectGmail(page, person);
  const gmail = cardOf(page, 'Gmail');
  await expect(gmail).toContainText('1 item could not be read');
  await repair();
  const foreign = { from: 'Eve <eve@unknown.example>', to: person.email, subject: 'Foreign' };
  await environment.deliver(person.email, writeMail(foreign));
  const draft = { from: person.email, to: 'elena@brightwater.example', subject: 'Draft' };
  await environment.deliver(person.email, writeMail({ ...draft, daysAgo: 0.001 }));
  const [, , unknown, unsent] = await mailsIn(environment, person.email);
  const labels = `gmail/${person.email}/messages/${unsent?.id}/labels`;
  await control(environment, 'POST', labels, { add: ['DRAFT'] });

  const dialog = await openDetails(page, 'Gmail', 'Troubleshoot');
  const field = dialog.getByLabel('Why is this message not here?');
  const find = dialog.getByRole('button', { name: 'Find' });
  await expect(find).toBeDisabled();
  const answer = dialog.getByRole('status');
  for (const [reference, rule] of [
    [`<${unknown?.messageId}>`, 'Not tracked'],
    [`https://mail.google.com/mail/u/0/#inbox/${unsent?.id}`, 'A draft'],
    ['<nobody@nowhere.example>', 'Not found'],
    [aside?.messageId ?? '', 'Failed'],
  ] as const) {
    await field.fill(reference);
    await field.press('Enter');
    await expect(answer).toContainText(rule);
    await expectAccessible(page, `find a message, ${rule}`);
    if (rule === 'Not tracked') {
      await expect(answer).toContainText(
        'To import it, track unknown.example in Import Preferences.',
      );
    }
  }
  await field.fill('https://mail.google.com/mail/u/0/#inbox/FMfcgzQXJWhzjZDSRHdsDpnvfchf');
  await field.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Use the Message-ID');
  await field.fill(aside?.messageId ?? '');
  await field.press('Enter');
  await answer.getByRole('button', { name: 'Retry' }).click();
  await expect(async () => {
    await find.click();
    await expect(answer).toContainText('It is stored', { timeout: 500 });
  }).toPass();

  await field.fill(here?.messageId ?? '');
  await field.press('Enter');
  await expectAccessible(page, 'find a message, stored');
  await answer.getByRole('link', { name: `Open in Brightwater (${workspace.name})` }).click();
  await expect(page).toHaveURL(
    new RegExp(
      `/${organization.slug}/${workspace.slug}/accounts/[0-9a-f-]+\\?activity=[0-9a-f-]+$`,
    ),
  );
  await expect(
    page.getByText('This is about Here.').or(page.locator('iframe')).first(),
  ).toBeVisible();
});
