import type { Page } from '@playwright/test';

/** How a server can let the application down. */
export type Trouble = 'silence' | 'broken connection' | 'fault' | 'no reason' | 'not JSON';

const answers = {
  fault: {
    status: 500,
    json: { success: false, error: { message: 'Internal server error', status: 500 } },
  },
  'no reason': { status: 502, contentType: 'application/json', body: '{}' },
  'not JSON': { status: 503, contentType: 'text/html', body: '<h1>Service Unavailable</h1>' },
};

/** Lets the server fail at the calls of a path until the journey ends or says otherwise. */
export async function troubleWith(page: Page, path: string, trouble: Trouble): Promise<void> {
  await page.unroute(`**${path}`);
  await page.route(`**${path}`, async (route) => {
    if (trouble === 'silence') return;
    if (trouble === 'broken connection') return route.abort('connectionrefused');
    return route.fulfill(answers[trouble]);
  });
}

/** Lets the server answer again. */
export async function troubleIsOver(page: Page, path: string): Promise<void> {
  await page.unroute(`**${path}`);
}
