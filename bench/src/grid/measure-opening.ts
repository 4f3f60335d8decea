import type { Page } from '@playwright/test';

/**
 * Milliseconds from navigation until the frame after the one in which an element is in the page
 * and everything that the page names has arrived.
 */
export async function measureOpening(page: Page, address: string, rows: string): Promise<number> {
  await page.addInitScript(watch, rows);
  await page.goto(address, { waitUntil: 'commit' });
  return page.evaluate(() => (globalThis as unknown as Watched).opened);
}

interface Watched {
  opened: Promise<number>;
}

/** Runs in the page, before the page's own scripts. */
function watch(rows: string): void {
  const { promise, resolve } = Promise.withResolvers<number>();
  Object.assign(globalThis, { opened: promise });
  const look = () => {
    const isThere = document.readyState === 'complete' && document.querySelector(rows) !== null;
    if (isThere) requestAnimationFrame(() => resolve(performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The files of the built application that a browser loads before it can show the grid. */
export async function readWeight(origin: string): Promise<Record<string, Buffer>> {
  const read = async (address: string) => {
    const response = await fetch(origin + address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const html = (await read('/')).toString();
  const addresses = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|woff2))"/g)].flatMap(
    ([, address]) => address ?? [],
  );
  const files = await Promise.all(addresses.map(async (one) => [one, await read(one)] as const));
  return Object.fromEntries(files);
}

/**
 * A page that loads the same files, runs none of them, and shows as many rows of plain text.
 */
export function barePage(
  weight: Readonly<Record<string, Buffer>>,
  names: readonly string[],
): string {
  const links = Object.keys(weight).map((address) =>
    address.endsWith('.css')
      ? `<link rel="stylesheet" href="${address}">`
      : address.endsWith('.woff2')
        ? `<link rel="preload" as="font" crossorigin href="${address}">`
        : `<link rel="modulepreload" href="${address}">`,
  );
  const rows = names.map((name) => `<p class="row">${name}</p>`);
  return `<!doctype html><title>Bare</title>${links.join('')}${rows.join('')}`;
}
