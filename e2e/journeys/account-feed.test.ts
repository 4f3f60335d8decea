import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs, type TestEnvironment } from '../src/journey.ts';
import { addDays } from '../../packages/domain/src/time/business-day.ts';
import { ada, daysAgo, today } from '../src/sample/sample-timeline.ts';
import type { CapturedActivity } from '../src/environment/fill-account.ts';

// Days and times are New York's, wherever the reader is.
journey.use({ timezoneId: 'Asia/Tokyo' });

const feed = (page: Page) => page.getByRole('region', { name: 'Activities' });
const entry = (page: Page, name: string | RegExp) => feed(page).getByRole('button', { name });
const scroller = (page: Page) => feed(page).locator('> div').first();

/** An account on the real server, whose feed comes in parts. */
async function openFilled(
  page: Page,
  environment: TestEnvironment,
  activities: CapturedActivity[],
  search = '',
): Promise<string> {
  const team = await environment.createTeam();
  const person = onlyPerson(team);
  const { accountId } = await environment.fillAccount({
    person,
    workspaceId: team.workspace.id,
    domain: 'acme.example',
    name: 'Acme Works',
    activities,
  });
  const path = `/${team.organization.slug}/${team.workspace.slug}/accounts/${accountId}`;
  // What was stored just now is reported once more, and would be loaded again in the middle of a journey.
  await page.route('**/api/integrations/events', () => undefined);
  await openAs(page, person, path + search);
  return path;
}

const letter = (number: number, occurredAt: string, given: object = {}): CapturedActivity => ({
  title: `Letter ${number}.`,
  summary: `What letter ${number} says.`,
  participants: [{ ...ada, role: 'from' }],
  occurredAt,
  ...given,
});

/** Five a day for forty days, then nothing for a hundred, then ten days more. */
const manyLetters = (): CapturedActivity[] =>
  Array.from({ length: 250 }, (_, index) => {
    const day = Math.floor(index / 5);
    return letter(index + 1, daysAgo(day < 40 ? day : day + 100, 18 - (index % 5)));
  });

/** Scrolls down step by step until everything has been loaded and the end is in view. */
async function scrollToEnd(
  page: Page,
  step: number,
  look: () => Promise<void> = async () => {},
): Promise<void> {
  const end = page.getByRole('heading', { name: 'End of activities' });
  await expect(async () => {
    await look();
    await scroller(page).evaluate((element, top) => element.scrollBy({ top }), step);
    await expect(end).toBeInViewport({ timeout: 30 });
  }).toPass({ intervals: [10], timeout: 30_000 });
  await look();
}

async function topOf(locator: Locator): Promise<number> {
  return Math.round((await locator.boundingBox())?.y ?? Number.NaN);
}

