import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expect, journey, onlyPerson, openAs, type TestEnvironment } from '../src/journey.ts';
import type { TestUser } from '../src/environment/team.ts';

const search = (page: Page) => page.getByPlaceholder('Search users by name or email...');
const row = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Platform Users' }).getByRole('row').filter({ hasText: text });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true });

journey(
  'the list of users is searched and paged, in its address',
  async ({ page, environment }) => {
    const admin = onlyPerson(await environment.createTeam({ admin: true }));
    const { term } = await createFindableUsers(environment, admin, 23);
    await openAs(page, admin, '/admin');
    await expect(page).toHaveURL('/admin/users');
    await expect(page).toHaveTitle('Test Tracker – Platform Users');
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Email',
      'Admin',
      'Test User',
      'Active',
      'Second Factor',
      'Organizations',
      'Created',
    ]);
    await expectAccessible(page, 'admin users');

    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL('/admin/users?page=2');
    await search(page).fill(term);
    await expect(page).toHaveURL(`/admin/users?search=${term}`);
    await expect(page.getByText(`Showing 20 of 23 users matching "${term}"`)).toBeVisible();
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await expect(row(page, `ada23@${term}.example`)).toHaveText(/NoNoYesNot set upNonejust now$/);

    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL(`/admin/users?search=${term}&page=2`);
    await expect(page.getByText(`Showing 3 of 23 users matching "${term}"`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await page.reload();
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(search(page)).toHaveValue(term);
    await page.goBack();
    await expect(page.getByText('Page 1 of 2')).toBeVisible();

    const time = row(page, `ada23@${term}.example`).locator('time');
    await time.hover();
    await expect(page.getByRole('tooltip')).toHaveText(/\d{4}, \d{1,2}:\d{2}/);

    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page).toHaveURL('/admin/users');
    await search(page).fill(`${term}nobody`);
    await expect(page.getByRole('heading')).toContainText([`No users match "${term}nobody"`]);
    await expect(page.getByText(`Showing 0 of 0 users matching "${term}nobody"`)).toBeVisible();
    await expectAccessible(page, 'admin users none');

    await page.goto(`/admin/users?search=${term}&page=9`);
    await expect(page).toHaveURL(`/admin/users?search=${term}&page=2`);
    await page.goto('/admin/users?page=-1');
    await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  },
);

journey('a user is edited, and the change is written down', async ({ page, environment }) => {
  const admin = onlyPerson(await environment.createTeam({ admin: true }));
  const { term } = await createFindableUsers(environment, admin, 1);
  await openAs(page, admin, `/admin/users?search=${term}`);
  await page.getByRole('link', { name: 'Ada Lovelace the 1.' }).click();
  await expect(page).toHaveURL(/\/admin\/users\/[\w-]+\/edit$/);
  for (const card of [
    'Account Information',
    'Password Reset',
    'Account History',
    'Workspace Memberships',
  ]) {
    await expect(page.getByRole('region', { name: card })).toBeVisible();
  }
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await expect(page.getByLabel('Last name')).toHaveValue('Lovelace the 1.');
  await expect(page.getByLabel('Email')).toHaveValue(`ada1@${term}.example`);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await expectAccessible(page, 'admin edit user');

  await page.getByLabel('First name').fill('  ');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First name is required');
  await expect(page.getByLabel('First name')).toBeFocused();

  await page.getByLabel('First name').fill('Augusta');
  await page.getByLabel('Last name').fill('King');
  await page.getByLabel('Test user').check();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'User updated successfully')).toBeVisible();
  await expect(page).toHaveURL(`/admin/users?search=${term}`);
  await expect(row(page, 'Augusta King')).toHaveText(/NoYesYesNot set upNone/);

  await page.getByRole('link', { name: 'Augusta King' }).click();
  await page.getByRole('link', { name: 'Audit log', exact: true }).click();
  await expect(page.getByRole('button', { name: /By or about Augusta King/ })).toBeVisible();
  const change = page.getByRole('row').filter({ hasText: 'Changed user' });
  await expect(change).toContainText(admin.name);
  await expect(change).toContainText('Name Ada Lovelace the 1. → Augusta King');
  await expect(change).toContainText('Test user No → Yes');
  await expectAccessible(page, 'admin audit log');
  await page.getByRole('button', { name: /By or about Augusta King/ }).click();
  await expect(page).toHaveURL('/admin/audit');
});

