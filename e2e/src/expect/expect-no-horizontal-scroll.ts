import { expect, type Page } from '@playwright/test';

/** Expects that the page is as wide as its window, as soon as its layout is complete. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(wideElements)).toEqual([]);
}

/** Runs in the page: the elements beyond its right edge if it scrolls sideways, for the failure's message. */
const wideElements = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth === clientWidth) return [];
  return [
    scrollWidth + ' > ' + clientWidth,
    ...Array.from(document.body.querySelectorAll('*'))
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .slice(0, 10)
      .map((element) => element.outerHTML.slice(0, 120)),
  ];
})()`;
