import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';
import { endInjectedFailure, injectFailure } from '../src/network/inject-failure.ts';

const signInButton = { name: 'Sign in' } as const;

journey(
  'signing out never waits for the server, and ends the session there',
  async ({ page, environment }) => {
    const person = onlyPerson(await environment.createTeam());
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
    // Time passes only when the test advances it.
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
        return (await fetch(`${environment.url}/api/auth/me`, { headers })).status;
      })
      .toBe(401);
  },
);

journey('the page that signs out is accessible', async ({ page, environment }) => {
  // It continues after a second, which never passes here; axe has its own timers.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((work: () => void, delay?: number) =>
      delay === 1000 ? 0 : setTimeout(work, delay)) as typeof setTimeout;
  });
  await openAs(page, onlyPerson(await environment.createTeam()), '/logout');
  await expect(page.getByRole('heading', { name: 'Logging out...' })).toBeVisible();
  await expectAccessible(page, 'logout');
  await expect(page).toHaveURL('/logout');
});

journey('signing out in one tab signs out the other', async ({ page, environment, context }) => {
  const team = await environment.createTeam();
  await openAs(page, onlyPerson(team), '/integrations');
  const other = await context.newPage();
  await other.goto(`/${team.organization.slug}/${team.workspace.slug}/accounts`);
  await expect(other.getByRole('button', { name: /^User menu/ })).toBeVisible();
  await page.goto('/logout');
  await expect(other).toHaveURL('/login');
  await expect(other.getByRole('button', signInButton)).toBeVisible();
  // The page that signs out leads on by itself.
  await expect(page.getByRole('button', signInButton)).toBeVisible();

  // And in again: the waiting tab returns to its page.
  const { token } = onlyPerson(await environment.createTeam());
  await page.evaluate((text) => localStorage.setItem('auth_token', text), token);
  await expect(other.getByRole('heading', { name: 'Workspace Not Found' })).toBeVisible();
});

journey('a session that the server has ended leads to sign-in', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam());
  await openAs(page, person, '/integrations');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await environment.change(person, 'end-sessions');
  await page.reload();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});
