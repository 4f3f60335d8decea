import type { Page } from '@playwright/test';

/** Own pages, and what a browser makes by itself. */
const harmless = /^(data|blob|about|chrome-error):/;

/**
 * Records what foreign text must never cause: a dialog, a new page, an error of a script,
 * a frame that navigates to another site, a request to a host other than the product's.
 */
export function recordHarm(page: Page, own: string): string[] {
  const harm: string[] = [];
  const isOwn = (url: string) => url.startsWith(`${own}/`) || harmless.test(url);
  page.context().on('request', (request) => {
    if (!isOwn(request.url())) harm.push(`request to ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    harm.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => harm.push(`new page ${popup.url()}`));
  page.on('pageerror', ({ message }) => harm.push(`error ${message}`));
  page.on('framenavigated', (frame) => {
    if (!isOwn(frame.url())) harm.push(`frame at ${frame.url()}`);
  });
  return harm;
}
