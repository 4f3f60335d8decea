import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';
import { daysAgo } from '../src/sample/sample-timeline.ts';

const DOMAIN = 'before-me.example';
const pat = { name: 'Pat Moss', email: `pat@${DOMAIN}` };
const MINUTE = 60_000;

/** Something in each part of the first member's page. */
async function fillToday(environment: TestEnvironment) {
  const team = await environment.createTeam({ people: 2 });
  const [ann, ben] = team.people;
  if (ann === undefined || ben === undefined) throw new Error('The team has no two members.');
  const workspaceId = team.workspace.id;
  const me = { name: ann.name, email: ann.email };
  const from = (title: string, days: number) => ({
    title,
    occurredAt: daysAgo(days, 15),
    participants: [
      { ...pat, role: 'from' as const },
      { ...me, role: 'to' as const },
    ],
  });
  const to = (title: string, days: number) => ({
    title,
    occurredAt: daysAgo(days, 16),
    participants: [
      { ...me, role: 'from' as const },
      { ...pat, role: 'to' as const },
    ],
  });
  const start = Date.now() + MINUTE;
  const account = { person: ann, workspaceId, domain: DOMAIN, name: 'Before Me' };
  const { accountId } = await environment.fillAccount({
    ...account,
    activities: [
      from('Which colour?', 8),
      from('How many?', 9),
      to('Our offer', 12),
      {
        type: 'calendar',
        title: 'Kick-off',
        occurredAt: new Date(start).toISOString(),
        startTime: new Date(start).toISOString(),
        endTime: new Date(start + 30 * MINUTE).toISOString(),
        participants: [pat, me].map((one) => ({ ...one, role: 'other' as const })),
      },
    ],
  });
  await environment.fillAccount({
    person: ben,
    workspaceId,
    domain: 'added.example',
    name: 'Added',
    activities: [],
  });
  await callApi(environment, ann, `PUT /api/accounts/${accountId}/note`, {
    note: 'Prefers blue.',
    replaces: '',
  });
  const path = `/${team.organization.slug}/${team.workspace.slug}/today`;
  return { ann, ben, path };
}

const section = (page: Page, name: RegExp) => page.getByRole('region', { name });
const waiting = (page: Page) => section(page, /^Waiting for your answer/);
const rows = (page: Page, name: RegExp) => section(page, name).getByRole('listitem');

journey(
  'Today lists what is before its reader, and each line opens it',
  async ({ page, environment }) => {
    const { ann, ben, path } = await fillToday(environment);
    await openAs(page, ann, path);
    await expect(rows(page, /^Waiting for your answer/)).toHaveCount(2);
    await expect(rows(page, /^No answer yet/)).toContainText('Our offer');
    await expect(rows(page, /^New since your last visit/)).toContainText(
      `${ben.name} created Added`,
    );
    await expect(section(page, /^Going quiet/)).toContainText(
      'Nobody at the accounts you own is going quiet',
    );
    await expectAccessible(page, 'Today');

    const meeting = section(page, /^Meetings/).getByRole('button', { name: /Kick-off/ });
    await meeting.press('Enter');
    await expect(meeting).toHaveAttribute('aria-expanded', 'true');
    const brief = section(page, /^Meetings/);
    await expect(brief.getByText('Prefers blue.')).toBeVisible();
    await expect(brief.getByRole('heading', { name: 'Who comes' })).toBeVisible();
    await expect(brief.getByText('Pat Moss').first()).toBeVisible();
    await expectAccessible(page, 'Today with a brief');
    await expect(page).toHaveURL(/\?meeting=/);
    await page.reload();
    await expect(brief.getByText('Prefers blue.')).toBeVisible();
    await meeting.press('Enter');
    await expect(page).not.toHaveURL(/meeting=/);

    for (const width of [1024, 375]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoHorizontalScroll(page);
      await expectAccessible(page, `Today at ${width}`);
    }
    await waiting(page)
      .getByRole('link', { name: /Which colour\?/ })
      .click();
    await expect(page).toHaveURL(/\/accounts\/[\w-]+\?activity=/);
    await expect(page.getByRole('heading', { name: 'Which colour?' }).first()).toBeVisible();
  },
);

journey(
  'a conversation is done, comes back, and is put off by the keyboard',
  async ({ page, environment }) => {
    const { ann, path } = await fillToday(environment);
    await openAs(page, ann, path);
    await waiting(page).getByRole('button', { name: 'Done: Which colour?' }).press('Enter');
    await expect(rows(page, /^Waiting for your answer/)).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page, /^Waiting for your answer/)).toHaveCount(2);

    await waiting(page).getByRole('button', { name: 'Remind me about How many?' }).press('Enter');
    await page.getByRole('button', { name: /^In 1 week/ }).press('Enter');
    await expect(page.getByText(/^You will be reminded on/).first()).toBeVisible();
    await expect(rows(page, /^Waiting for your answer/)).toHaveCount(1);
    await page.reload();
    await expect(rows(page, /^Waiting for your answer/)).toHaveCount(1);
  },
);

journey(
  'Today while it loads, fails, is offline and has nothing',
  async ({ page, environment }) => {
    const { ann, path } = await fillToday(environment);
    const today = '**/api/workspaces/*/today';
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(today, async (route) => {
      await held;
      await route.fulfill({ status: 403, json: { success: false, error: { message: 'Not now' } } });
    });
    // What shows toasts is loaded three seconds after the page.
    const toaster = page.waitForResponse(/\/toaster-/);
    await openAs(page, ann, path);
    await expect(page.getByRole('main').getByText('Loading...')).toBeAttached();
    await expect(waiting(page)).toHaveCount(0);
    answer();
    await expect(page.getByText('Not now')).toBeVisible();
    await expectAccessible(page, 'Today that fails');
    await page.unroute(today);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(rows(page, /^Waiting for your answer/)).toHaveCount(2);

    // What is on the screen stays, and what cannot be saved is said.
    await toaster;
    await page.context().setOffline(true);
    await waiting(page).getByRole('button', { name: 'Done: Which colour?' }).click();
    await expect(page.getByText('Failed to hide “Which colour?”').first()).toBeVisible();
    await expect(rows(page, /^Waiting for your answer/)).toHaveCount(2);
    await page.context().setOffline(false);

    const nobody = await environment.createTeam({ people: 1 });
    const [alone] = nobody.people;
    if (alone === undefined) throw new Error('The team has no member.');
    await openAs(page, alone, `/${nobody.organization.slug}/${nobody.workspace.slug}/today`);
    await expect(page.getByText('Connect Your Mailbox and Calendar')).toBeVisible();
    await expect(page.getByText('Nothing was added.')).toBeVisible();
    await expectAccessible(page, 'Today of somebody who has connected nothing');
  },
);
