import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expectAccessible, openMenu } from '../src/expect/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

journey(
  'a workspace of others is not found, nor is one that is none',
  async ({ page, environment }) => {
    const others = await environment.createTeam();
    const person = onlyPerson(await environment.createTeam());
    const long = 'a'.repeat(300);
    for (const [org, workspace] of [
      [others.organization.slug, others.workspace.slug],
      [long, long],
    ] as const) {
      await openAs(page, person, `/${org}/${workspace}/accounts`);
      await expect(page.getByRole('heading', { name: 'Workspace Not Found' })).toBeVisible();
      await expect(
        page.getByText(
          `The workspace "${org}/${workspace}" could not be found or you don't have access to it.`,
        ),
      ).toBeVisible();
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'workspace not found, 360 wide');
  },
);

journey('switching goes there, and the browser remembers', async ({ page, environment }) => {
  const team = await environment.createTeam({ otherWorkspaces: 1 });
  const [there] = team.otherWorkspaces;
  if (there === undefined) throw new Error('The team is nowhere else.');
  const here = `/${team.organization.slug}/${team.workspace.slug}`;
  await openAs(page, onlyPerson(team), here);
  await expect(page).toHaveURL(`${here}/accounts`);
  await page.goto(`${here}/nowhere`);
  await page.getByRole('button', { name: /Switch workspace$/ }).click();
  const groups = page.getByRole('menu').getByRole('group');
  await expect(groups).toHaveCount(2);
  await expect(groups.first()).toHaveAccessibleName(team.organization.name);
  await expect(page.getByRole('menuitem', { name: team.workspace.name })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expectAccessible(page, 'workspace switcher', openMenu);
  await page.getByRole('menuitem', { name: there.workspace.name }).click();
  await expect(page).toHaveURL(`/${there.organization.slug}/${there.workspace.slug}/accounts`);
  const recorded = () =>
    page.evaluate(
      () => JSON.parse(localStorage.getItem('active_workspace') ?? '') as Record<string, unknown>,
    );
  const record = await recorded();
  expect(record).toEqual({
    id: there.workspace.id,
    name: there.workspace.name,
    slug: there.workspace.slug,
    organizationId: there.organization.id,
    organizationName: there.organization.name,
    organizationSlug: there.organization.slug,
    timestamp: expect.any(Number),
  });
  // The first is the user's own, yet the last one used comes back.
  await page.goto('/');
  await expect(page).toHaveURL(`/${there.organization.slug}/${there.workspace.slug}/accounts`);
  // The page records the visit a moment after its address has changed, and would replace the old one.
  await expect.poll(async () => (await recorded())['timestamp']).not.toBe(record['timestamp']);
  const old = { ...record, timestamp: Date.now() - 31 * 86_400_000 };
  await page.evaluate(
    (text) => localStorage.setItem('active_workspace', text),
    JSON.stringify(old),
  );
  await page.goto('/');
  await expect(page).toHaveURL(`${here}/accounts`);
});
