import type { Page } from '@playwright/test';
import { begin, openAt, type Site, soon } from './walk.ts';

/** The time in which a pressed button has to have an effect; milliseconds. */
const EFFECT_MS = 3_000;
/** With more similar buttons than this in one list, such as the days of a chart, one is pressed. */
const MAX_ALIKE = 4;

/**
 * Presses every button of a page by keyboard, each on a page of its own, and names those that do
 * nothing: that change nothing on the page, request nothing, lead nowhere and save no file.
 *
 * @param pressed what was pressed on other pages already; the bar at the top is the same on all.
 */
export async function buttonsWithoutEffect(
  page: Page,
  site: Site,
  at: string,
  pressed: Set<string>,
): Promise<string[]> {
  const idle: string[] = [];
  await openIntegrationsWithMails(page, site, at);
  for (const [index, key] of (await keysOf(page)).entries()) {
    if (pressed.has(key)) continue;
    pressed.add(key);
    if (!(await hasEffect(page, site, index))) idle.push(`${at}: '${key}' does nothing`);
    await openIntegrationsWithMails(page, site, at);
  }
  return idle;
}

async function openIntegrationsWithMails(page: Page, site: Site, at: string): Promise<void> {
  await begin(page, site);
  await openAt(page, site, at);
  await page.evaluate(untilQuiet, QUIET_MS);
}

/** A page that nothing has changed for so long has settled; milliseconds. */
const QUIET_MS = 120;

function untilQuiet(quietMs: number): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(resolve, quietMs * 2);
    new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, quietMs);
    }).observe(document, { subtree: true, childList: true });
  });
}

const BUTTONS = 'button:visible:not([disabled]):not([aria-disabled=true])';

/** A name for each button; alike for those that do alike. */
async function keysOf(page: Page): Promise<string[]> {
  return page.locator(BUTTONS).evaluateAll((buttons, maxAlike) => {
    const alike = new Map<string, number>();
    for (const one of buttons) alike.set(one.className, (alike.get(one.className) ?? 0) + 1);
    return buttons.map((button) => {
      const isOfMany = (alike.get(button.className) ?? 0) > maxAlike;
      const bar = button.closest('header[data-context]') === null ? location.pathname : 'bar';
      const name = button.getAttribute('aria-label') ?? button.textContent ?? '';
      return `${bar} ${isOfMany ? `one of ${button.className.slice(0, 40)}` : name.trim()}`;
    });
  }, MAX_ALIKE);
}

async function hasEffect(page: Page, { server }: Site, index: number): Promise<boolean> {
  const button = page.locator(BUTTONS).nth(index);
  let saved = false;
  const note = () => {
    saved = true;
  };
  page.once('download', note);
  await button.focus();
  // What the focus itself shows, such as a tooltip, is there before the button is pressed.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => setTimeout(() => requestAnimationFrame(() => resolve()), 80)),
  );
  await page.evaluate(() => {
    globalThis.changes = 0;
    // What will show toasts is loaded and added a moment after the page, without any.
    const isEmptyRegion = (node: Node) =>
      node instanceof Element && node.matches('[role=region]') && node.querySelector('li') === null;
    const observer = new MutationObserver((records) => {
      const counted = records.filter(
        ({ target, addedNodes }) =>
          target !== document.documentElement &&
          target !== document.head &&
          (addedNodes.length === 0 || ![...addedNodes].every(isEmptyRegion)),
      );
      globalThis.changes = (globalThis.changes ?? 0) + counted.length;
    });
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(document, everything);
  });
  const before = { url: page.url(), calls: server.calls.length };
  await page.keyboard.press('Enter');
  const effect = await soon(async () => {
    if (saved || page.url() !== before.url || server.calls.length > before.calls) return true;
    return (await page.evaluate(() => globalThis.changes ?? 0).catch(() => 1)) > 0;
  }, EFFECT_MS);
  page.off('download', note);
  return effect;
}

declare global {
  /** Mutations of the page since a button was pressed. */
  var changes: number | undefined;
}
