import { expect, type Page } from '@playwright/test';

/** The page fits into the width of the window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(excess).toBe(0);
}
