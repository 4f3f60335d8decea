import type { Page } from '@playwright/test';
import { answerCall, Refusal } from '../src/answer-call.ts';
import { expectAccessible } from '../src/expect-accessible.ts';
import { expect, journey, type Stage } from '../src/journey.ts';
import { openSampleAccount } from '../src/open-account.ts';
import { call } from '../src/sample-timeline.ts';
import { endInjectedFailure, injectFailure } from '../src/inject-failure.ts';

const api = `/api/activities/${call.id}/fireflies-transcript`;
const said = [
  { speaker_name: 'Ada', start_time: 0, text: 'The pilot starts' },
  { speaker_name: 'Ada', start_time: 4, text: 'in December' },
  { speaker_name: '', start_time: 3_725.4, text: 'A pilot it is' },
];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the transcript of the sample call. */
async function openTranscript(page: Page, stage: Stage): Promise<void> {
  await answerCall(page, `/api/activities/${call.id}`, { activity: call });
  await openSampleAccount(page, stage, { search: `?activity=${call.id}` });
  await page.getByRole('tab', { name: 'Transcript' }).click();
}

async function openAgain(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('tab', { name: 'Transcript' }).click();
}

journey(
  'a transcript is asked for when it is opened, loads, and shows who said what when',
  async ({ page, stage }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await answerCall(page, `/api/activities/${call.id}`, { activity: call });
    await injectFailure(page, api, 'silence');
    await openSampleAccount(page, stage, { search: `?activity=${call.id}` });
    await expect(page.getByRole('tab', { name: 'Summary' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByText('Check-in').first()).toBeVisible();
    // Not fetched, as nobody wants it yet.
    expect(asked).not.toContain(api);
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await expect(page.getByText('Loading transcript...')).toBeVisible();
    await expect.poll(() => asked).toContain(api);
    await expectAccessible(page, 'transcript, loading');

    await endInjectedFailure(page, api);
    await answerCall(page, api, { transcriptSentences: said });
    await openAgain(page);
    const list = page.getByRole('region', { name: 'Transcript' }).getByRole('listitem');
    await expect(list).toHaveText([
      /^Ada0:00The pilot starts$/,
      /^0:04in December$/,
      /^Unknown1:02:05A pilot it is$/,
    ]);
    await expectAccessible(page, 'transcript');

    const search = page.getByRole('searchbox', { name: 'Search in transcript' });
    await search.fill('PILOT');
    await expect(page.getByText('1 of 2')).toBeVisible();
    await expect(page.locator('mark')).toHaveText(['pilot', 'pilot']);
    await search.press('Enter');
    await expect(page.getByText('2 of 2')).toBeVisible();
    await button(page, 'Next match').click();
    await expect(page.getByText('1 of 2')).toBeVisible();
    await button(page, 'Previous match').click();
    await expect(page.getByText('2 of 2')).toBeVisible();
    await search.fill('(never');
    await expect(page.getByText('0 of 0')).toBeVisible();
  },
);

journey('a transcript may be empty', async ({ page, stage }) => {
  await answerCall(page, api, { transcriptSentences: [] });
  await openTranscript(page, stage);
  await expect(page.getByText('Transcript not available')).toBeVisible();
  await expect(
    page.getByText(
      'This meeting may still be processing or the transcript is no longer available.',
    ),
  ).toBeVisible();
  await expectAccessible(page, 'transcript, empty');
});

for (const [refusal, title, text] of [
  [
    new Refusal(429, '', 'RATE_LIMITED'),
    'Temporarily unavailable',
    'API rate limit reached. Please try again later.',
  ],
  [
    new Refusal(502, '', 'NETWORK_ERROR'),
    'Connection error',
    'Please check your connection and try again.',
  ],
  ['broken connection', 'Connection error', 'Please check your connection and try again.'],
  [new Refusal(500, '', 'UNKNOWN_ERROR'), 'Unable to load transcript', 'Failed to load transcript'],
  [{}, 'Unable to load transcript', 'Failed to load transcript'],
] as const) {
  const kind = refusal instanceof Refusal ? refusal.error.code : JSON.stringify(refusal);
  journey(
    `a transcript that fails (${kind}) says so and can be asked for again`,
    async ({ page, stage }) => {
      if (refusal === 'broken connection') await injectFailure(page, api, refusal);
      else await answerCall(page, api, refusal);
      await openTranscript(page, stage);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByText(text)).toBeVisible();
      await expectAccessible(page, `transcript, ${kind}`);
      if (refusal === 'broken connection') await endInjectedFailure(page, api);
      await answerCall(page, api, { transcriptSentences: said });
      await button(page, 'Try Again').click();
      await expect(page.getByText('in December')).toBeVisible();
    },
  );
}

journey(
  'a transcript refused twice is left alone for an hour, over a reload',
  async ({ page, stage }) => {
    let asked = 0;
    await page.clock.install();
    await page.route(
      ({ pathname }) => pathname === api,
      (route) => {
        asked += 1;
        const { error } = new Refusal(429, 'Too many', 'RATE_LIMITED');
        return route.fulfill({ status: 429, json: { success: false, error } });
      },
    );
    await openTranscript(page, stage);
    await button(page, 'Try Again').click();
    await expect(button(page, 'Try Again Later')).toBeDisabled();
    await openAgain(page);
    await expect(button(page, 'Try Again Later')).toBeDisabled();
    await expect(page.getByText('Temporarily unavailable')).toBeVisible();
    await expectAccessible(page, 'transcript, locked');
    expect(asked).toBe(2);
    await page.clock.fastForward('59:00');
    await openAgain(page);
    await expect(button(page, 'Try Again Later')).toBeDisabled();
    expect(asked).toBe(2);
    // By itself, with nobody doing anything.
    await page.clock.fastForward('01:01');
    await expect(button(page, 'Try Again')).toBeEnabled();
    expect(asked).toBe(3);
  },
);

journey('three hours of speech are as quick as three minutes', async ({ page, stage }) => {
  const words = 'we should look at the numbers again before anybody decides about the pilot and';
  const speech = (minutes: number) =>
    Array.from({ length: minutes * 20 }, (_, index) => ({
      speaker_name: `Speaker ${Math.floor(index / 3) % 5}`,
      start_time: index * 3,
      text: `${index} ${words.slice(0, 20 + ((index * 7) % 58))}`,
    }));
  const drawn = async (minutes: number) => {
    await page.unrouteAll();
    await answerCall(page, api, { transcriptSentences: speech(minutes) });
    await openTranscript(page, stage);
    const region = page.getByRole('region', { name: 'Transcript' });
    await expect(region.getByRole('listitem').first()).toBeVisible();
    // What the browser has to do while the wheel turns through it: the entries that stand at once,
    // and those made again. Counted and not timed, since other journeys run on the same machine.
    return region.evaluate(async (element) => {
      const position = () => element.querySelectorAll('[role=listitem], li').length;
      let [maximum, made] = [position(), 0];
      const observer = new MutationObserver((changes) => {
        for (const { addedNodes } of changes) made += addedNodes.length;
        maximum = Math.max(maximum, position());
      });
      observer.observe(element, { childList: true, subtree: true });
      for (let frame = 0; frame < 40; frame += 1) {
        element.scrollBy({ top: 75 });
        await new Promise(requestAnimationFrame);
      }
      observer.disconnect();
      return { maximum, made };
    });
  };
  const [short, long] = [await drawn(10), await drawn(180)];
  // What is in view is drawn, and nothing else, however long the call was.
  expect(long.maximum).toBeLessThan(60);
  expect(long.made).toBeGreaterThan(0);
  expect(long.made).toBeLessThan(short.made * 1.5);
  const search = page.getByRole('searchbox', { name: 'Search in transcript' });
  await search.fill('3599');
  await expect(page.getByText('1 of 1')).toBeVisible();
  await expect(page.getByText('2:59:57')).toBeInViewport();
});
