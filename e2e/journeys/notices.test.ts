import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import type { TestUser } from '../src/environment/team.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expectReadableMail } from '../src/expect/expect-readable-mail.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';
import { daysAgo } from '../src/sample/sample-timeline.ts';

const DOMAIN = 'noticed.example';

/** An account of the first member, with activities that the second one shares too. */
async function makeTeam(environment: TestEnvironment) {
  const team = await environment.createTeam({ people: 2 });
  const [ann, ben] = team.people;
  if (ann === undefined || ben === undefined) throw new Error('The team has no two members.');
  const workspaceId = team.workspace.id;
  const { accountId } = await environment.fillAccount({
    person: ann,
    workspaceId,
    domain: DOMAIN,
    name: 'Noticed & Co',
    activities: [
      {
        title: 'Which colour?',
        occurredAt: daysAgo(8, 15),
        participants: [
          { name: 'Pat', email: `pat@${DOMAIN}`, role: 'from' },
          { name: '', email: ann.email, role: 'to' },
        ],
      },
    ],
  });
  await callApi(environment, ann, `PUT /api/accounts/${accountId}/owner`, { userId: ann.id });
  await share(environment, ben, workspaceId);
  const path = `/${team.organization.slug}/${team.workspace.slug}`;
  return { ann, ben, accountId, path };
}

/** Shares the account's domain as another member, with an email, without which nothing is reported. */
const share = (environment: TestEnvironment, person: TestUser, workspaceId: string) =>
  environment.fillAccount({
    person,
    workspaceId,
    domain: DOMAIN,
    name: '',
    activities: [
      {
        title: 'Which size?',
        occurredAt: daysAgo(9, 15),
        participants: [
          { name: 'Pat', email: `pat@${DOMAIN}`, role: 'from' },
          { name: '', email: person.email, role: 'to' },
        ],
      },
    ],
  });

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const list = (page: Page) => page.getByRole('list', { name: 'Notices' }).getByRole('listitem');

journey(
  'a notice is counted, read, followed, and gone with its account',
  async ({ page, environment }) => {
    const { ann, ben, accountId, path } = await makeTeam(environment);
    await openAs(page, ann, `${path}/accounts`);
    await bell(page, 'Notices, 1 unread').press('Enter');
    await expect(list(page)).toHaveCount(1);
    await expect(list(page)).toContainText(
      `${ben.name} shared activities of your account Noticed & Co`,
    );
    await expectAccessible(page, 'notices');
    await page.keyboard.press('Escape');
    await expect(bell(page, 'Notices, 1 unread')).toBeFocused();

    await page.setViewportSize({ width: 375, height: 740 });
    await bell(page, 'Notices, 1 unread').click();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'notices on a phone');
    await list(page).getByRole('link', { name: 'Noticed & Co' }).click();
    await expect(page).toHaveURL(new RegExp(`/accounts/${accountId}$`));
    await expect(bell(page, 'Notices')).toBeVisible();
    await page.reload();
    await bell(page, 'Notices').click();
    await list(page).getByRole('button', { name: 'Mark as unread' }).click();
    await expect(bell(page, 'Notices, 1 unread')).toBeVisible();

    // It says nothing of what the reader does not see any more.
    await callApi(environment, ben, `DELETE /api/accounts/${accountId}`);
    await page.goto(`${path}/today`);
    await bell(page, 'Notices').click();
    await expect(page.getByText('Nothing in the last 30 days.')).toBeVisible();
    await expectAccessible(page, 'no notices');

    await page.getByRole('link', { name: 'Settings of notices' }).click();
    const kinds = page.getByRole('region', { name: 'Notices' }).getByRole('checkbox');
    await expect(kinds).toHaveCount(4);
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.ok(),
    );
    await kinds.first().uncheck();
    await saved;
    await page.reload();
    await expect(kinds.first()).not.toBeChecked();
  },
);

journey(
  'the morning mail is chosen, arrives and is stopped with its link',
  async ({ page, environment }) => {
    const { ann } = await makeTeam(environment);
    await environment.change(ann, 'send-morning-mail');
    expect(await environment.mailsTo(ann.email)).toHaveLength(0);

    await openAs(page, ann, '/import-preferences/settings');
    const wanted = page.getByRole('checkbox', { name: 'Morning mail' });
    await expect(wanted).not.toBeChecked();
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.ok(),
    );
    await wanted.check();
    await saved;
    await expectAccessible(page, 'settings of notices');
    await environment.change(ann, 'send-morning-mail');
    await environment.change(ann, 'send-morning-mail');
    const mails = await environment.mailsTo(ann.email);
    expect(mails).toHaveLength(1);
    const [mail = ''] = mails;
    await expectReadableMail(page, mail, 'Which colour?');
    const link = await page.getByRole('link', { name: 'Unsubscribe' }).getAttribute('href');
    await page.goto(link ?? 'no link');
    await expect(page.getByText(`Stop sending the morning mail to ${ann.email}?`)).toBeVisible();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeFocused();
  },
);
