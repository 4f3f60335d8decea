import { expectNoSidewaysScroll } from '../src/expect-no-sideways-scroll.ts';
import { expectAccessible, loading, openMenu } from '../src/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';
import { type InjectedFailure, endInjectedFailure, injectFailure } from '../src/inject-failure.ts';

const list = '/api/workspaces';
const none = "You don't have access to any workspaces. Please contact your administrator.";

journey('the default workspace is looked for, and troubles are told', async ({ page, stage }) => {
  const team = await stage.makeTeam();
  await injectFailure(page, list, 'silence');
  await openAs(page, onlyPerson(team), '/');
  await expect(page.getByText('Finding your workspace...')).toBeVisible();
  await expect(page).toHaveTitle('Stage – Home');
  await expectAccessible(page, 'finding workspace', loading);

  const failures: [InjectedFailure, string][] = [
    ['broken connection', 'Failed to fetch workspaces: Network error occurred'],
    ['fault', 'Failed to fetch workspaces: Internal server error'],
    ['no reason', 'Failed to fetch workspaces: Request failed with status 502'],
    ['not JSON', 'Failed to fetch workspaces: Request failed with status 503'],
  ];
  for (const [failure, message] of failures) {
    await injectFailure(page, list, failure);
    // What was silent before may have been answered meanwhile, and have led elsewhere.
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'No Workspaces Available' })).toBeVisible();
    await expect(page.getByText(none)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(message);
  }
  await expectAccessible(page, 'no workspaces, in trouble');
  await endInjectedFailure(page, list);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page).toHaveURL(`/${team.organization.slug}/${team.workspace.slug}/accounts`);
});

journey('who belongs to no workspace is told so', async ({ page, stage }) => {
  await page.route(`**${list}`, (route) =>
    route.fulfill({ json: { success: true, data: { items: [] } } }),
  );
  await openAs(page, onlyPerson(await stage.makeTeam()), '/');
  await expect(page.getByText(none)).toBeVisible();
  await expectAccessible(page, 'no workspaces');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Switch Workspace' }).click();
  await expect(page.getByRole('menuitem', { name: 'No workspaces available' })).toBeVisible();
});

journey(
  'a page of a workspace waits for it, and tells when it cannot be had',
  async ({ page, stage }) => {
    const team = await stage.makeTeam();
    const path = `/${team.organization.slug}/${team.workspace.slug}/nowhere`;
    await injectFailure(page, list, 'silence');
    await openAs(page, onlyPerson(team), path);
    await expect(page.getByText('Loading workspace...')).toBeVisible();
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Switch Workspace' }).click();
    await expect(page.getByRole('menuitem', { name: 'Loading workspaces...' })).toBeVisible();

    await injectFailure(page, list, 'fault');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Failed to load workspace' })).toBeVisible();
    await expectAccessible(page, 'workspace failed');
    await endInjectedFailure(page, list);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expectAccessible(page, 'page not found');
  },
);

journey('a workspace of others is not found, nor is one that is none', async ({ page, stage }) => {
  const others = await stage.makeTeam();
  const person = onlyPerson(await stage.makeTeam());
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
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'workspace not found, 360 wide');
});

journey('switching goes there, and the browser remembers', async ({ page, stage }) => {
  const team = await stage.makeTeam({ elsewhere: 1 });
  const [there] = team.elsewhere;
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
  const record = await page.evaluate(
    () => JSON.parse(localStorage.getItem('active_workspace') ?? '') as Record<string, unknown>,
  );
  expect(record).toEqual({
    id: there.workspace.id,
    name: there.workspace.name,
    slug: there.workspace.slug,
    organizationId: there.organization.id,
    organizationName: there.organization.name,
    organizationSlug: there.organization.slug,
    timestamp: expect.any(Number),
  });
  // The first is the person's own, yet the last one used comes back.
  await page.goto('/');
  await expect(page).toHaveURL(`/${there.organization.slug}/${there.workspace.slug}/accounts`);
  const old = { ...record, timestamp: Date.now() - 31 * 86_400_000 };
  await page.evaluate(
    (text) => localStorage.setItem('active_workspace', text),
    JSON.stringify(old),
  );
  await page.goto('/');
  await expect(page).toHaveURL(`${here}/accounts`);
});
