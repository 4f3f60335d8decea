import type { Page } from '@playwright/test';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs, type TestEnvironment } from '../src/journey.ts';
import { type TestUser, TEST_PASSWORD } from '../src/environment/team.ts';
import { endInjectedFailure, injectFailure } from '../src/network/inject-failure.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Two teams of two organizations: the owner of the first one, and a member of the second one. */
async function twoTeams(environment: TestEnvironment) {
  const ours = await environment.createTeam();
  const theirs = await environment.createTeam();
  const [owner] = ours.people;
  const [person] = theirs.people;
  if (!owner || !person) throw new Error('A team is too small.');
  const { organization, workspace } = ours;
  return { owner, person, workspace, workspacePath: `/${organization.slug}/${workspace.slug}` };
}

/** Invites an address; returns where the link in its mail leads. */
async function invite(
  environment: TestEnvironment,
  owner: TestUser,
  workspaceId: string,
  email: string,
) {
  await callApi(environment, owner, `POST /api/workspaces/${workspaceId}/members`, { email });
  const mail = (await environment.mailsTo(email)).at(-1) ?? '';
  return /\/invitation\?token=[\w-]+/.exec(mail)?.[0] ?? 'no invitation';
}

journey('a user of another organization signs in and accepts', async ({ page, environment }) => {
  const { owner, person, workspace, workspacePath } = await twoTeams(environment);
  const link = await invite(environment, owner, workspace.id, person.email);
  await openAs(page, owner, link);
  await expect(page.getByText(`You are signed in as ${owner.email}.`)).toBeVisible();
  await expectAccessible(page, 'invitation of somebody else');
  await page.getByRole('button', { name: 'Sign Out and Switch Account' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(link);
  await expectAccessible(page, 'invitation to accept');
  await page.getByRole('button', { name: 'Accept Invitation' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${workspacePath}/accounts`);
  await page.goto(link);
  await expect(heading(page, 'Invitation accepted')).toBeVisible();
});

journey('a newcomer joins on a phone', async ({ page, environment }) => {
  const { owner, workspace, workspacePath } = await twoTeams(environment);
  const email = `nina-${crypto.randomUUID()}@harborfinch.example`;
  const link = await invite(environment, owner, workspace.id, email);
  await page.setViewportSize({ width: 375, height: 667 });
  const opened = '/api/invitations/open';
  await injectFailure(page, opened, 'broken connection');
  await page.goto(link);
  await expect(page.getByText('A network error occurred. Please try again.')).toBeVisible();
  await expectAccessible(page, 'invitation without a connection');
  await endInjectedFailure(page, opened);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(heading(page, `Join ${workspace.name}`)).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'invitation for a newcomer');
  await page.getByLabel('Name').fill('Nina New');
  await page.getByLabel('Password', { exact: true }).fill('a password of hers');
  await page.getByRole('button', { name: 'Create Account and Join' }).click();
  await expect(page).toHaveURL(`${workspacePath}/accounts`);
});

journey('an invitation is declined, withdrawn, or not there', async ({ page, environment }) => {
  const { owner, person, workspace } = await twoTeams(environment);
  const link = await invite(environment, owner, workspace.id, person.email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Decline Invitation' }).click();
  await expectAccessible(page, 'invitation to decline');
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(heading(page, 'Invitation declined')).toBeVisible();
  await expect(heading(page, 'Invitation declined')).toBeFocused();
  await expectAccessible(page, 'invitation declined');

  const second = await invite(environment, owner, workspace.id, person.email);
  await page.goto(link);
  await expect(heading(page, 'Invitation withdrawn')).toBeVisible();
  await page.goto(second);
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.goto('/invitation?token=made-up');
  await expect(heading(page, 'Invitation not found')).toBeVisible();
});

journey(
  'an invitation that ended in between says so where it is accepted',
  async ({ page, environment }) => {
    const { owner, person, workspace, workspacePath } = await twoTeams(environment);
    const link = await invite(environment, owner, workspace.id, person.email);
    await openAs(page, person, link);
    const accept = page.getByRole('button', { name: 'Accept Invitation' });
    await expect(accept).toBeVisible();
    // In another tab.
    const token = link.split('token=').at(-1);
    await callApi(environment, person, 'POST /api/invitations/accept', { token });
    await accept.click();
    await expect(heading(page, 'Invitation accepted')).toBeVisible();
    await expectAccessible(page, 'invitation accepted');
    await page.getByRole('link', { name: `Open ${workspace.name}` }).click();
    await expect(page).toHaveURL(`${workspacePath}/accounts`);
  },
);

journey(
  'an invitation that expired, or whose account is deactivated, cannot be accepted',
  async ({ page, environment }) => {
    const { owner, person, workspace } = await twoTeams(environment);
    const link = await invite(environment, owner, workspace.id, person.email);
    await environment.change(person, 'deactivate');
    await page.goto(link);
    await expect(page.getByText(`The account of ${person.email} is deactivated.`)).toBeVisible();
    await expectAccessible(page, 'invitation of a deactivated person');
    await environment.change(person, 'expire-invitations');
    await page.reload();
    await expect(heading(page, 'Invitation expired')).toBeVisible();
    await expect(page.getByText(`Ask ${owner.name} to send it again.`)).toBeVisible();
    await page.setViewportSize({ width: 375, height: 667 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'invitation expired');
  },
);
