import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { data } from '../src/specification/outcome.ts';
import { buttonsWithoutEffect } from '../src/specification/press-every-button.ts';
import type { SpecifiedName } from '../src/specification/specification-calls.ts';
import { acme, daysAgo, email, jonas } from '../src/specification/specification-data.ts';
import {
  missingStrings,
  specificationStrings,
} from '../src/specification/specification-strings.ts';
import {
  begin,
  isSeen,
  openAt,
  soon,
  textsOf,
  walk,
  type Place,
} from '../src/specification/walk.ts';

const GRID = '/northwind/sales/accounts';
const ACCOUNT = `${GRID}/${acme.id}`;
const EDIT = `/admin/users/${jonas.id}/edit`;
const TIMELINE = 'GET /api/accounts/{accountId}/timeline';

const countOf = ({ server }: Place, name: SpecifiedName) =>
  server.calls.filter((call) => call.name === name).length;

/** What hangs, where, and what is said after 10 seconds. */
const hanging: [SpecifiedName, at: string, text: string, act?: (page: Page) => Promise<void>][] = [
  ['GET /api/workspaces', '/', 'No Workspaces Available'],
  ['GET /api/workspaces', GRID, 'Failed to load workspace'],
  ['GET /api/auth/me', '/admin/users', 'Failed to verify admin access'],
  ['GET /api/admin/users', '/admin/users', 'Network error occurred'],
  ['GET /api/admin/organizations', '/admin/organizations', 'Network error occurred'],
  ['GET /api/admin/workspaces', '/admin/workspaces', 'Network error occurred'],
  ['GET /api/admin/users/{id}', EDIT, 'Failed to load user'],
  ['GET /api/admin/users/{id}/password-reset-status', EDIT, 'Failed to load password reset status'],
  ['GET /api/workspaces/{workspaceId}/accounts', GRID, 'Network error occurred'],
  ['GET /api/accounts/{accountId}', ACCOUNT, 'Account Not Found'],
  [
    'GET /api/activities/{activityId}',
    `${ACCOUNT}?activity=${email.id}`,
    'Failed to load activity details',
  ],
  [
    'GET /api/activities/{activityId}/fireflies-transcript',
    `${ACCOUNT}?activity=call-1`,
    'Connection error',
    (page) => page.getByRole('tab', { name: 'Transcript' }).click(),
  ],
  ['GET /api/accounts', '/import-preferences', 'Error: Network error occurred'],
  ['GET /api/integrations', '/integrations', 'Error: Failed to load integrations'],
  [
    'GET /api/accounts/discover',
    '/import-preferences/import',
    'Network error occurred while discovering domains',
    (page) => page.getByRole('button', { name: 'Continue to Discovery' }).click(),
  ],
];

walk('a read that hangs says so after 10 seconds, and is not repeated', async ({ page, place }) => {
  const problems: string[] = [];
  await page.clock.install();
  for (const [name, at, text, act] of hanging) {
    await begin(page, place);
    place.server.on(name, 'hang');
    await openAt(page, place, at);
    await act?.(page);
    if (!(await soon(() => countOf(place, name) > 0))) problems.push(`${name} at ${at}: not made`);
    await page.clock.runFor(8_500);
    if ((await textsOf(page)).includes(text)) problems.push(`${name} at ${at}: given up too early`);
    await page.clock.runFor(1_600);
    if (!(await isSeen(page, text, 2_000))) problems.push(`${name} at ${at}: no '${text}'`);
    await page.clock.runFor(5_000);
    if (countOf(place, name) > 1) problems.push(`${name} at ${at}: ${countOf(place, name)} times`);
  }
  expect(problems).toEqual([]);
});

walk(
  'what failed is requested anew by Try Again, online and on return',
  async ({ page, place }) => {
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
      await begin(page, place);
      place.server.on('GET /api/integrations', 'break');
      await openAt(page, place, '/integrations');
      await page.getByText('Error: Failed to load integrations').waitFor();
      place.server.on(
        'GET /api/integrations',
        data({ integrations: [], availableProviders: ['gmail'] }),
      );
      await act();
      if (!(await isSeen(page, 'Not Connected'))) problems.push(way);
    }
    expect(problems).toEqual([]);
  },
);

walk('a server that ignores the window brings the feed to its end', async ({ page, place }) => {
  const repeated = Array.from({ length: 1_000 }, (_, index) => ({
    ...email,
    id: `email-${index}`,
    occurredAt: new Date(Date.parse(daysAgo(1)) - index * 60_000).toISOString(),
  }));
  for (const activities of [repeated, []]) {
    await begin(page, place);
    place.server.on(TIMELINE, data({ activities }));
    await openAt(page, place, ACCOUNT);
    const feed = page.getByRole('region', { name: 'Activities', exact: true });
    await expect(async () => {
      await feed.evaluate((region) => {
        for (const one of region.querySelectorAll('*')) one.scrollTop = one.scrollHeight;
      });
      await expect(feed.getByText('End of activities')).toBeVisible({ timeout: 200 });
    }).toPass({ timeout: 20_000, intervals: [50] });
    expect(countOf(place, TIMELINE)).toBeLessThanOrEqual(5);
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
  walk(`every button does something at ${screens[0]} and on`, async ({ page, place }) => {
    const pressed = new Set<string>();
    const idle: string[] = [];
    for (const at of screens) idle.push(...(await buttonsWithoutEffect(page, place, at, pressed)));
    expect(idle).toEqual([]);
    expect(pressed.size).toBeGreaterThan(5);
  });
}

walk('the walk looks for every text of the specification', () => {
  walk.skip(specificationStrings === undefined, '../shared/spec is absent');
  expect(missingStrings()).toEqual([]);
});
