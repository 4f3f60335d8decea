import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectNoHorizontalScroll } from './expect-no-horizontal-scroll.ts';

/**
 * Shows an email in both color schemes and at phone width, and checks that it contains a link and is accessible.
 *
 * @param mail as it was sent.
 */
export async function expectReadableMail(page: Page, mail: string, link: string): Promise<void> {
  const html = mail.slice(mail.indexOf('<!doctype html>'), mail.indexOf('</html>') + 7);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setContent(html);
    await expect(page.getByRole('link', { name: link })).toBeVisible();
    // An email does not follow the theme of the application, as `expectAccessible` expects.
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 667 });
    await expectNoHorizontalScroll(page);
  }
}
