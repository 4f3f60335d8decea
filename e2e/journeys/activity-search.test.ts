import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';
import { ada, daysAgo } from '../src/sample/sample-timeline.ts';

journey(
  'a shared mail is found by its text and opened, by keyboard alone',
  async ({ page, environment }) => {
    const team = await environment.createTeam();
    const person = onlyPerson(team);
    await environment.fillAccount({
      person,
      workspaceId: team.workspace.id,
      domain: 'acme.example',
      name: 'Acme Works',
      activities: [
        {
          title: 'Offer for Zürich',
          summary: 'The crane <img src=x onerror=alert(1)> is ready.',
          participants: [{ ...ada, role: 'from' }],
          occurredAt: daysAgo(200, 12),
        },
        {
          title: 'Lunch',
          summary: 'On Friday?',
          participants: [{ ...ada, role: 'from' }],
          occurredAt: daysAgo(3, 12),
        },
      ],
    });
    await openAs(page, person, `/${team.organization.slug}/${team.workspace.slug}/accounts`);
    await expect(page.getByRole('link', { name: 'Search activities' })).toBeVisible();
    await page.keyboard.press('s');
    const field = page.getByRole('searchbox', { name: /^Search activities in / });
    await expect(field).toBeFocused();
    await expect(page.getByText(/^Search what your team shares in/)).toBeVisible();
    await expectAccessible(page, 'search, empty');

    await page.keyboard.type('zurich crane');
    const result = page.getByRole('region', { name: 'Results' }).getByRole('link');
    await expect(result).toHaveCount(1);
    await expect(result.locator('mark')).toHaveText(['Zürich', 'crane']);
    await expect(result).toContainText('<img src=x onerror=alert(1)>');
    await expect(page).toHaveURL(/\/search\?q=zurich\+crane$/);
    await expectAccessible(page, 'search, results');
    await page.setViewportSize({ width: 375, height: 667 });
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });

    await page.keyboard.press('Tab');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('j');
    await expect(result).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/accounts\/[0-9a-f-]+\?activity=/);
    await expect(page.getByRole('heading', { name: 'Offer for Zürich' })).toBeVisible();
    await page.goBack();
    await expect(field).toHaveValue('zurich crane');
    await expect(result).toHaveCount(1);

    await field.fill('nothing like it');
    await expect(page.getByRole('heading', { name: 'No activities found' })).toBeVisible();
    await expectAccessible(page, 'search, nothing found');
  },
);

journey(
  'a search that takes several requests continues until it is asked whether to',
  async ({ page, environment }) => {
    const team = await environment.createTeam();
    const person = onlyPerson(team);
    await environment.fillAccount({
      person,
      workspaceId: team.workspace.id,
      domain: 'acme.example',
      name: 'Acme Works',
      activities: [
        {
          title: 'Offer for a crane',
          summary: 'As discussed.',
          participants: [{ ...ada, role: 'from' }],
          occurredAt: daysAgo(200, 12),
        },
      ],
    });
    // Only a workspace with millions of activities takes more than one.
    let requests = 0;
    let isLong = true;
    await page.route('**/activities/search?*', (route) => {
      if (!isLong) return route.fallback();
      requests += 1;
      const since = daysAgo(requests, 0);
      return route.fulfill({ json: { results: [], next: since, searchedSince: since } });
    });
    await page.setViewportSize({ width: 375, height: 667 });
    await openAs(page, person, `/${team.organization.slug}/${team.workspace.slug}/search?q=crane`);
    const more = page.getByRole('button', { name: 'Search Older Activities', exact: true });
    // After the first request the button can be used until the browser says that the end is in view.
    await expect.poll(() => requests).toBeGreaterThan(10);
    await expect(more).toBeEnabled();
    await expect(page.getByText('No results so far')).toBeVisible();
    await expect(page.getByText(/^Searched back to /)).toBeVisible();
    await expectAccessible(page, 'search, not finished');
    await expectNoHorizontalScroll(page);
    isLong = false;
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Results' }).getByRole('link')).toHaveCount(1);
    await expect(page.getByText('1 result, newest first')).toBeVisible();
  },
);
