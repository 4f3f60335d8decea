import type { Page } from '@playwright/test';
import { stubResponse } from '../src/network/stub-response.ts';
import { expect, journey, type TestEnvironment } from '../src/journey.ts';
import { openSampleAccount } from '../src/sample/open-sample-account.ts';
import { call } from '../src/sample/sample-timeline.ts';

const api = `/api/activities/${call.id}/fireflies-transcript`;

/** Opens the transcript of the sample call. */
async function openTranscript(page: Page, environment: TestEnvironment): Promise<void> {
  await stubResponse(page, `/api/activities/${call.id}`, { activity: call });
  await openSampleAccount(page, environment, { search: `?activity=${call.id}` });
  await page.getByRole('tab', { name: 'Transcript' }).click();
}

journey('three hours of speech are as quick as three minutes', async ({ page, environment }) => {
  const words = 'we should look at the numbers again before anybody decides about the pilot and';
  const speech = (minutes: number) =>
    Array.from({ length: minutes * 20 }, (_, index) => ({
      speaker_name: `Speaker ${Math.floor(index / 3) % 5}`,
      start_time: index * 3,
      text: `${index} ${words.slice(0, 20 + ((index * 7) % 58))}`,
    }));
  const drawn = async (minutes: number) => {
    await page.unrouteAll();
    await stubResponse(page, api, { transcriptSentences: speech(minutes) });
    await openTranscript(page, environment);
    const region = page.getByRole('region', { name: 'Transcript' });
    await expect(region.getByRole('listitem').first()).toBeVisible();
    // What the browser has to do while the wheel turns through it: the entries rendered at once,
    // and those made again. Counted and not timed, since other journeys run on the same machine.
    return region.evaluate(async (element) => {
      const rendered = () => element.querySelectorAll('[role=listitem], li').length;
      let [maximum, made] = [rendered(), 0];
      const observer = new MutationObserver((changes) => {
        for (const { addedNodes } of changes) made += addedNodes.length;
        maximum = Math.max(maximum, rendered());
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
