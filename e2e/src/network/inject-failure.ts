import type { Page } from '@playwright/test';

/** The ways in which a server can fail. */
export type InjectedFailure = 'silence' | 'broken connection' | 'fault' | 'no reason' | 'not JSON';

const answers = {
  fault: {
    status: 500,
    json: { success: false, error: { message: 'Internal server error', status: 500 } },
  },
  'no reason': { status: 502, contentType: 'application/json', body: '{}' },
  'not JSON': { status: 503, contentType: 'text/html', body: '<h1>Service Unavailable</h1>' },
};

/** Makes requests to a path fail until the journey ends or the failure is removed. */
export async function injectFailure(
  page: Page,
  path: string,
  failure: InjectedFailure,
): Promise<void> {
  await page.unroute(`**${path}`);
  await page.route(`**${path}`, async (route) => {
    if (failure === 'silence') return;
    if (failure === 'broken connection') return route.abort('connectionrefused');
    return route.fulfill(answers[failure]);
  });
}

/** Removes the injected failure. */
export async function endInjectedFailure(page: Page, path: string): Promise<void> {
  await page.unroute(`**${path}`);
}
