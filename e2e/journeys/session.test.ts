import { expectAccessible } from '../src/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';
import { endInjectedFailure, injectFailure } from '../src/inject-failure.ts';

const signInButton = { name: 'Sign in' } as const;

journey(
  'signing out never waits for the server, and ends the session there',
  async ({ page, stage }) => {
    const person = onlyPerson(await stage.makeTeam());
    await openAs(page, person, '/integrations');
    await injectFailure(page, '/api/auth/logout', 'silence');
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('button', signInButton)).toBeVisible();
    expect(
      await page.evaluate(() => [localStorage['auth_token'], localStorage['auth_user']]),
    ).toEqual([undefined, undefined]);

    await endInjectedFailure(page, '/api/auth/logout');
    // Time passes only when told.
    await page.clock.install({ time: '2026-11-20T12:00:00Z' });
    await page.clock.pauseAt('2026-11-20T12:00:01Z');
    await openAs(page, person, '/logout');
    await expect(page.getByRole('heading', { name: 'Logging out...' })).toBeVisible();
    await page.clock.runFor(900);
    await expect(page).toHaveURL('/logout');
    await page.clock.runFor(100);
    await expect(page).toHaveURL('/login');
    await expect
      .poll(async () => {
        const headers = { authorization: `Bearer ${person.token}` };
        return (await fetch(`${stage.url}/api/auth/me`, { headers })).status;
      })
      .toBe(401);
  },
);

journey('the page that signs out is accessible', async ({ page, stage }) => {
  // It goes on after a second, which never passes here; axe has its own timers.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((work: () => void, delay?: number) =>
      delay === 1000 ? 0 : setTimeout(work, delay)) as typeof setTimeout;
  });
  await openAs(page, onlyPerson(await stage.makeTeam()), '/logout');
  await expect(page.getByRole('heading', { name: 'Logging out...' })).toBeVisible();
  await expectAccessible(page, 'logout');
  await expect(page).toHaveURL('/logout');
});

journey('signing out in one tab signs out the other', async ({ page, stage, context }) => {
  const team = await stage.makeTeam();
  await openAs(page, onlyPerson(team), '/integrations');
  const other = await context.newPage();
  await other.goto(`/${team.organization.slug}/${team.workspace.slug}/accounts`);
  await expect(other.getByRole('button', { name: /^User menu/ })).toBeVisible();
  await page.goto('/logout');
  await expect(other).toHaveURL('/login');
  await expect(other.getByRole('button', signInButton)).toBeVisible();

  // And in again: the waiting tab goes on to where it was.
  const { token } = onlyPerson(await stage.makeTeam());
  await page.evaluate((text) => localStorage.setItem('auth_token', text), token);
  await expect(other.getByRole('heading', { name: 'Workspace Not Found' })).toBeVisible();
});

journey('a session that the server has ended leads to sign-in', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
  await openAs(page, person, '/integrations');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await stage.change(person, 'end-sessions');
  await page.reload();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

journey('a deactivated person is signed out', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
  await stage.change(person, 'deactivate');
  await openAs(page, person, '/integrations');
  await expect(page).toHaveURL('/login');
});

journey('what cannot be read in the storage is as good as absent', async ({ page, stage }) => {
  const team = await stage.makeTeam();
  await openAs(page, onlyPerson(team), '/login');
  for (const [key, value] of [
    ['auth_user', '{"name":'],
    ['auth_user', '{"id":1,"name":{}}'],
    ['active_workspace', 'null'],
    ['active_workspace', '{"id":"x","timestamp":1e400}'],
    ['ui.theme', '"purple"'],
  ] as const) {
    await page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value] as const);
    await page.goto('/');
    await expect(page).toHaveURL(`/${team.organization.slug}/${team.workspace.slug}/accounts`);
  }
  for (const token of ['tök😀n', 'two\nlines', '"quoted"', ' ']) {
    await page.evaluate((text) => localStorage.setItem('auth_token', text), token);
    await page.goto('/');
    await expect(page).toHaveURL('/login');
  }
});

journey('a name is text, whatever it looks like', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
  const name = '<img src=x onerror="document.title=1">\u202e{{7*7}}';
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { user: object } };
    answer.data.user = { ...answer.data.user, name };
    await route.fulfill({ response, json: answer });
  });
  await openAs(page, person, '/integrations');
  await page.getByRole('button', { name: /^User menu <img/ }).click();
  await expect(page.getByText(name)).toBeVisible();
  await expect(page).toHaveTitle('Stage – Integrations');
});
