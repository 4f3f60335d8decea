import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs } from '../src/journey.ts';

journey('an owner downloads a workspace, and a member cannot', async ({ page, environment }) => {
  const { people, workspace, organization } = await environment.createTeam({ people: 2 });
  const [owner, member] = people;
  if (owner === undefined || member === undefined) throw new Error('The team is too small.');
  const path = `/${organization.slug}/${workspace.slug}/settings`;

  await openAs(page, owner, path);
  const card = page.getByRole('region', { name: 'Download' });
  const button = card.getByRole('button', { name: 'Download Workspace' });
  const downloading = page.waitForEvent('download');
  await button.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${workspace.slug}.zip`);
  const archive = await readFile(await download.path());
  for (const name of ['manifest.json', 'rows/workspace_accounts.jsonl', 'complete.json']) {
    expect([name, archive.includes(name)]).toEqual([name, true]);
  }
  await expectAccessible(page, 'workspace settings with the download');
  await page.setViewportSize({ width: 375, height: 667 });
  await button.scrollIntoViewIfNeeded();
  await expectNoHorizontalScroll(page);

  await openAs(page, member, path);
  await expect(page.getByRole('heading', { name: 'Workspace Settings' })).toBeVisible();
  await expect(button).toHaveCount(0);
});