journey('administrators cannot revoke their own rights', async ({ page, environment }) => {
  const admin = onlyPerson(await environment.createTeam({ admin: true }));
  await openAs(page, admin, `/admin/users/${admin.id}/edit`);
  const box = (name: RegExp) => page.getByRole('checkbox', { name });
  await expect(box(/^Admin/)).toBeChecked();
  await expect(box(/^Admin/)).toBeDisabled();
  await expect(box(/^Active/)).toBeDisabled();
  await expect(box(/^Test user/)).toBeEnabled();
  await expect(page.getByText('You cannot revoke your own admin privileges')).toBeVisible();
  await expect(page.getByText('You cannot deactivate your own account')).toBeVisible();
  await expectAccessible(page, 'admin edit self');
});

journey('deactivating says what follows, and signs out', async ({ page, environment, browser }) => {
  const { people } = await environment.createTeam({ people: 2, admin: true });
  const [admin, member] = people;
  if (!admin || !member) throw new Error('The team is too small.');
  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, member, environment.url);
  await expect(theirs).toHaveURL(/\/accounts$/);

  await openAs(page, admin, `/admin/users/${member.id}/edit`);
  await page.getByLabel('Active').uncheck();
  await expect(page.getByText(/^Saving signs them out everywhere\./)).toBeVisible();
  await expectAccessible(page, 'admin deactivate');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'User updated successfully')).toBeVisible();
  await theirs.reload();
  await expect(theirs).toHaveURL(`${environment.url}/login`);

  await page.goto(`/admin/users/${member.id}/edit`);
  const send = page.getByRole('button', { name: 'Send Password Reset' });
  await send.hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'Password reset is not available for inactive accounts',
  );
});

journey(
  'of two concurrent edits the later one reports the conflict',
  async ({ page, environment }) => {
    const { people } = await environment.createTeam({ people: 2, admin: true });
    const [admin, member] = people;
    if (!admin || !member) throw new Error('The team is too small.');
    await openAs(page, admin, `/admin/users/${member.id}/edit`);
    await page.getByLabel('First name').fill('Late');
    await callApi(environment, admin, `PUT /api/admin/users/${member.id}`, {
      name: 'Faster Person',
      isAdmin: false,
      isTest: false,
      isActive: true,
    });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const text = page.getByRole('alert');
    await expect(text).toContainText('Failed to update user');
    await expect(text).toContainText(`${admin.name} changed this user while you were editing.`);
    await expect(page.getByLabel('First name')).toHaveValue('Late');
    await expectAccessible(page, 'admin edit conflict');
    await text.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByLabel('First name')).toHaveValue('Faster');
    await page.getByLabel('First name').fill('Late');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'User updated successfully')).toBeVisible();
  },
);

journey('an administrator sends a reset link, once', async ({ page, environment }) => {
  const { people } = await environment.createTeam({ people: 2, admin: true });
  const [admin, member] = people;
  if (!admin || !member) throw new Error('The team is too small.');
  await openAs(page, admin, `/admin/users/${member.id}/edit`);
  const card = page.getByRole('region', { name: 'Password Reset' });
  await expect(card).toContainText('No password reset is pending.');
  const send = card.getByRole('button', { name: 'Send Password Reset' });
  await send.click();
  await expect(toast(page, `Password reset sent to ${member.email}`)).toBeVisible();
  await expect(card).toContainText(
    `A password reset is pending, sent by ${admin.name}. It expires`,
  );
  await send.hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'A password reset is already pending for this user',
  );
  expect(await environment.mailsTo(member.email)).toHaveLength(1);
});

journey('others are refused, also by the server', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam());
  await openAs(page, person, '/admin/users');
  await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible();
  const answer = await page.request.get(`${environment.url}/api/admin/users`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(answer.status()).toBe(403);
});

journey('an administrator invites a user', async ({ page, environment }) => {
  const admin = onlyPerson(await environment.createTeam({ admin: true }));
  await openAs(page, admin, '/admin/users');
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Name is required');
  await dialog.getByLabel('Name').fill('Grace Hopper');
  await dialog.getByLabel('Email').fill(admin.email);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
    `A user with the email ${admin.email} already exists`,
  );
  await expectAccessible(page, 'admin invite user');
  const email = `grace-${crypto.randomUUID()}@harborfinch.example`;
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(toast(page, `Invitation sent to ${email}`)).toBeVisible();
  await expect(row(page, email)).toBeVisible();
  expect(await environment.mailsTo(email)).toHaveLength(1);
});

/** Creates users without a password that one search finds, and no others. */
async function createFindableUsers(
  environment: TestEnvironment,
  admin: TestUser,
  count: number,
): Promise<{ term: string; ids: string[] }> {
  const term = `team${crypto.randomUUID().slice(0, 8)}`;
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const name = `Ada Lovelace the ${number}.`;
    const email = `ada${number}@${term}.example`;
    const made = await callApi<{ user: { id: string } }>(
      environment,
      admin,
      'POST /api/admin/users/invite',
      { name, email },
    );
    ids.push(made.user.id);
  }
  return { term, ids };
}
