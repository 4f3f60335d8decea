import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible, loading } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';
import { endInjectedFailure, injectFailure } from '../src/network/inject-failure.ts';

// Each screen is looked at for barriers in both themes, which takes its time.
journey.describe.configure({ timeout: 120_000 });

const callback = '/api/integrations/gmail/callback';
const returned = '/oauth/success?success=true&confirm=made-up-value&provider=gmail';

/** The one message about a connection that did not come about. */
const refusal = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: 'Gmail account was not connected' });

journey('a connection that cannot be confirmed says why, once', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam());
  await page.setViewportSize({ width: 375, height: 667 });
  await injectFailure(page, callback, 'silence');
  await openAs(page, person, returned);
  await expect(page.getByRole('heading', { name: 'Processing...' })).toBeVisible();
  await expect(page).toHaveURL('/oauth/confirm');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'connection on its way', loading);

  await injectFailure(page, callback, 'broken connection');
  await page.goto(returned);
  await expect(page).toHaveURL('/integrations');
  await expect(refusal(page)).toHaveCount(1);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'connection that broke');

  await endInjectedFailure(page, callback);
  await page.goto(returned);
  await expect(refusal(page)).toContainText(
    'This connection was used before or took too long. Connect Gmail again.',
  );
  await expectAccessible(page, 'connection that expired');
  await page.reload();
  await expect(page.getByText('Not Connected', { exact: true }).first()).toBeVisible();
  await expect(refusal(page)).toHaveCount(0);
});

journey(
  'a connection that another user started connects nothing',
  async ({ page, environment }) => {
    const [person, other] = [
      onlyPerson(await environment.createTeam()),
      onlyPerson(await environment.createTeam()),
    ];
    const begun = 'POST /api/integrations/gmail/auth';
    const { authUrl } = await callApi<{ authUrl: string }>(environment, other, begun, {});
    await openAs(page, person, '/integrations');
    await page.goto(authUrl);
    await page.getByRole('button', { name: person.email }).click();
    await expect(page).toHaveURL('/integrations');
    await expect(refusal(page)).toContainText(
      'Someone else started this connection, so nothing was connected. Only connect Gmail from your own Integrations page.',
    );
    await expectAccessible(page, 'connection of somebody else');
    await expect(page.getByText('Not Connected', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Connected', { exact: true })).toHaveCount(0);
  },
);
