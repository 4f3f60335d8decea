import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs, type TestEnvironment } from '../src/journey.ts';
import { type TestUser, TEST_PASSWORD } from '../src/environment/team.ts';

const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });
const confirmation = (page: Page) => page.getByLabel('Confirm new password');
const newSecret = 'an even longer password';

async function requestLink(page: Page, email: string): Promise<void> {
  await page.goto('/request-password-reset');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Password reset sent' })).toBeFocused();
}

/** The link of the newest email, once it is there. */
async function linkFor(
  environment: TestEnvironment,
  { email }: TestUser,
  mails = 1,
): Promise<string> {
  await expect.poll(async () => (await environment.mailsTo(email)).length).toBe(mails);
  const mail = (await environment.mailsTo(email)).at(-1) ?? '';
  return /http\S+\/reset-password\?token=\S+/.exec(mail)?.[0] ?? 'no link';
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await newPassword(page).fill(password);
  await confirmation(page).fill(again);
  await page.getByRole('button', { name: 'Set new password' }).click();
}

journey('a forgotten password is replaced by the link of a mail', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam());
  await page.goto('/login');
  await page.getByRole('link', { name: 'Reset password' }).click();
  await expect(page).toHaveURL('/request-password-reset');
  await expectAccessible(page, 'request reset');
  await requestLink(page, ` ${person.email.toUpperCase()} `);
  await expect(
    page.getByText(
      "If a user account with your email exists, you'll receive an email containing further instructions for resetting your password.",
    ),
  ).toBeVisible();
  await expectAccessible(page, 'reset sent');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page).toHaveURL('/login');

  const link = await linkFor(environment, person);
  // In a browser in which the user is still signed in.
  await openAs(page, person, link);
  await expectAccessible(page, 'new password');
  await choose(page, newSecret);
  await expect(page.getByRole('heading', { name: 'Password reset successful' })).toBeFocused();
  await expectAccessible(page, 'password changed');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password.');
  await page.getByLabel('Password', { exact: true }).fill(newSecret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/accounts$/);

  // The link is used up.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Reset password link expired' })).toBeVisible();
});

journey('an old link leads to a new one', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam());
  await requestLink(page, person.email);
  const link = await linkFor(environment, person);
  await environment.change(person, 'expire-reset-link');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Reset password link expired' })).toBeFocused();
  await expectAccessible(page, 'link expired');
  await page.getByRole('link', { name: 'Request new password reset' }).click();
  await expect(page).toHaveURL('/request-password-reset');
});

journey('a newer link replaces the one before', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam());
  await requestLink(page, person.email);
  const first = await linkFor(environment, person);
  await requestLink(page, person.email);
  const second = await linkFor(environment, person, 2);
  expect(second).not.toBe(first);
  await page.goto(first);
  await expect(page.getByRole('heading', { name: 'Reset password link expired' })).toBeVisible();
  await page.goto(second);
  await choose(page, newSecret);
  await expect(page.getByRole('heading', { name: 'Password reset successful' })).toBeVisible();
});

journey(
  'the response does not reveal whether an address is known',
  async ({ page, environment }) => {
    const person = onlyPerson(await environment.createTeam());
    await environment.change(person, 'deactivate');
    await requestLink(page, person.email);
    await requestLink(page, 'unknown@environment.example');
    // An email to another user, requested later, is there: the two above would have been, too.
    const other = onlyPerson(await environment.createTeam());
    await requestLink(page, other.email);
    await linkFor(environment, other);
    expect(await environment.mailsTo(person.email)).toEqual([]);
  },
);
