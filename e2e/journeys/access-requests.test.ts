import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';
import { daysAgo } from '../src/sample/sample-timeline.ts';

// The screens are looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 180_000 });

const DOMAIN = 'offered.example';

/** An account whose only emails are shared without their texts. */
async function makeTeam(environment: TestEnvironment) {
  const team = await environment.createTeam({ people: 2 });
  const [ann, ben] = team.people;
  if (ann === undefined || ben === undefined) throw new Error('The team has no two members.');
  const { accountId } = await environment.fillAccount({
    person: ann,
    workspaceId: team.workspace.id,
    domain: DOMAIN,
    name: 'Offered',
    activities: ['Our offer', 'Lunch'].map((title, days) => ({
      title,
      textBody: `The text of ${title}`,
      occurredAt: daysAgo(days + 1, 15),
      participants: [
        { name: 'Pat', email: `pat@${DOMAIN}`, role: 'from' as const },
        { name: '', email: ann.email, role: 'to' as const },
      ],
    })),
  });
  const { domains } = await callApi<{ domains: { id: string }[] }>(
    environment,
    ann,
    'GET /api/accounts?type=domains',
  );
  await callApi(environment, ann, 'PUT /api/accounts/domains/level', {
    domainIds: domains.map(({ id }) => id),
    level: 'subject',
  });
  const path = `/${team.organization.slug}/${team.workspace.slug}/accounts/${accountId}`;
  return { ann, ben, path };
}

const openEmail = async (page: Page, title: string) => {
  await page
    .getByRole('button', { name: new RegExp(title) })
    .first()
    .click();
  return page.getByRole('complementary', { name: 'Email' });
};

journey(
  'a colleague asks for an email, gets it for some days, and loses it again',
  async ({ page, environment }) => {
    const { ann, ben, path } = await makeTeam(environment);
    await openAs(page, ben, path);
    const email = await openEmail(page, 'Our offer');
    const request = email.getByRole('button', { name: 'Ask for Access' });
    await expect(email.getByText(/without its text\.$/)).toBeVisible();
    await expectAccessible(page, 'an email that can be asked for');
    await request.focus();
    await page.keyboard.press('Enter');
    await expect(email.getByText(/You asked on .*, no answer yet\.$/)).toBeVisible();
    await expect(request).toHaveCount(0);
    await page.setViewportSize({ width: 375, height: 812 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'an email that was asked for on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });

    await openAs(page, ann, '/import-preferences');
    await page.getByRole('button', { name: 'Notices, 1 unread' }).click();
    const notice = page.getByRole('list', { name: 'Notices' }).getByRole('listitem');
    await expect(notice).toContainText('asks to read conversations with Offered');
    await expectAccessible(page, 'the notice of a request for access');
    await notice.getByRole('link', { name: 'Answer in Import Preferences' }).click();
    const requests = page.getByRole('region', { name: 'Requests for access' });
    await expect(requests.getByText(/asks to read it · offered\.example/)).toBeVisible();
    await expectAccessible(page, 'a request for access');
    await page.setViewportSize({ width: 375, height: 812 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'a request for access on a phone');
    await requests.getByRole('button', { name: /^Give Access… to Our offer/ }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Last day').fill(daysAgo(-3, 12).slice(0, 10));
    await expectAccessible(page, 'giving access on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(page, 'giving access');
    await dialog.getByRole('button', { name: 'Give Access' }).click();
    await expect(requests.getByText(/can read it until/)).toBeVisible();
    await expectAccessible(page, 'access that was given');

    await openAs(page, ben, path);
    await openEmail(page, 'Our offer');
    await expect(email.getByText(/gave you access until/)).toBeVisible();
    await expect(email.getByText('The text of Our offer')).toBeVisible();
    await expectAccessible(page, 'an email that was given');
    await page.getByRole('button', { name: 'Notices, 1 unread' }).click();
    await expect(notice).toContainText('gave you access to a conversation with Offered');
    await page.keyboard.press('Escape');
    await openEmail(page, 'Lunch');
    await expect(email.getByText(/without its text\.$/)).toBeVisible();

    await openAs(page, ann, '/import-preferences');
    await requests.getByRole('button', { name: /^End Access of .* to Our offer$/ }).click();
    await expect(requests).toHaveCount(0);

    await openAs(page, ben, path);
    await openEmail(page, 'Our offer');
    await expect(email.getByText(/You asked on .*: declined\.$/)).toBeVisible();
    await expect(email.getByText('The text of Our offer')).toHaveCount(0);
  },
);

journey('a request is answered with the whole domain', async ({ page, environment }) => {
  const { ann, ben, path } = await makeTeam(environment);
  await openAs(page, ben, path);
  const email = await openEmail(page, 'Lunch');
  await email.getByRole('button', { name: 'Ask for Access' }).click();
  await expect(email.getByText(/no answer yet\.$/)).toBeVisible();

  await openAs(page, ann, '/import-preferences');
  const requests = page.getByRole('region', { name: 'Requests for access' });
  await requests.getByRole('button', { name: /^Give Access… to Lunch/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('combobox', { name: 'Access to' }).click();
  await page.getByRole('option', { name: /^Everything with offered\.example/ }).click();
  await dialog.getByRole('button', { name: 'Give Access' }).click();
  await expect(requests).toHaveCount(0);

  await openAs(page, ben, path);
  await openEmail(page, 'Our offer');
  await expect(email.getByText('The text of Our offer')).toBeVisible();
});
