import type { Locator } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey } from '../src/journey.ts';
import { writeMail } from '../src/mailbox/write-mail.ts';

/** From the invitation email to one's own activity in the workspace. */
const MAX_CLICKS = 12;

/** The cumulative layout shift of a page until it is ready. */
const MAX_LAYOUT_SHIFT = 0.02;

/** Runs in the page, before its own scripts. */
const countLayoutShifts = `
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries())
      if (!hadRecentInput) window.layoutShift += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

journey(
  'a newcomer on a phone shares their companies with the team',
  async ({ page, environment }) => {
    const { people, workspace, organization } = await environment.createTeam({ people: 2 });
    const [owner, colleague] = people;
    if (!owner || !colleague) throw new Error('The team is too small.');
    const companies = ['brightwater.example', 'kestrel-aero.example'];
    for (const domain of companies) {
      const from = `Elena <elena@${domain}>`;
      await environment.deliver(
        colleague.email,
        writeMail({ from, to: colleague.email, subject: 'Hello' }),
      );
    }
    const email = `nina-${crypto.randomUUID()}@harborfinch.example`;
    await callApi(environment, owner, `POST /api/workspaces/${workspace.id}/members`, { email });
    const mail = (await environment.mailsTo(email)).at(-1) ?? '';
    const link = /\/invitation\?token=[\w-]+/.exec(mail)?.[0] ?? 'no invitation';

    // The link in the email.
    let clicks = 1;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    const button = (name: string | RegExp) => page.getByRole('button', { name });

    await page.setViewportSize({ width: 375, height: 667 });
    await page.addInitScript(countLayoutShifts);
    await page.goto(link);
    await page.getByLabel('Name').fill('Nina New');
    await page.getByLabel('Password', { exact: true }).fill('a password of hers');
    await click(button('Create Account and Join'));
    await expect(page.getByRole('region', { name: 'Getting started' })).toBeVisible();
    await expectAccessible(page, 'getting started');
    await expectNoHorizontalScroll(page);
    // Once more, so that the steps come with the grid instead of after a form.
    await page.reload();
    await expect(button('Connect Mailbox')).toBeVisible();
    expect(await page.evaluate<number>('window.layoutShift')).toBeLessThan(MAX_LAYOUT_SHIFT);
    await click(button('Connect Mailbox'));
    await click(page.getByRole('menuitem', { name: 'Gmail' }));
    // Consents with a mailbox that the sandbox has.
    await click(button(colleague.email));
    await expect(page.getByText('Discovery Complete!')).toBeVisible();
    await click(button('Select Accounts'));
    await click(page.getByRole('button', { name: 'Select All', exact: true }));
    await click(button('Import 2 Domains'));
    await expect(page.getByText('Import Successful!')).toBeVisible();
    await expectNoHorizontalScroll(page);
    await click(button(`Share with ${workspace.name}`));
    await expect(page.getByLabel('Account name for brightwater.example')).toHaveValue(
      'Brightwater',
    );
    await expectAccessible(page, 'companies to share');
    await click(button('Share 2 Companies'));
    await click(page.getByRole('link', { name: 'Open Accounts' }));

    await expect(page).toHaveURL(`/${organization.slug}/${workspace.slug}/accounts`);
    await expect(page.getByRole('row').filter({ hasText: 'Kestrel Aero' })).toContainText('Hello');
    await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible();
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  },
);
