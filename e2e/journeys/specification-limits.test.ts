import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { data } from '../src/specification/outcome.ts';
import { buttonsWithoutEffect } from '../src/specification/press-every-button.ts';
import type { SpecifiedName } from '../src/specification/specification-calls.ts';
import { acme, daysAgo, email, jonas } from '../src/specification/specification-data.ts';
import {
  begin,
  isSeen,
  openAt,
  soon,
  textsOf,
  walk,
  type Site,
} from '../src/specification/walk.ts';

const GRID = '/northwind/sales/accounts';
const ACCOUNT = `${GRID}/${acme.id}`;
const EDIT = `/admin/users/${jonas.id}/edit`;
const TIMELINE = 'GET /api/accounts/{accountId}/timeline';

const countOf = ({ server }: Site, name: SpecifiedName) =>
  server.calls.filter((call) => call.name === name).length;

interface Hanging {
  name: SpecifiedName;
  at: string;
  waiting: string;
  text: string;
  act?: (page: Page) => Promise<void>;
}

/** The request that hangs, the page, and its texts before and after the 10 seconds. */
const hanging: Hanging[] = [
  {
    name: 'GET /api/workspaces',
    at: '/',
    waiting: 'Finding your workspace...',
    text: 'No Workspaces Available',
  },
  {
    name: 'GET /api/workspaces',
    at: GRID,
    waiting: 'Loading workspace...',
    text: 'Failed to load workspace',
  },
  {
    name: 'GET /api/auth/me',
    at: '/admin/users',
    waiting: 'Verifying admin access...',
    text: 'Failed to verify admin access',
  },
  {
    name: 'GET /api/admin/users',
    at: '/admin/users',
    waiting: 'Platform Users',
    text: 'Network error occurred',
  },
  {
    name: 'GET /api/admin/organizations',
    at: '/admin/organizations',
    waiting: 'Platform Organizations',
    text: 'Network error occurred',
  },
  {
    name: 'GET /api/admin/workspaces',
    at: '/admin/workspaces',
    waiting: 'Platform Workspaces',
    text: 'Network error occurred',
  },
  {
    name: 'GET /api/admin/users/{id}',
    at: EDIT,
    waiting: 'Loading user...',
    text: 'Failed to load user',
  },
  {
    name: 'GET /api/admin/users/{id}/password-reset-status',
    at: EDIT,
    waiting: 'Account History',
    text: 'Failed to load password reset status',
  },
  {
    name: 'GET /api/workspaces/{workspaceId}/accounts',
    at: GRID,
    waiting: 'Columns',
    text: 'Network error occurred',
  },
  {
    name: 'GET /api/accounts/{accountId}',
    at: ACCOUNT,
    waiting: 'Loading account data...',
    text: 'Account Not Found',
  },
  {
    name: 'GET /api/activities/{activityId}',
    at: `${ACCOUNT}?activity=${email.id}`,
    waiting: 'Copy link to activity',
    text: 'Failed to load activity details',
  },
  {
    name: 'GET /api/activities/{activityId}/fireflies-transcript',
    at: `${ACCOUNT}?activity=call-1`,
    waiting: 'Loading transcript...',
    text: 'Connection error',
    act: (page) => page.getByRole('tab', { name: 'Transcript' }).click(),
  },
  {
    name: 'GET /api/accounts',
    at: '/import-preferences',
    waiting: 'New Domain',
    text: 'Error: Network error occurred',
  },
  {
    name: 'GET /api/integrations',
    at: '/integrations',
    waiting: 'Loading integrations...',
    text: 'Error: Failed to load integrations',
  },
  {
    name: 'GET /api/accounts/discover',
    at: '/import-preferences/import',
    waiting: 'Discovering Accounts',
    text: 'Network error occurred while discovering domains',
    act: (page) => page.getByRole('button', { name: 'Continue to Discovery' }).click(),
  },
];

declare global {
  /** When each path was first requested, by the page's clock. */
  var requestedAt: Record<string, number> | undefined;
}

function recordRequests(): void {
  const send = globalThis.fetch;
  globalThis.requestedAt = {};
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(String(input), location.href);
    globalThis.requestedAt ??= {};
    globalThis.requestedAt[pathname] ??= performance.now();
    return send(input, init);
  };
}

/** Reads when a path was requested, and the time now. */
function readClock(path: string): { start: number; now: number } {
  const now = performance.now();
  const [, start = now] =
    Object.entries(globalThis.requestedAt ?? {}).find(([requested]) =>
      new RegExp(`^${path}$`).test(requested),
    ) ?? [];
  return { start, now };
}

