import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

interface Exception {
  /** One of axe's rules. */
  rule: string;
  /** The reason why it does not apply here. */
  because: string;
}

/** A folder for pictures of the screens; none are taken if it is absent. */
const pictures = process.env['SCREENSHOTS'];

/** Rules that a page may break while its content is loading. */
export const loading: Exception[] = [
  {
    rule: 'page-has-heading-one',
    because: 'Nothing is there yet that a heading could stand over; the status tells of the wait.',
  },
];

/** Rules that an open menu may break and a page may not. */
export const openMenu: Exception[] = [
  {
    rule: 'region',
    because: 'A menu is no part of the page that it lies over, and stands outside its landmarks.',
  },
];

/**
 * Looks for barriers on what the page shows now, in the light theme and then in the dark one. The
 * page must follow the system; it stays dark.
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  except: readonly Exception[] = [],
): Promise<void> {
  await test.step(`${screen} is accessible`, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      // Without motion, as a colour that is still changing has no contrast to speak of.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      // Again while something is found: an animation can begin after the others were finished.
      await expect(async () => {
        const found = await findBarriers(page, colorScheme, except);
        expect(found, `${screen}, ${colorScheme}`).toEqual([]);
      }).toPass({ timeout: 30_000 });
      await takePicture(page, `${screen} ${colorScheme}`);
    }
  });
}

async function findBarriers(
  page: Page,
  colorScheme: 'light' | 'dark',
  except: readonly Exception[],
): Promise<{ id: string; at: string[] }[]> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      // One without an end, such as a skeleton's, cannot be fast-forwarded to it.
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
  // Legacy: its results are not put together in another tab, which would take the focus away.
  const axe = new AxeBuilder({ page, ...(await axeSource(page)) }).setLegacyMode();
  axe.options({
    // Without selectors for what passes, which take most of the time on a large page.
    resultTypes: ['violations'],
    // Style sheets and media are only for rules about orientation, which is off, and about sounds,
    // of which no page has any.
    preload: false,
  });
  // What is not about colours is the same in both.
  if (colorScheme === 'dark') axe.withRules(['color-contrast']);
  else axe.disableRules(except.map(({ rule }) => rule));
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
}

/** Nothing if the page has the script already: it would be sent and compiled twice each time. */
async function axeSource(page: Page): Promise<{ axeSource?: string }> {
  const hasAxe = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => 'axe' in window).catch(() => false)),
  );
  return hasAxe.every(Boolean) ? { axeSource: 'undefined' } : {};
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await page.screenshot({ path: path.join(pictures, `${name.replaceAll(/\W+/g, '-')}.png`) });
}
