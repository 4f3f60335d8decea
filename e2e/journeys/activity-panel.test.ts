import type { Page } from '@playwright/test';
import { stubResponse } from '../src/network/stub-response.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, type TestEnvironment } from '../src/journey.ts';
import { openSampleAccount } from '../src/sample/open-sample-account.ts';
import { mail } from '../src/sample/sample-timeline.ts';

journey.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const panel = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true });

/** Opens an activity of the sample account that the server describes so. */
async function openActivity(page: Page, environment: TestEnvironment, activity: { id: string }) {
  await stubResponse(page, `/api/activities/${activity.id}`, { activity });
  return openSampleAccount(page, environment, { search: `?activity=${activity.id}` });
}

journey(
  'a mail of HTML is framed; what its links open is a new tab',
  async ({ page, environment }) => {
    await openActivity(page, environment, {
      ...mail,
      htmlBody:
        '<p>Hello</p><p><a href="https://acme.example/x">The plan</a></p><blockquote type="cite">Earlier</blockquote>',
    } as typeof mail);
    const frame = panel(page, 'Email').getByTitle('Message');
    await expect(frame).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
    const inside = page.frameLocator('iframe[title="Message"]');
    await expect(inside.getByText('Hello')).toBeVisible();
    await expect(inside.getByText('Earlier')).toBeHidden();
    await inside.getByText('Quoted text').click();
    await expect(inside.getByText('Earlier')).toBeVisible();
    await page
      .context()
      .route('https://acme.example/**', (route) => route.fulfill({ body: 'Plan' }));
    const opened = page.waitForEvent('popup');
    await inside.getByRole('link', { name: 'The plan' }).click();
    expect((await opened).url()).toBe('https://acme.example/x');
    expect(await (await opened).evaluate(() => document.referrer)).toBe('');
  },
);

journey('HTML made to stop the reader opens at once, as text', async ({ page, environment }) => {
  const mails = ['<div>', '<b><i><a href="x">'].map((piece, index) => ({
    ...mail,
    id: `${mail.id.slice(0, -2)}9${index}`,
    title: `Nested ${index}`,
    htmlBody: `${piece.repeat(500_000 / piece.length)}<p>The words ${index}`,
    plainTextBody: '',
  }));
  for (const activity of mails)
    await stubResponse(page, `/api/activities/${activity.id}`, { activity });
  await openActivity(page, environment, mail);
  await expect(panel(page, 'Email').getByRole('heading', { level: 3 })).toHaveText(mail.title);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await busySeconds();
  for (const [index, { id }] of mails.entries()) {
    await page.evaluate((activity) => {
      const url = new URL(location.href);
      url.searchParams.set('activity', activity);
      history.replaceState(history.state, '', url);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, id);
    await expect(panel(page, 'Email').getByText('too complex to display')).toBeVisible();
    await expect(panel(page, 'Email').getByText(`The words ${index}`)).toBeVisible();
  }
  // CPU time, which does not depend on other load; the browser's parser would take half a minute.
  expect((await busySeconds()) - before).toBeLessThan(2);
  await expectAccessible(page, 'text of a mail that is too complex');
});

journey('in a narrow window an activity lies over the page', async ({ page, environment }) => {
  await page.setViewportSize({ width: 480, height: 800 });
  await stubResponse(page, `/api/activities/${mail.id}`, {
    activity: { ...mail, plainTextBody: 'Dear all' },
  });
  await openSampleAccount(page, environment);
  const entry = page.getByRole('button', { name: /Pilot scope/ });
  await entry.click();
  const opened = panel(page, 'Email');
  await expect(opened.getByText('Dear all')).toBeVisible();
  await expect.poll(async () => (await opened.boundingBox())?.width).toBe(480);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'e-mail, narrow');
  // Nothing behind it is reached.
  await expect(page.locator('[inert]').getByText('Share')).toHaveCount(1);
  await expect(page.locator('[inert]').getByText('Pilot scope')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
  await expect(entry).toBeFocused();
});
