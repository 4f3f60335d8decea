import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/expect-accessible.ts';
import { expect, journey, onlyPerson, signIn } from '../src/journey.ts';
import { stagePassword } from '../src/stage/team.ts';
import { type InjectedFailure, endInjectedFailure, injectFailure } from '../src/inject-failure.ts';

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in' });

async function fill(page: Page, typed: { email: string; password: string }): Promise<void> {
  await email(page).fill(typed.email);
  await password(page).fill(typed.password);
  await password(page).press('Enter');
}

journey('a person signs in and lands in the default workspace', async ({ page, stage }) => {
  const team = await stage.makeTeam();
  await page.goto('/sign-in');
  await expect(page).toHaveURL('/login');
  await expect(page).toHaveTitle('Stage – Sign in');
  await expectAccessible(page, 'login');
  await signIn(page, onlyPerson(team));
  await expect(page).toHaveURL(`/${team.organization.slug}/${team.workspace.slug}/accounts`);
  // The history holds no form to go back to.
  await page.goBack();
  await expect(email(page)).toHaveCount(0);
});

journey('what is missing or wrong is told beside its field', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
  await page.goto('/login');
  await expect(email(page)).toBeFocused();
  await submit(page).click();
  await expect(email(page)).toHaveAccessibleDescription('Email is required');
  await expect(password(page)).toHaveAccessibleDescription('Password is required');
  await expect(email(page)).toBeFocused();
  await expectAccessible(page, 'login refused');

  await email(page).fill(person.email);
  await expect(email(page)).toHaveAccessibleDescription('');
  await expect(password(page)).toHaveAccessibleDescription('Password is required');

  const wrong = 'Invalid email or password. Please check your credentials and try again.';
  await fill(page, { email: person.email, password: 'not it' });
  await expect(password(page)).toHaveAccessibleDescription(wrong);
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveValue('not it');

  await stage.change(person, 'deactivate');
  await fill(page, { email: person.email, password: stagePassword });
  await expect(password(page)).toHaveAccessibleDescription(wrong);

  await fill(page, { email: person.email, password: 'x'.repeat(2000) });
  await expect(password(page)).toHaveAccessibleDescription(/at most 1024 characters/);
});

const unexpected = 'An unexpected error occurred. Please try again.';
const failures: [InjectedFailure, string][] = [
  ['broken connection', unexpected],
  ['fault', 'Something went wrong on our end. Please try again in a moment.'],
  ['no reason', 'Request failed with status 502'],
  ['not JSON', 'Request failed with status 503'],
];

journey('a server in trouble is told, and what was typed stays', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
  await page.goto('/login');
  for (const [failure, message] of failures) {
    await injectFailure(page, '/api/auth/login', failure);
    await fill(page, { email: person.email, password: stagePassword });
    await expect(page.getByRole('alert'), failure).toContainText(message);
    await expect(password(page)).toHaveValue(stagePassword);
  }
  await expectAccessible(page, 'login in trouble');
  await endInjectedFailure(page, '/api/auth/login');
  await submit(page).click();
  await page.waitForURL(/\/accounts$/);
});

journey('a server that answers other than asked signs nobody in', async ({ page }) => {
  await page.goto('/login');
  for (const body of [
    '{"success":false}',
    '{"success":true,"data":null}',
    'null',
    '<p>Hello</p>',
  ]) {
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 200, body }));
    await fill(page, { email: 'someone@stage.example', password: 'whatever' });
    await expect(password(page)).toHaveAccessibleDescription(/^Invalid email or password\./);
    await page.unroute('**/api/auth/login');
  }
});

journey('a server that does not answer is given up after ten seconds', async ({ page }) => {
  await page.clock.install({ time: '2026-11-20T12:00:00Z' });
  await page.goto('/login');
  await expect(submit(page)).toBeVisible();
  // From here on, time passes only when told.
  await page.clock.pauseAt('2026-11-20T13:00:00Z');
  await injectFailure(page, '/api/auth/login', 'silence');
  await fill(page, { email: 'someone@stage.example', password: 'whatever' });
  await expect(email(page)).toBeDisabled();
  await expect(submit(page)).toBeDisabled();
  await page.clock.runFor(9_900);
  await expect(email(page)).toBeDisabled();
  await page.clock.runFor(200);
  await expect(page.getByRole('alert')).toContainText(unexpected);
  await expect(page.getByRole('alert')).toContainText('Network error occurred');
  await expect(email(page)).toHaveValue('someone@stage.example');
});

journey('guessing is stopped, in words', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
  await page.goto('/login');
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await fetch(`${stage.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: 'wrong' }),
    });
  }
  await fill(page, { email: person.email, password: stagePassword });
  await expect(page.getByRole('alert')).toContainText(
    'Too many sign-in attempts. Try again in 24 hours or reset your password.',
  );
});

journey('a visitor is led back to where they were heading', async ({ page, stage }) => {
  const team = await stage.makeTeam();
  const place = `/${team.organization.slug}/${team.workspace.slug}`;
  await page.goto(`${place}/accounts?from=mail#top`);
  await expect(page).toHaveURL('/login');
  await fill(page, { email: onlyPerson(team).email, password: stagePassword });
  await expect(page).toHaveURL(`${place}/accounts?from=mail#top`);
});

for (const address of [
  '//evil.example/x',
  '/\\evil.example/x',
  '//',
  '/login?next=//evil.example',
]) {
  journey(`no address leads elsewhere after signing in: ${address}`, async ({ page, stage }) => {
    const team = await stage.makeTeam();
    await page.goto(stage.url + address);
    await fill(page, { email: onlyPerson(team).email, password: stagePassword });
    await expect(page).toHaveURL(`/${team.organization.slug}/${team.workspace.slug}/accounts`);
  });
}