/** A pattern for the path of a call. */
const pathOf = (name: SpecifiedName): string =>
  name.replace(/^\w+ /, '').replaceAll(/\{\w+\}/g, '[^/]+');

walk('a read that hangs says so after 10 seconds, and is not repeated', async ({ page, site }) => {
  const problems: string[] = [];
  await page.clock.install();
  await page.addInitScript(recordRequests);
  for (const { name, at, waiting, text, act } of hanging) {
    await begin(page, site);
    site.server.on(name, 'hang');
    await openAt(page, site, at);
    await act?.(page);
    if (!(await soon(() => countOf(site, name) > 0))) problems.push(`${name} at ${at}: not made`);
    if (!(await isSeen(page, waiting))) problems.push(`${name} at ${at}: no '${waiting}'`);
    // The clock runs on while the machine is busy: what counts is the page's own time.
    const { start, now } = await page.evaluate(readClock, pathOf(name));
    await page.clock.runFor(Math.max(1, Math.floor(start + 9_000 - now)));
    const isSaid = (await textsOf(page)).includes(text);
    const { now: read } = await page.evaluate(readClock, pathOf(name));
    if (isSaid && read < start + 10_000) problems.push(`${name} at ${at}: given up too early`);
    await page.clock.runFor(Math.max(1, Math.ceil(start + 10_050 - read)));
    if (!(await isSeen(page, text))) problems.push(`${name} at ${at}: no '${text}'`);
    await page.clock.runFor(5_000);
    // After a failure the page asks once, by this call, whether the server is there (connection-state.md).
    const allowed = name === 'GET /api/auth/me' ? 2 : 1;
    const times = countOf(site, name);
    if (times > allowed) problems.push(`${name} at ${at}: ${times} times`);
  }
  expect(problems).toEqual([]);
});

walk(
  'what failed is requested again by Try Again, online and on return',
  async ({ page, site }) => {
    const ways: [string, () => Promise<void>][] = [
      ['Try Again', () => page.getByRole('button', { name: 'Try Again' }).click()],
      [
        'online',
        () =>
          page.evaluate(() => {
            window.dispatchEvent(new Event('offline'));
            window.dispatchEvent(new Event('online'));
          }),
      ],
      [
        'return',
        () => page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange'))),
      ],
    ];
    const problems: string[] = [];
    for (const [way, act] of ways) {
      await begin(page, site);
      site.server.on('GET /api/integrations', 'break');
      await openAt(page, site, '/integrations');
      await page.getByText('Error: Failed to load integrations').waitFor();
      site.server.on(
        'GET /api/integrations',
        data({ integrations: [], availableProviders: ['gmail'] }),
      );
      await act();
      if (!(await isSeen(page, 'Not Connected'))) problems.push(way);
    }
    expect(problems).toEqual([]);
  },
);

walk('a server that ignores the window brings the feed to its end', async ({ page, site }) => {
  const repeated = Array.from({ length: 1_000 }, (_, index) => ({
    ...email,
    id: `email-${index}`,
    occurredAt: new Date(Date.parse(daysAgo(1)) - index * 60_000).toISOString(),
  }));
  for (const activities of [repeated, []]) {
    await begin(page, site);
    site.server.on(TIMELINE, data({ activities }));
    await openAt(page, site, ACCOUNT);
    const feed = page.getByRole('region', { name: 'Activities', exact: true });
    await expect(async () => {
      await feed.evaluate((region) => {
        for (const one of region.querySelectorAll('*')) one.scrollTop = one.scrollHeight;
      });
      await expect(feed.getByText('End of activities')).toBeVisible({ timeout: 200 });
    }).toPass({ timeout: 20_000, intervals: [50] });
    expect(countOf(site, TIMELINE)).toBeLessThanOrEqual(5);
  }
});

for (const screens of [
  [GRID, ACCOUNT, `${ACCOUNT}?activity=${email.id}`],
  [
    '/integrations',
    '/import-preferences',
    '/import-preferences/import',
    '/admin/users',
    EDIT,
    '/admin/organizations',
    '/admin/workspaces',
    '/admin/reset-user-data',
  ],
]) {
  walk(`every button does something at ${screens[0]} and on`, async ({ page, site }) => {
    const pressed = new Set<string>();
    const idle: string[] = [];
    for (const at of screens) idle.push(...(await buttonsWithoutEffect(page, site, at, pressed)));
    expect(idle).toEqual([]);
    expect(pressed.size).toBeGreaterThan(5);
  });
}
