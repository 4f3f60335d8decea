import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';
import { cardOf } from '../src/mailbox/integration-card.ts';
import { control } from '../src/mailbox/sandbox.ts';

journey.describe.configure({ timeout: 120_000 });

const name = 'Microsoft 365 Mail';
const connect = (page: Page) =>
  cardOf(page, name).getByRole('button', { name: 'Connect', exact: true });

journey(
  'mail of Microsoft 365 is declined, waits for an administrator, and is connected twice',
  async ({ page, environment, browser }) => {
    const person = onlyPerson(await environment.createTeam());
    await openAs(page, person, '/integrations');
    const notice = page.getByRole('region', { name: `Approval of ${name}` });

    await connect(page).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await expect(page).toHaveURL('/integrations');
    await expect(page.getByText('Access was denied.').first()).toBeVisible();
    await expect(notice).toHaveCount(0);

    await control(environment, 'POST', 'microsoft/switches', { needsApproval: true });
    await connect(page).click();
    await page.getByRole('button', { name: /without granting consent/ }).click();
    await expect(page).toHaveURL('/integrations');
    const link = notice.getByRole('textbox', { name: 'Link for your administrator' });
    await expect(link).toHaveValue(/\/adminconsent\?/);
    await expectAccessible(page, 'integrations, waiting for an administrator');
    await page.setViewportSize({ width: 375, height: 812 });
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    // The administrator has no account here.
    const other = await browser.newContext({ baseURL: environment.url });
    const theirs = await other.newPage();
    const address = await link.inputValue();
    await theirs.goto(address);
    await theirs.getByRole('button', { name: 'Cancel' }).click();
    await expect(theirs.getByRole('heading', { name: 'Not Approved' })).toBeVisible();
    await theirs.goto(address);
    await theirs.getByRole('button', { name: 'Accept' }).click();
    await expect(theirs.getByRole('heading', { name: 'Approved', exact: true })).toBeVisible();
    await expectAccessible(theirs, 'approved');
    await other.close();

    // The page goes on by itself.
    await page.getByRole('button', { name: person.email }).click({ timeout: 30_000 });
    await expect(page).toHaveURL('/integrations');
    const card = cardOf(page, name);
    await expect(card.getByText('Connected', { exact: true })).toBeVisible();
    await expect(notice).toHaveCount(0);
    const sync = card.getByRole('button', { name: 'Sync Now' });
    await expect(sync).toBeVisible({ timeout: 60_000 });

    await control(environment, 'POST', `microsoft/${person.email}/revoke-grants`);
    await sync.click();
    await expect(card.getByText('Needs Reauth', { exact: true })).toBeVisible();
    await expect(card).toContainText(`${name} no longer grants access. Connect it again.`);
    await connect(page).click();
    await page.getByRole('button', { name: person.email }).click();
    await expect(card.getByText('Connected', { exact: true })).toBeVisible();
    await control(environment, 'DELETE', 'microsoft/switches');
  },
);
