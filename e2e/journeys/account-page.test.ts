import type { Page } from '@playwright/test';
import { addDays } from '../../packages/domain/src/time/business-day.ts';
import { Refusal, answerCall } from '../src/answer-call.ts';
import { expectAccessible, loading } from '../src/expect-accessible.ts';
import { expectNoSidewaysScroll } from '../src/expect-no-sideways-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';
import { days, openSampleAccount } from '../src/open-account.ts';
import {
  daysAgo,
  everyType,
  mail,
  sampleAccountDetail,
  sampleActivity,
  today,
} from '../src/sample-timeline.ts';
import { endInjectedFailure, injectFailure } from '../src/inject-failure.ts';

journey.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const size = (page: Page, weeks: number) => page.getByRole('radio', { name: `${weeks} weeks` });
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const information = (page: Page) =>
  page.getByRole('complementary', { name: 'Account Information' });

journey('an account names the page and shows what happened', async ({ page, stage }) => {
  await openSampleAccount(page, stage);
  await expect(page.getByRole('heading', { level: 1, name: 'Acme Works' })).toBeVisible();
  await expect(page).toHaveTitle('Stage – Acme Works');
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon.svg');
  await expect(page.getByText('Pilot scope')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'End of activities' })).toBeVisible();
  await expectAccessible(page, 'account');
});

journey(
  'the address names the window, without what goes without saying',
  async ({ page, stage }) => {
    const cases: [search: string, range: string, end: string, left: object][] = [
      ['', '3W', today, {}],
      ['?timeline_window=3W', '3W', today, {}],
      ['?timeline_window=9W&timeline_end=2026-02-30', '3W', today, {}],
      ['?timeline_window=6w&timeline_end=20260101', '3W', today, {}],
      [`?timeline_end=${today}`, '3W', today, {}],
      [
        `?timeline_end=${addDays(today, 1)}&timeline_window=12W`,
        '12W',
        today,
        { timeline_window: '12W' },
      ],
      [
        '?timeline_window=6W&timeline_end=2026-01-31',
        '6W',
        '2026-01-31',
        { timeline_window: '6W', timeline_end: '2026-01-31' },
      ],
    ];
    const { path, asked } = await openSampleAccount(page, stage);
    for (const [search, range, end, left] of cases) {
      // What the page before still asks for does not count.
      await page.goto('about:blank');
      asked.length = 0;
      await page.goto(path + search);
      await expect(size(page, (days[range] ?? 0) / 7)).toBeChecked();
      await expect.poll(() => query(page), search).toEqual(left);
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      expect(Object.fromEntries(asked[0] ?? []), search).toMatchObject({ range, end_date: end });
    }
  },
);

journey(
  'the window moves by its length, never past today, and back again',
  async ({ page, stage }) => {
    const { path } = await openSampleAccount(page, stage);
    await expect(button(page, 'Forward 3 weeks')).toBeDisabled();
    await expect(button(page, 'Today')).toBeDisabled();

    await size(page, 6).click();
    await expect.poll(() => query(page)).toEqual({ timeline_window: '6W' });
    await button(page, 'Back 6 weeks').click();
    const sixWeeksAgo = { timeline_window: '6W', timeline_end: addDays(today, -42) };
    await expect.poll(() => query(page)).toEqual(sixWeeksAgo);
    await expect(page.getByRole('group', { name: /^Activity by day/ })).toBeVisible();
    await size(page, 12).click();
    await button(page, 'Forward 12 weeks').click();
    // A whole step would end in the future.
    await expect.poll(() => query(page)).toEqual({ timeline_window: '12W' });
    await expect(button(page, 'Forward 12 weeks')).toBeDisabled();
    await button(page, 'Back 12 weeks').click();
    await button(page, 'Today').click();
    await expect.poll(() => query(page)).toEqual({ timeline_window: '12W' });

    for (const _ of [1, 2, 3]) await page.goBack();
    await expect
      .poll(() => query(page))
      .toEqual({ timeline_window: '12W', timeline_end: addDays(today, -42) });
    await expect(size(page, 12)).toBeChecked();
    await page.goBack();
    await expect.poll(() => query(page)).toEqual(sixWeeksAgo);
    await expect(size(page, 6)).toBeChecked();
    await page.goForward();
    await expect(size(page, 12)).toBeChecked();
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(size(page, 3)).toBeChecked();
  },
);

