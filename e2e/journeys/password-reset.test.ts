import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs, type Stage } from '../src/journey.ts';
import { type StagePerson, stagePassword } from '../src/stage/team.ts';
import { type InjectedFailure, injectFailure } from '../src/inject-failure.ts';

const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });
const confirmation = (page: Page) => page.getByLabel('Confirm new password');
const newSecret = 'an even longer password';

async function requestLink(page: Page, email: string): Promise<void> {
  await page.goto('/request-password-reset');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Password reset sent' })).toBeFocused();
}

/** The link of the newest mail, once it is there. */
async function linkFor(stage: Stage, { email }: StagePerson, mails = 1): Promise<string> {
  await expect.poll(async () => (await stage.mailsTo(email)).length).toBe(mails);
  const mail = (await stage.mailsTo(email)).at(-1) ?? '';
  return /http\S+\/reset-password\?token=\S+/.exec(mail)?.[0] ?? 'no link';
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await newPassword(page).fill(password);
  await confirmation(page).fill(again);
  await page.getByRole('button', { name: 'Set new password' }).click();
}

journey('a forgotten password is replaced by the link of a mail', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
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

  const link = await linkFor(stage, person);
  // In a browser in which the person is still signed in.
  await openAs(page, person, link);
  await expectAccessible(page, 'new password');
  await choose(page, newSecret);
  await expect(page.getByRole('heading', { name: 'Password reset successful' })).toBeFocused();
  await expectAccessible(page, 'password changed');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(stagePassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password.');
  await page.getByLabel('Password', { exact: true }).fill(newSecret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/accounts$/);

  // The link is used up.
  await page.goto(link);
  await choose(page, 'yet another password');
  await expect(page.getByRole('heading', { name: 'Reset password link expired' })).toBeVisible();
});

journey('an old link leads to a new one', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
  await requestLink(page, person.email);
  const link = await linkFor(stage, person);
  await stage.change(person, 'expire-reset-link');
  await page.goto(link);
  await choose(page, newSecret);
  await expect(page.getByRole('heading', { name: 'Reset password link expired' })).toBeFocused();
  await expectAccessible(page, 'link expired');
  await page.getByRole('link', { name: 'Request new password reset' }).click();
  await expect(page).toHaveURL('/request-password-reset');
});

journey('a newer link replaces the one before', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
  await requestLink(page, person.email);
  const first = await linkFor(stage, person);
  await requestLink(page, person.email);
  const second = await linkFor(stage, person, 2);
  expect(second).not.toBe(first);
  await page.goto(first);
  await choose(page, newSecret);
  await expect(page.getByRole('heading', { name: 'Reset password link expired' })).toBeVisible();
  await page.goto(second);
  await choose(page, newSecret);
  await expect(page.getByRole('heading', { name: 'Password reset successful' })).toBeVisible();
});

journey('nobody is told whether an address is known', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
  await stage.change(person, 'deactivate');
  await requestLink(page, person.email);
  await requestLink(page, 'nobody@stage.example');
  // A mail to somebody else, asked for later, is there: the two above would have been, too.
  const other = onlyPerson(await stage.makeTeam());
  await requestLink(page, other.email);
  await linkFor(stage, other);
  expect(await stage.mailsTo(person.email)).toEqual([]);
});

journey('an address that is none is refused beside its field', async ({ page }) => {
  await page.goto('/request-password-reset');
  const email = page.getByLabel('Email');
  for (const [typed, message] of [
    ['', 'Email is required'],
    ['somebody', 'Please enter a valid email address'],
    // Only the server finds fault with this one.
    ['somebody@stage.x', 'Please enter a valid email address'],
  ] as const) {
    await email.fill(typed);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(email).toHaveAccessibleDescription(message);
    await expect(email).toBeFocused();
    await expect(email).toHaveValue(typed);
  }
  await expectAccessible(page, 'request reset refused');
  await page.getByRole('link', { name: 'Return to sign in' }).click();
  await expect(page).toHaveURL('/login');
});

journey('a new password is checked beside its fields', async ({ page }) => {
  await page.goto('/reset-password?token=made-up');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(newPassword(page)).toHaveAccessibleDescription('Password is required');
  await expect(confirmation(page)).toHaveAccessibleDescription('Please confirm your password');
  await expect(newPassword(page)).toBeFocused();
  await choose(page, 'short');
  await expect(newPassword(page)).toHaveAccessibleDescription(
    'Password must be at least 6 characters',
  );
  // Six to JavaScript, three to people.
  await choose(page, '👍👍👍');
  await expect(newPassword(page)).toHaveAccessibleDescription(
    'Password must be at least 6 characters',
  );
  await choose(page, newSecret, `${newSecret}?`);
  await expect(confirmation(page)).toHaveAccessibleDescription('Passwords do not match');
  await expect(confirmation(page)).toBeFocused();
  await expectAccessible(page, 'new password refused');
  await choose(page, newSecret);
  await expect(page.getByRole('heading', { name: 'Reset password link expired' })).toBeVisible();
});

journey('without a token there is nothing to fill in', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid or missing reset token. Please request a new password reset.',
  );
  await expect(newPassword(page)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Set new password' })).toBeDisabled();
  await expectAccessible(page, 'new password without token');
});

const ourEnd = 'Something went wrong on our end. Please try again in a moment.';
const network = 'A network error occurred. Please try again.';
const failures: [InjectedFailure, string][] = [
  ['broken connection', network],
  ['fault', ourEnd],
  ['no reason', 'Request failed with status 502'],
  ['not JSON', 'Request failed with status 503'],
];

journey('a server in trouble is told by both forms', async ({ page }) => {
  await page.goto('/request-password-reset');
  await page.getByLabel('Email').fill('somebody@stage.example');
  for (const [failure, message] of failures) {
    await injectFailure(page, '/api/auth/request-password-reset', failure);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText(message);
    await expect(page.getByLabel('Email')).toHaveValue('somebody@stage.example');
  }
  await page.goto('/reset-password?token=made-up');
  for (const [failure, message] of failures) {
    await injectFailure(page, '/api/auth/reset-password', failure);
    await choose(page, newSecret);
    await expect(page.getByRole('alert')).toContainText(message);
    await expect(newPassword(page)).toHaveValue(newSecret);
  }
  await expectAccessible(page, 'new password in trouble');
  await page.route('**/api/auth/reset-password', (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, error: { message: 'Token and password are required', status: 400 } },
    }),
  );
  await choose(page, newSecret);
  await expect(page.getByRole('alert')).toHaveText(
    'Missing required information. Please try again.',
  );
});
