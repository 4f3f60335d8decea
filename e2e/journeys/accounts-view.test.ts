import type { Page } from '@playwright/test';
import { answerCall } from '../src/answer-call.ts';
import { expect, journey, onlyPerson, openAs, type Stage } from '../src/journey.ts';
import { sampleAccount } from '../src/sample-accounts.ts';
import { troubleWith } from '../src/trouble.ts';

/** Where the grid of a new team is, and its one person. */
async function makePlace(stage: Stage) {
  const team = await stage.makeTeam();
  return {
    team,
    person: onlyPerson(team),
    path: `/${team.organization.slug}/${team.workspace.slug}/accounts`,
    list: `/api/workspaces/${team.workspace.id}/accounts`,
  };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const ann = { user: { name: 'Ann', email: 'ann@example.com' } };
const bob = { user: { name: 'Bob', email: 'bob@example.com' } };
const series = (externalCounts: number[], internalCounts: number[]) => ({
  timelineSummary: { externalCounts, internalCounts },
});

/** Four accounts of which each filter leaves some. */
const accounts = [
  sampleAccount(1, { contributors: [ann], ...series([6, 0], [0, 1]) }),
  sampleAccount(2, {
    domain: 'harbor.example',
    contributors: [bob],
    creator: { name: 'Bob' },
    lastActivity: { title: 'Old news', type: 'email', occurredAt: daysAgo(40) },
    ...series([0, 0], [0, 0]),
  }),
  sampleAccount(3, { contributors: [], lastActivity: null, ...series([1, 0], [4, 4]) }),
  sampleAccount(4, {
    contributors: [ann, bob],
    lastActivity: { title: 'Signed', type: 'calendar', occurredAt: daysAgo(10) },
    ...series([2, 2], [3, 1]),
  }),
];

const rows = (page: Page) => page.getByRole('rowheader').getByRole('link');
const named = (numbers: number[]) => numbers.map((number) => `Account ${number}`);

journey('each filter leaves what fits, and comes off again', async ({ page, stage }) => {
  const { person, path, list } = await makePlace(stage);
  await answerCall(page, list, { accounts });
  await openAs(page, person, path);
  await expect(rows(page)).toHaveText(named([1, 2, 3, 4]));

  const choose = async (filter: string, option: string) => {
    await page.getByRole('button', { name: /^Filter( \d)?$/ }).click();
    await page.getByRole('combobox', { name: filter }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const steps: [filter: string, option: string, address: RegExp, left: number[]][] = [
    ['Contributor', 'Bob', /\?contributor=bob%40example.com$/, [2, 4]],
    ['Created by', 'Bob', /\?created_by=Bob$/, [2]],
    ['Last activity within', '14 days', /\?active_within=14$/, [1, 4]],
    ['No activity since', '30 days', /\?quiet_for=30$/, [2, 3]],
    ['Side balance', 'Mostly external', /\?side=external$/, [1]],
    ['Side balance', 'Balanced', /\?side=balanced$/, [4]],
    ['Side balance', 'Mostly internal', /\?side=internal$/, [3]],
  ];
  for (const [filter, option, address, left] of steps) {
    await choose(filter, option);
    await expect(rows(page), `${filter}: ${option}`).toHaveText(named(left));
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('list', { name: 'Filters' })).toHaveText(`${filter}: ${option}`);
    await page.getByRole('button', { name: `Remove filter ${filter}` }).click();
    await expect(rows(page)).toHaveText(named([1, 2, 3, 4]));
  }

  // Several at once are all met; the address alone brings them back, and one press clears them.
  await choose('Contributor', 'Ann');
  await choose('Last activity within', '7 days');
  await expect(rows(page)).toHaveText(named([1]));
  await page.reload();
  await expect(rows(page)).toHaveText(named([1]));
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(rows(page)).toHaveText(named([1, 2, 3, 4]));
  await expect(page).toHaveURL(path);
});

journey('the search finds by whatever names an account', async ({ page, stage }) => {
  const { person, path, list } = await makePlace(stage);
  await answerCall(page, list, { accounts });
  await openAs(page, person, path);
  const searches: [text: string, found: number[]][] = [
    ['account 3', [3]],
    ['harbor.example', [2]],
    ['BOB', [2, 4]],
    ['signed', [4]],
    ['bob signed', [4]],
  ];
  for (const [text, found] of searches) {
    await page.getByRole('searchbox').fill(text);
    await expect(rows(page), text).toHaveText(named(found));
  }
  await expect(page).toHaveURL(/\?q=bob\+signed$/);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('bob signed');
  await expect(rows(page)).toHaveText(named([4]));
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('No accounts match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).last().click();
  await expect(rows(page)).toHaveText(named([1, 2, 3, 4]));
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

journey('what is under the pointer stays there until it leaves', async ({ page, stage }) => {
  const { person, path, list } = await makePlace(stage);
  await answerCall(page, list, { accounts });
  await openAs(page, person, path);
  await rows(page).nth(1).hover();
  await answerCall(page, list, { accounts: accounts.toReversed() });
  // A return soon after another, such as that of opening the page, counts as the same.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    const changed = page.getByRole('button', { name: 'The list has changed. Show' });
    await expect(changed).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(rows(page)).toHaveText(named([1, 2, 3, 4]));
  await page.getByRole('searchbox').hover();
  await expect(rows(page)).toHaveText(named([4, 3, 2, 1]));
});

journey('an account is added from the last row, once', async ({ page, stage }) => {
  const { person, path, team } = await makePlace(stage);
  await openAs(page, person, path);
  await expect(page.getByText('No accounts yet')).toBeVisible();
  const adding = page.getByRole('grid').getByRole('button', { name: 'New Account' });
  const dialog = page.getByRole('dialog', { name: 'New Account' });
  const fill = async (domain: string, name: string) => {
    await dialog.getByLabel('Domain').fill(domain);
    await dialog.getByLabel('Account Name').fill(name);
  };
  await adding.click();
  await expect(dialog).toHaveAccessibleDescription(new RegExp(team.workspace.name));
  const create = dialog.getByRole('button', { name: 'Create Account' });
  await expect(create).toBeDisabled();

  await fill('brightwater.example', 'Brightwater');
  await troubleWith(page, '/api/accounts/import', 'no reason');
  await create.click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to import domain');
  await page.unrouteAll();

  // Two presses before the page can be drawn again.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/accounts/import')) sent.push(request.url());
  });
  await create.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  const done = page.getByRole('dialog', { name: 'Import Successful' });
  await expect(done).toContainText(
    'The workspace account Brightwater was created for brightwater.example.',
  );
  expect(sent).toHaveLength(1);
  await done.getByRole('button', { name: 'Done' }).click();
  await expect(rows(page)).toHaveText(['Brightwater']);
  await expect(adding).toBeFocused();

  // Nothing of the last time is left in it; a domain that has an account says so under its field.
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Domain')).toHaveValue('');
  await expect(dialog.getByLabel('Account Name')).toHaveValue('');
  await fill('brightwater.example', 'Again');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Domain')).toHaveAccessibleDescription(/already exists/);
  await expect(dialog.getByLabel('Domain')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(adding).toBeFocused();
});
