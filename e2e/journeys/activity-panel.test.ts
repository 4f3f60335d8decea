import type { Page } from '@playwright/test';
import { answerCall, Refusal } from '../src/answer-call.ts';
import { expectAccessible } from '../src/expect-accessible.ts';
import { expectNoSidewaysScroll } from '../src/expect-no-sideways-scroll.ts';
import { expect, journey, type Stage } from '../src/journey.ts';
import { openSampleAccount } from '../src/open-account.ts';
import { call, daysAgo, mail, meeting } from '../src/sample-timeline.ts';
import { endInjectedFailure, injectFailure } from '../src/inject-failure.ts';

journey.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const panel = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true });

/** Opens an activity of the sample account that the server describes so. */
async function openActivity(page: Page, stage: Stage, activity: { id: string }) {
  await answerCall(page, `/api/activities/${activity.id}`, { activity });
  return openSampleAccount(page, stage, { search: `?activity=${activity.id}` });
}

journey(
  'a mail as it was written, its quotation folded and its addresses links',
  async ({ page, stage }) => {
    await openActivity(page, stage, {
      ...mail,
      participants: [
        ...mail.participants,
        ...[1, 2, 3, 4, 5].map((number) => ({
          name: `Copy ${number}`,
          email: `c${number}@b.example`,
          role: 'cc',
        })),
      ],
      plainTextBody:
        'See https://acme.example/plan.\n\nOn Tuesday Ada wrote:\n> one\n> two\n> three\n> four\n',
      metadata: { attachments: ['plan.pdf', '<b>odd</b>.txt'] },
    } as typeof mail);
    const opened = panel(page, 'Email');
    await expect(opened.getByRole('heading', { level: 3, name: 'Pilot scope' })).toBeVisible();
    const link = opened.getByRole('link', { name: 'https://acme.example/plan' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(opened.getByText('three')).toBeHidden();
    await opened.getByText('Quoted text').click();
    await expect(opened.getByText('three')).toBeVisible();
    await expect(opened.getByRole('list', { name: 'Attachments' })).toContainText('<b>odd</b>.txt');
    await opened.getByRole('button', { name: 'and 1 more' }).click();
    await expect(opened.getByText('Copy 5')).toBeVisible();
    await expectAccessible(page, 'e-mail');
  },
);

journey('a mail of HTML is framed; what its links open is a new tab', async ({ page, stage }) => {
  await openActivity(page, stage, {
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
  await page.context().route('https://acme.example/**', (route) => route.fulfill({ body: 'Plan' }));
  const opened = page.waitForEvent('popup');
  await inside.getByRole('link', { name: 'The plan' }).click();
  expect((await opened).url()).toBe('https://acme.example/x');
  expect(await (await opened).evaluate(() => document.referrer)).toBe('');
});

journey('HTML made to stop the reader opens at once, as text', async ({ page, stage }) => {
  const mails = ['<div>', '<b><i><a href="x">'].map((piece, index) => ({
    ...mail,
    id: `${mail.id.slice(0, -2)}9${index}`,
    title: `Nested ${index}`,
    htmlBody: `${piece.repeat(500_000 / piece.length)}<p>The words ${index}`,
    plainTextBody: '',
  }));
  for (const activity of mails)
    await answerCall(page, `/api/activities/${activity.id}`, { activity });
  await openActivity(page, stage, mail);
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
    await expect(panel(page, 'Email').getByText('too complex to show')).toBeVisible();
    await expect(panel(page, 'Email').getByText(`The words ${index}`)).toBeVisible();
  }
  // Of the processor, however busy the machine is; the browser's parser takes half a minute.
  expect((await busySeconds()) - before).toBeLessThan(2);
  await expectAccessible(page, 'text of a mail that is too complex');
});

journey('a meeting tells when, where, who and what', async ({ page, stage }) => {
  await openActivity(page, stage, {
    ...meeting,
    title: 'Quarterly review',
    startTime: daysAgo(1, 9, 30),
    endTime: daysAgo(1, 11, 0),
    location: 'https://meet.example/abc',
    htmlBody: '<p>Agenda: <b>prices</b></p>',
    participants: Array.from({ length: 12 }, (_, index) => ({
      name: `Guest ${index + 1}`,
      email: `g${index + 1}@acme.example`,
      role: 'other',
    })),
    metadata: { status: 'tentative' },
  } as typeof meeting);
  const opened = panel(page, 'Meeting');
  // Beside the panel the open entry's headline has the room of its bubbles; the others keep theirs.
  const bubble = (name: RegExp) =>
    page.getByRole('button', { name }).locator('[aria-hidden] > span').first();
  await expect(bubble(/^Email from/)).toBeVisible();
  await expect(bubble(/^Meeting with/)).toBeHidden();
  await expect(opened.getByText(/9:30 AM – 11:00 AM/)).toBeVisible();
  await expect(opened.getByText('1 h 30 min')).toBeVisible();
  await expect(opened.getByRole('link', { name: 'https://meet.example/abc' })).toBeVisible();
  await expect(opened.getByText('12 participants')).toBeVisible();
  await expect(opened.getByText('tentative')).toBeVisible();
  await expect(page.frameLocator('iframe[title="Description"]').getByText('prices')).toBeVisible();
  await opened.getByRole('button', { name: 'and 4 more' }).click();
  await expect(opened.getByText('Guest 12', { exact: false })).toBeVisible();

  // A frame allows no scripts, not even those that look for barriers.
  const activity = { ...meeting, location: 'Room 2', plainTextBody: 'Agenda: prices' };
  await answerCall(page, `/api/activities/${meeting.id}`, { activity });
  await page.reload();
  await expect(opened.getByText('Agenda: prices')).toBeVisible();
  await expectAccessible(page, 'meeting');
});

journey('a call shows what came of it', async ({ page, stage }) => {
  const metadata = {
    actionItems: ['Send the offer'],
    durationFormatted: '45 min',
    transcriptUrl: 'https://app.fireflies.example/view/1',
  };
  await openActivity(page, stage, { ...call, metadata } as typeof call);
  const opened = panel(page, 'Call');
  await expect(opened.getByRole('listitem').filter({ hasText: /^(One|Two)$/ })).toHaveCount(2);
  await expect(opened.getByText('Send the offer')).toBeVisible();
  await expect(opened.getByText('45 min')).toBeVisible();
  const link = opened.getByRole('link', { name: 'Open the recording' });
  await expect(link).toHaveAttribute('href', metadata.transcriptUrl);
  await expect(link).toHaveAttribute('target', '_blank');
  await expectAccessible(page, 'call');

  // At sixty of a hundred lines it is still prose, and no script is ever a link.
  const prose = ['- a', '- b', '- c', 'd', 'e'].join('\n');
  await answerCall(page, `/api/activities/${call.id}`, {
    activity: { ...call, summary: prose, metadata: { transcriptUrl: 'javascript:alert(1)' } },
  });
  await page.reload();
  await expect(opened.getByText('- a')).toBeVisible();
  await expect(opened.getByRole('link', { name: 'Open the recording' })).toHaveCount(0);
});

journey('an activity loads, may fail with a toast, and closes', async ({ page, stage }) => {
  const api = `/api/activities/${mail.id}`;
  await injectFailure(page, api, 'silence');
  const { path } = await openSampleAccount(page, stage, { search: `?activity=${mail.id}` });
  await expect(panel(page, 'Activity').getByRole('status')).toHaveText('Loading activity...');
  await expectAccessible(page, 'activity, loading');
  await endInjectedFailure(page, api);
  for (const [message, text] of [
    ['Internal server error', 'Internal server error'],
    ['', 'Failed to fetch activity details'],
  ] as const) {
    await answerCall(page, api, new Refusal(500, message));
    await page.goto('about:blank');
    await page.goto(`${path}?activity=${mail.id}`);
    const opened = panel(page, 'Activity');
    await expect(
      opened.getByRole('heading', { name: 'Failed to load activity details' }),
    ).toBeVisible({ timeout: 30_000 });
    await expect(opened.getByText(text)).toBeVisible();
    await expect(
      page
        .getByRole('region', { name: /Notifications/ })
        .getByText('Failed to load activity details'),
    ).toBeVisible();
  }
  await expectAccessible(page, 'activity, failed');
  await panel(page, 'Activity').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(panel(page, 'Activity')).toHaveCount(0);
  await expect(page).toHaveURL(path);
});

journey('an activity that is not there is said to be missing', async ({ page, stage }) => {
  await answerCall(
    page,
    `/api/activities/${mail.id}`,
    new Refusal(404, 'Activity not found', 'NOT_FOUND'),
  );
  await openSampleAccount(page, stage, { search: `?activity=${mail.id}` });
  const opened = panel(page, 'Activity');
  await expect(opened.getByRole('heading', { name: 'Activity not found' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: /Notifications/ }).getByText('Activity not found'),
  ).toBeVisible();
  await expectAccessible(page, 'activity not found');
  await opened.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(opened).toHaveCount(0);
});

journey('an activity has a link of its own', async ({ page, stage }) => {
  await openActivity(page, stage, mail);
  const copy = page.getByRole('button', { name: 'Copy link to activity' });
  await copy.click();
  await expect(page.getByText('Activity link copied to clipboard', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).searchParams.get('activity')).toBe(mail.id);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
  });
  await copy.click();
  await expect(page.getByText('Failed to copy link', { exact: true })).toBeVisible();
});

journey('in a narrow window an activity lies over the page', async ({ page, stage }) => {
  await page.setViewportSize({ width: 480, height: 800 });
  await answerCall(page, `/api/activities/${mail.id}`, {
    activity: { ...mail, plainTextBody: 'Dear all' },
  });
  await openSampleAccount(page, stage);
  const entry = page.getByRole('button', { name: /Pilot scope/ });
  await entry.click();
  const opened = panel(page, 'Email');
  await expect(opened.getByText('Dear all')).toBeVisible();
  expect((await opened.boundingBox())?.width).toBe(480);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'e-mail, narrow');
  // Nothing behind it is reached.
  await expect(page.locator('[inert]').getByText('Share')).toHaveCount(1);
  await expect(page.locator('[inert]').getByText('Pilot scope')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
  await expect(entry).toBeFocused();
});
