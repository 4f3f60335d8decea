import { stubResponse } from '../src/network/stub-response.ts';
import { expect, journey, openAs } from '../src/journey.ts';
import { openSampleAccount } from '../src/sample/open-sample-account.ts';
import { sampleAccount } from '../src/sample/sample-accounts.ts';
import { ada, mail, sampleAccountDetail } from '../src/sample/sample-timeline.ts';

const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const name = 'Northwind \u202egnp.exe';
const shownName = 'Northwind gnp.exe';
const title = '\u2067Invoice\u202e fdp.exe';
const person = { name: '\u202eAda \u200fOkafor', email: 'ada@acme.example' };
const invisible = { name: '\u202e\u3164\u200b', email: 'nobody@acme.example', role: 'to' };

journey(
  'names and subjects cannot change the direction of what is shown',
  async ({ page, environment }, testInfo) => {
    const activity = { ...mail, title, participants: [{ ...ada, ...person }, invisible] };
    const opened = await openSampleAccount(page, environment, { activities: [activity] });
    await stubResponse(page, opened.api, {
      workspaceAccount: { ...sampleAccountDetail, name, discoveredByUser: person },
    });
    await stubResponse(page, `/api/activities/${mail.id}`, { activity });
    const grid = `/${opened.team.organization.slug}/${opened.team.workspace.slug}/accounts`;
    const listed = [
      sampleAccount(1, {
        id: sampleAccountDetail.id,
        name,
        lastActivity: { title, type: 'email', occurredAt: mail.occurredAt },
        contributors: [{ user: person }],
        creator: person,
      }),
      sampleAccount(2, { name: 'שלום' }),
    ];
    await stubResponse(page, `/api/workspaces/${opened.team.workspace.id}/accounts`, {
      accounts: listed,
    });
    const expectNoControls = async () => {
      expect(await page.locator('body').innerText()).not.toMatch(controls);
      expect(await page.content()).not.toMatch(controls);
    };

    await openAs(page, opened.person, `${opened.path}?activity=${mail.id}`);
    await expect(page.getByRole('heading', { name: shownName, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`${shownName}$`));
    await expect(page.getByRole('heading', { name: 'Invoice fdp.exe', exact: true })).toBeVisible();
    // A user with an invisible name is shown by the address.
    await expect(page.getByText('Email from Ada Okafor to nobody@acme.example')).toBeVisible();
    await expectNoControls();
    await page.screenshot({ path: testInfo.outputPath('account.png') });

    await page.goto(environment.url + grid);
    await expect(page.getByRole('link', { name: shownName, exact: true })).toBeVisible();
    await expect(page.getByText('Invoice fdp.exe').first()).toBeVisible();
    await expectNoControls();
    await page.screenshot({ path: testInfo.outputPath('grid.png') });
  },
);
