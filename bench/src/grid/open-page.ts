import type { Browser, Page } from '@playwright/test';

/** Does something with a page that has loaded and stored nothing yet, but a session. */
export async function withNewPage<Result>(
  browser: Browser,
  { origin, token }: { origin: string; token: string },
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'auth_token', value: token }] }],
    },
  });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}