journey(
  'the feed continues in both directions without moving what is being read',
  async ({ page, environment }) => {
    await openFilled(page, environment, manyLetters(), `?timeline_end=${addDays(today, -12)}`);
    const first = entry(page, /Letter 61\./);
    await expect(first).toBeVisible();
    await expect(feed(page).getByRole('button', { name: 'Show Newer Activities' })).toBeVisible();

    // Upwards: what comes above leaves what is read where it is.
    const before = await topOf(first);
    await feed(page).getByRole('button', { name: 'Show Newer Activities' }).click();
    await expect(entry(page, /Letter 60\./)).toBeAttached();
    await expect(feed(page).getByRole('button', { name: 'Show Newer Activities' })).toHaveCount(0);
    await expect(first).toBeInViewport();
    const moved = Math.abs((await topOf(first)) - before);
    expect(moved).toBeLessThanOrEqual(1);

    // Downwards: every entry once, in order, over the gap to the end.
    const seen: number[] = [];
    await scroller(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(entry(page, /Letter 1\./)).toBeVisible();
    await scrollToEnd(page, 500, async () => {
      for (const title of await feed(page).locator('article').allTextContents()) {
        const number = Number(/Letter (\d+)\./.exec(title)?.[1]);
        if (!seen.includes(number)) seen.push(number);
      }
    });
    expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
    await expectAccessible(page, 'feed, end');
  },
);

journey(
  'emails of a thread are one conversation with its messages',
  async ({ page, environment }) => {
    const thread = [1, 2, 3].map((number) => {
      const id = `<budget-${number}@mail.example>`;
      return letter(number, daysAgo(6 - number), {
        title: number === 1 ? 'Budget' : 'Re: Budget',
        key: `message-id:${id}`,
        messageIds: number === 1 ? [id] : [id, '<budget-1@mail.example>'],
        textBody: `Whole text of message ${number}`,
        participants: [
          { ...ada, role: 'from' },
          { name: 'Ben', email: 'ben@acme.example', role: 'to' },
        ],
      });
    });
    await openFilled(page, environment, [...thread, letter(9, daysAgo(4))]);
    const conversation = entry(page, /^Conversation with Ada Okafor to Ben/);
    await expect(conversation).toContainText('Re: Budget');
    await expect(conversation).toContainText('3 messages');
    await expect(conversation.locator('svg').first()).toHaveClass(/lucide-mail/);
    // It is at its last message, above the letter of the day before.
    await expect(feed(page).locator('article').first()).toContainText('Re: Budget');
    await expect(feed(page).locator('article')).toHaveCount(2);

    await conversation.click();
    const panel = page.getByRole('complementary', { name: 'Conversation' });
    await expect(panel.getByText('Whole text of message 3')).toBeVisible();
    await expectAccessible(page, 'conversation');
    await panel.getByRole('list', { name: 'Earlier messages' }).getByRole('button').first().click();
    await expect(panel.getByText('Whole text of message 1')).toBeVisible();
    await expect(panel.getByText('Whole text of message 3')).toHaveCount(0);

    // A message by itself, from the list under the entry.
    await feed(page).getByRole('list', { name: 'Messages' }).getByRole('button').nth(1).click();
    await expect(page.getByRole('complementary', { name: 'Email' })).toContainText(
      'Whole text of message 2',
    );
    await expect(conversation).toHaveAttribute('aria-current', 'true');
  },
);

journey('the feed is read with the keyboard', async ({ page, environment }) => {
  const path = await openFilled(page, environment, manyLetters().slice(0, 30));
  await expect(entry(page, /Letter 1\./)).toBeVisible();
  await entry(page, /Letter 1\./).focus();
  await page.keyboard.press('ArrowDown');
  await expect(entry(page, /Letter 2\./)).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Email' });
  await expect(panel.getByRole('heading', { name: 'Letter 2.' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(panel.getByRole('heading', { name: 'Letter 3.' })).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(panel.getByRole('heading', { name: 'Letter 1.' })).toBeVisible();
  // Escape closes the panel that it is pressed in, and no other.
  const information = page.getByRole('complementary', { name: 'Account Information' });
  await information.locator('[tabindex="-1"]').focus();
  await page.keyboard.press('Escape');
  await expect(information).toHaveCount(0);
  await expect(panel).toBeVisible();
  await expect(page.getByRole('button', { name: 'Info', exact: true })).toBeFocused();
  // From inside the panel too, Escape closes it and focus is where it came from.
  await panel.getByRole('button', { name: 'Copy link to activity' }).focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(path);
  await expect(entry(page, /Letter 1\./)).toBeFocused();
});

journey(
  'a link to an activity opens it at its position in the feed',
  async ({ page, environment }) => {
    const path = await openFilled(page, environment, manyLetters());
    await entry(page, /Letter 2\./).click();
    await expect(page).toHaveURL(/activity=[0-9a-f-]{36}$/);
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('complementary', { name: 'Email' })).toHaveCount(0);
    await page.goForward();
    await expect(page.getByRole('heading', { level: 3, name: 'Letter 2.' })).toBeVisible();

    // Far beyond the window: its day leads the feed.
    await scrollToEnd(page, 5_000);
    await entry(page, /Letter 249\./).click();
    await expect(page.getByRole('heading', { level: 3, name: 'Letter 249.' })).toBeVisible();
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 3, name: 'Letter 249.' })).toBeVisible();
    await expect(entry(page, /Letter 249\./)).toBeInViewport();
    await expect(entry(page, /Letter 249\./)).toHaveAttribute('aria-current', 'true');
  },
);
