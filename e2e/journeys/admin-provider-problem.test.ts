import { stubResponse } from '../src/network/stub-response.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

journey('administrators see that a provider refuses this server', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam({ admin: true }));
  await stubResponse(page, '/api/admin/provider-problems', {
    problems: [
      {
        grantor: 'google',
        message:
          'Google refuses the OAuth client of this server (invalid_client). Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
        since: new Date(Date.now() - 7_200_000).toISOString(),
      },
    ],
  });
  await openAs(page, person, '/admin/users');
  const banner = page.getByText('Google refuses the OAuth client');
  await expect(banner).toBeVisible();
  await expectAccessible(page, 'provider problem');
  await page.setViewportSize({ width: 375, height: 667 });
  await expect(banner).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'provider problem on a phone');
});
