import { TEST_PASSWORD } from '../src/environment/team.ts';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

journey('a key is created, used by other software, and revoked', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam());
  await openAs(page, person, '/import-preferences/settings');
  await page.getByRole('link', { name: 'Manage API Keys' }).click();
  await expect(page.getByRole('heading', { name: 'API Keys', level: 1 })).toBeVisible();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await expectAccessible(page, 'no API keys');

  await page.getByRole('button', { name: 'Create API Key' }).click();
  await page.getByLabel('Name').fill('Weekly report');
  await page.getByRole('checkbox', { name: /^workspaces:read/ }).check();
  await page.getByLabel('Current password').fill(TEST_PASSWORD);
  await expectAccessible(page, 'a new API key');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('textbox', { name: 'API key' });
  await expect(shown).toBeFocused();
  const key = await shown.inputValue();
  await expectAccessible(page, 'a created API key');
  await page.getByRole('button', { name: 'Done' }).click();

  const request = (path: string) =>
    fetch(`${environment.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  const read = await request('/api/workspaces');
  expect(read.status).toBe(200);
  expect(read.headers.get('ratelimit-remaining')).toBe('599');
  expect((await request('/api/auth/me')).status).toBe(403);

  await page.reload();
  await expect(page.getByText(/^Last used just now from/)).toBeVisible();
  await page.setViewportSize({ width: 375, height: 667 });
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'API keys on a phone');
  await page.getByRole('button', { name: 'Revoke Weekly report' }).click();
  await page.getByRole('button', { name: 'Revoke Key' }).click();
  await expect(page.getByText('Weekly report was revoked', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Ended API keys' })).toContainText('Weekly report');
  expect((await request('/api/workspaces')).status).toBe(401);
});
