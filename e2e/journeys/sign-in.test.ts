import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expect, journey, onlyPerson, signIn } from '../src/journey.ts';
import { TEST_PASSWORD } from '../src/environment/team.ts';

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in' });

async function fill(page: Page, typed: { email: string; password: string }): Promise<void> {
  await email(page).fill(typed.email);
  await password(page).fill(typed.password);
  await password(page).press('Enter');
}

journey('a person signs in and lands in the default workspace', async ({ page, environment }) => {
  const team = await environment.createTeam();
  await page.goto('/sign-in');
  await expect(page).toHaveURL('/login');
  await expect(page).toHaveTitle('Test Tracker – Sign in');
  await expectAccessible(page, 'login');
  await signIn(page, onlyPerson(team));
  await expect(page).toHaveURL(`/${team.organization.slug}/${team.workspace.slug}/accounts`);
  // The history contains no form to go back to.
  await page.goBack();
  await expect(email(page)).toHaveCount(0);
});

journey('missing or wrong input is reported at its field', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam());
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

  await environment.change(person, 'deactivate');
  await fill(page, { email: person.email, password: TEST_PASSWORD });
  await expect(password(page)).toHaveAccessibleDescription(wrong);

  await fill(page, { email: person.email, password: 'x'.repeat(2000) });
  await expect(password(page)).toHaveAccessibleDescription(/at most 1024 characters/);
});

journey('guessing is stopped, in words', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam());
  await page.goto('/login');
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await fetch(`${environment.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: 'wrong' }),
    });
  }
  await fill(page, { email: person.email, password: TEST_PASSWORD });
  await expect(page.getByRole('alert')).toContainText(
    'Too many sign-in attempts. Try again in 24 hours or reset your password.',
  );
});

journey('a visitor is led back to where they were heading', async ({ page, environment }) => {
  const team = await environment.createTeam();
  const workspacePath = `/${team.organization.slug}/${team.workspace.slug}`;
  await page.goto(`${workspacePath}/accounts?from=mail#top`);
  await expect(page).toHaveURL('/login');
  await fill(page, { email: onlyPerson(team).email, password: TEST_PASSWORD });
  await expect(page).toHaveURL(`${workspacePath}/accounts?from=mail#top`);
});

journey('no address leads elsewhere after signing in', async ({ page, environment }) => {
  const team = await environment.createTeam();
  await page.goto(`${environment.url}//evil.example/x`);
  await fill(page, { email: onlyPerson(team).email, password: TEST_PASSWORD });
  await expect(page).toHaveURL(`/${team.organization.slug}/${team.workspace.slug}/accounts`);
});
