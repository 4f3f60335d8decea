import { callApi } from '../src/call-api.ts';
import { expectAccessible, openMenu } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expectInWindow } from '../src/expect/expect-in-window.ts';
import { expect, journey, openAs } from '../src/journey.ts';

// The screens of the specification are walked at this width too.

journey.use({ viewport: { width: 375, height: 667 } });

journey(
  'a phone opens the grid with two lines an account, and held sideways with columns',
  async ({ page, environment }) => {
    const { people, workspace, organization } = await environment.createTeam();
    const [person] = people;
    if (person === undefined) throw new Error('The team has no members.');
    await environment.fillAccount({
      person,
      workspaceId: workspace.id,
      domain: 'quick.example',
      name: 'Quick',
      activities: [
        {
          occurredAt: new Date().toISOString(),
          participants: [{ name: 'Pat', email: 'pat@quick.example', role: 'from' }],
        },
      ],
    });
    await openAs(page, person, `/${organization.slug}/${workspace.slug}/accounts`);
    const row = page.getByRole('rowheader', { name: 'Quick' });
    await expect(row).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('columnheader')).toHaveCount(1);
    // The bubbles of the last days are beside the name, and under them is when something happened last.
    await expect(row.locator('svg').first()).toBeInViewport({ ratio: 1 });
    await expect(row.locator('time')).toBeInViewport({ ratio: 1 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'accounts on a phone');

    await page.getByRole('button', { name: 'Sort' }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Account', exact: true })).toBeFocused();
    await expectAccessible(page, 'sorts on a phone', openMenu);
    await page.getByRole('menuitem', { name: 'Last Touch Point' }).press('Enter');
    await expect(page).toHaveURL(/sort=-lastTouchPoint/);
    await expect(page.getByRole('button', { name: 'Sort: Last Touch Point' })).toBeFocused();
    await expectNoHorizontalScroll(page);

    await page.setViewportSize({ width: 667, height: 375 });
    const chart = page.getByRole('gridcell').locator('svg').first();
    await expect
      .poll(async () => (await chart.boundingBox())?.x, { message: 'there is room for all days' })
      .toBeGreaterThanOrEqual(199);
  },
);

journey('a phone shows who is in a workspace and who is invited', async ({ page, environment }) => {
  const { people, workspace, organization } = await environment.createTeam({
    people: 2,
    admin: true,
  });
  const [owner] = people;
  if (owner === undefined) throw new Error('The team has no members.');
  const email = 'somebody.with.a.rather.long.address@harborfinch.example';
  await callApi(environment, owner, `POST /api/workspaces/${workspace.id}/members`, { email });
  await openAs(page, owner, `/${organization.slug}/${workspace.slug}/members`);
  await expectInWindow(page.getByText('Administrator', { exact: true }));
  await expectInWindow(page.getByText('Invited', { exact: true }));
  await expectInWindow(page.getByRole('row', { name: /Administrator/ }));
  await expectInWindow(page.getByRole('button', { name: `Actions for ${email}` }));
  await expectAccessible(page, 'members on a phone');
});
