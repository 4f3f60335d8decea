import type { Browser } from '../../../e2e/src/browser/open-browser.ts';
import type { FilledAccount } from './fill-account.ts';

/** Milliseconds. */
export interface PageTimes {
  /**
   * From the navigation until the chart shows the days of the window, and the feed its first
   * entries.
   */
  chart: number;
  feed: number;
  /** The 95th percentile of frame times while the feed scrolls. */
  frameP95: number;
}

/** Pixels a second; a wheel turned as fast as people do. */
const speed = 4_500;
/** The distance to scroll in pixels: no further than the feed of the smaller account. */
const scrollFor = 1_400;

/** Opens the page of an account in a fresh tab and scrolls through its feed. */
export async function measurePage(
  browser: Browser,
  url: string,
  { path, token }: FilledAccount,
): Promise<PageTimes> {
  const localStorage = [{ name: 'auth_token', value: token }];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  const page = await context.newPage();
  // Written as text, as what runs in the page has another world's types.
  await page.addInitScript(`
    const seen = (globalThis.seen = {});
    const look = () => {
      seen.chart ??= document.querySelector('fieldset button span span') && performance.now();
      seen.feed ??= document.querySelector('article') && performance.now();
      if (!seen.chart || !seen.feed) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  `);
  await page.goto(url + path);
  await page.locator('fieldset button span span').first().waitFor({ state: 'attached' });
  await page.locator('article').first().waitFor();
  await page.evaluate('new Promise((after) => setTimeout(after, 100))');
  const { chart, feed } = await page.evaluate<{ chart: number; feed: number }>('seen');
  const frames = await page.evaluate<number[]>(`(async () => {
    const scroller = document.querySelector('section[aria-label="Activities"] > div');
    const frames = [];
    const frame = () => new Promise(requestAnimationFrame);
    for (let wait = 0; wait < 30; wait += 1) await frame();
    let last = await frame();
    for (const end = last + ${scrollFor}; last < end; ) {
      const now = await frame();
      scroller.scrollBy({ top: ((now - last) / 1000) * ${speed} });
      frames.push(now - last);
      last = now;
    }
    return frames;
  })()`);
  await context.close();
  frames.sort((one, other) => one - other);
  return { chart, feed, frameP95: frames[Math.floor(frames.length * 0.95)] ?? Number.NaN };
}