journey('the page is shared by its link', async ({ page, stage }) => {
  await openSampleAccount(page, stage, { search: '?timeline_window=6W' });
  await button(page, 'Share').click();
  await expect(page.getByText('Link copied to clipboard', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
  });
  await button(page, 'Share').click();
  await expect(page.getByText('Failed to copy link', { exact: true })).toBeVisible();
});

journey('the chart is read and used without a mouse', async ({ page, stage }) => {
  await openSampleAccount(page, stage);
  const chart = page.getByRole('group', { name: /^Activity by day/ });
  await expect(chart).toHaveAccessibleName(/: 6 external, 3 internal$/);
  await expect(chart.getByRole('button')).toHaveCount(21);
  await expect(chart.getByText('Today', { exact: true })).toBeVisible();
  await expect(
    chart.locator('[aria-hidden] > span', { hasText: /^[A-Z][a-z]{2} \d+$/ }),
  ).toHaveCount(6);

  await chart.getByRole('button', { name: /^Today: 0 external, 0 internal$/ }).focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft');
  const third = chart.getByRole('button').nth(17);
  await expect(third).toBeFocused();
  await expect(third).toHaveAccessibleName(/: 1 external, 0 internal$/);
  await page.keyboard.press('Enter');
  await expect(third).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('End');
  await expect(chart.getByRole('button').last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(chart.getByRole('button').first()).toBeFocused();
  // One stop of the Tab key, however many days.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Email from/ })).toBeFocused();
});

journey('a day that is chosen leads the feed', async ({ page, stage }) => {
  const activities = Array.from({ length: 200 }, (_, index) =>
    sampleActivity(index + 1, {
      occurredAt: daysAgo(Math.floor(index / 10), 12, 59 - (index % 10)),
    }),
  );
  await openSampleAccount(page, stage, { activities });
  const chart = page.getByRole('group', { name: /^Activity by day/ });
  await chart.getByRole('button').nth(8).click();
  await expect(page.getByRole('button', { name: /Letter 121/ })).toBeInViewport();
  await expect(page.getByRole('button', { name: /Letter 120/ })).not.toBeInViewport();
  await chart.getByRole('button').last().click();
  await expect(page.getByRole('button', { name: /Letter 1 / })).toBeInViewport();
});

journey(
  'the information panel tells about the account and is remembered',
  async ({ page, stage }) => {
    const people = Array.from({ length: 7 }, (_, index) => ({
      name: `Person ${index + 1}`,
      email: `p${index + 1}@acme.example`,
      role: 'other',
    }));
    const activities = [
      ...everyType,
      sampleActivity(20, { type: 'calendar', participants: people }),
    ];
    await openSampleAccount(page, stage, { activities });
    const panel = information(page);
    await expect(panel).toBeVisible();
    expect((await panel.boundingBox())?.width).toBe(320);
    for (const text of ['acme.example', '2 weeks ago', 'Jonas Weber', '3 emails', '2 meetings']) {
      await expect(panel.getByText(text, { exact: true })).toBeVisible();
    }
    // Ada and Maya took part as well.
    await expect(panel.getByText('and 4 more')).toBeVisible();
    await expect(panel.getByText(/^(Ada Okafor|Person \d)$/)).toHaveCount(5);

    await button(page, 'Close account information').click();
    await expect(panel).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Pilot scope')).toBeVisible();
    await expect(panel).toHaveCount(0);
    await button(page, 'Info').click();
    await expect(panel).toBeVisible();
    await page.reload();
    await expect(panel).toBeVisible();
  },
);

journey('an account that is not there, or not for these eyes', async ({ page, stage }) => {
  const [own, other] = [await stage.makeTeam(), await stage.makeTeam()];
  const [person, stranger] = [onlyPerson(own), onlyPerson(other)];
  const { accountId } = await stage.fillAccount({
    person: stranger,
    workspaceId: other.workspace.id,
    domain: 'acme.example',
    name: 'Not Yours',
    activities: [],
  });
  const accounts = `/${own.organization.slug}/${own.workspace.slug}/accounts`;
  for (const id of [accountId, crypto.randomUUID(), 'nonsense']) {
    await openAs(page, person, `${accounts}/${id}`);
    await expect(page.getByRole('heading', { name: 'Account Not Found' })).toBeVisible();
    await expect(
      page.getByText("The account could not be found or you don't have access to it."),
    ).toBeVisible();
    await expect(page.getByText('Not Yours')).toHaveCount(0);
    await expect(button(page, 'Try Again')).toHaveCount(0);
  }
  await expectAccessible(page, 'account not found');
  await page.getByRole('link', { name: 'Back to Accounts' }).click();
  await expect(page).toHaveURL(accounts);
});

journey('an account loads in its layout, and may fail and come back', async ({ page, stage }) => {
  const { path, api } = await openSampleAccount(page, stage);
  await injectFailure(page, api, 'silence');
  await injectFailure(page, `${api}/timeline?*`, 'silence');
  await page.goto(path);
  await expect(page.getByText('Loading account data...')).toBeVisible();
  await expect(page.getByRole('group', { name: /^Activity by day/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Activities' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await expectAccessible(page, 'account, loading', loading);

  await endInjectedFailure(page, `${api}/timeline?*`);
  await endInjectedFailure(page, api);
  await answerCall(page, api, new Refusal(500, ''));
  await page.goto(path);
  await expect(page.getByText('Failed to fetch account')).toBeVisible({ timeout: 30_000 });
  await answerCall(page, api, { workspaceAccount: sampleAccountDetail });
  await button(page, 'Try Again').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Acme Works' })).toBeVisible();
});

journey('a timeline that fails is said in the feed alone', async ({ page, stage }) => {
  const { path, api } = await openSampleAccount(page, stage);
  await answerCall(page, `${api}/timeline`, new Refusal(500, 'Internal server error'));
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto(path);
  await expect(page.getByText('The activities could not be loaded')).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Acme Works' })).toBeVisible();
  expect(logged.join('\n')).toContain('The timeline of the account could not be read.');
  await expectAccessible(page, 'account, feed failed');
  await answerCall(page, `${api}/timeline`, { activities: everyType });
  await button(page, 'Try Again').click();
  await expect(page.getByText('Pilot scope')).toBeVisible();
});

journey('an account without activities says what the place is for', async ({ page, stage }) => {
  const { team, person } = await openSampleAccount(page, stage, { activities: [] });
  await expect(page.getByText('No activity yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'End of activities' })).toBeVisible();

  // And with the server that tells more.
  const { accountId } = await stage.fillAccount({
    person,
    workspaceId: team.workspace.id,
    domain: 'quiet.example',
    name: 'Quiet Harbour',
    activities: [],
  });
  await page.goto(`/${team.organization.slug}/${team.workspace.slug}/accounts/${accountId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Quiet Harbour' })).toBeVisible();
  await expect(page.getByText('No activity yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'End of activities' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Integrations' })).toBeVisible();
  await expect(
    page.getByRole('group', { name: /^Activity by day.*: 0 external, 0 internal$/ }),
  ).toBeVisible();
  for (const text of [
    'quiet.example',
    'Today',
    'No participants in this period',
    '0 emails',
    '0 meetings',
  ]) {
    await expect(information(page).getByText(text, { exact: true })).toBeVisible();
  }
  await expectAccessible(page, 'account, empty');
});

journey('the page fits a narrow window', async ({ page, stage }) => {
  await page.setViewportSize({ width: 480, height: 800 });
  await openSampleAccount(page, stage);
  await expect(page.getByText('Pilot scope')).toBeVisible();
  await expectNoSidewaysScroll(page);
  // What would cover the feed waits until it is asked for.
  await expect(information(page)).toHaveCount(0);
  await expectAccessible(page, 'account, narrow');
  await button(page, 'Info').click();
  await expect(information(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'account, narrow, information');
  // An activity lies over it; what lies on top is what Escape closes.
  await answerCall(page, `/api/activities/${mail.id}`, { activity: mail });
  await page.getByRole('button', { name: /Pilot scope/ }).click({ position: { x: 40, y: 20 } });
  const email = page.getByRole('complementary', { name: 'Email' });
  await expect(email).toBeVisible();
  await expect(information(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(email).toHaveCount(0);
  await expect(information(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(information(page)).toHaveCount(0);
  await expect(button(page, 'Info')).toBeFocused();
});
