import type { Locator } from '@playwright/test';
import { answerCall } from '../src/answer-call.ts';
import { callApi } from '../src/call-api.ts';
import { expectAccessible } from '../src/expect-accessible.ts';
import { expectNoSidewaysScroll } from '../src/expect-no-sideways-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

journey.use({ viewport: { width: 375, height: 667 } });

journey('a phone shows the whole label of each step of the import', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
  await answerCall(page, '/api/accounts/discover', {
    domains: [{ domain: 'one.example', activityCount: 1 }],
  });
  await openAs(page, person, '/import-preferences/import');
  for (const [step, label] of [
    'Connect to Gmail',
    'Discover Accounts',
    'Import Accounts',
  ].entries()) {
    if (step > 0) await page.goto(`/import-preferences/import?step=${step + 1}`);
    const current = page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');
    await expect(current).toContainText(label);
    await expectInWindow(current.getByText(label));
    await expectNoSidewaysScroll(page);
  }
});

journey('a phone shows every page of the administration', async ({ page, stage }) => {
  const admin = onlyPerson(await stage.makeTeam({ admin: true }));
  await openAs(page, admin, '/admin/users');
  const links = page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
  await expect(links).toHaveCount(5);
  for (const link of await links.all()) await expectInWindow(link);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'administration on a phone');
});

journey('a phone shows when each domain was added', async ({ page, stage }) => {
  const person = onlyPerson(await stage.makeTeam());
  const domains = ['acme.example', 'a-rather-long-name-of-a-company.example'];
  await callApi(stage, person, 'POST /api/accounts/import', { domains });
  await openAs(page, person, '/import-preferences');
  const dates = page.getByRole('table').getByRole('time');
  await expect(dates).toHaveCount(domains.length);
  await expectInWindow(page.getByRole('columnheader', { name: 'Added' }));
  for (const date of await dates.all()) await expectInWindow(date);
  for (const button of await page.getByRole('button', { name: /^Actions for/ }).all()) {
    await expectInWindow(button);
  }
  await expectAccessible(page, 'import preferences on a phone');
});

journey('a phone shows who is in a workspace and who is invited', async ({ page, stage }) => {
  const { people, workspace, organization } = await stage.makeTeam({ people: 2, admin: true });
  const [owner] = people;
  if (owner === undefined) throw new Error('The team has nobody.');
  const email = 'somebody.with.a.rather.long.address@harborfinch.example';
  await callApi(stage, owner, `POST /api/workspaces/${workspace.id}/members`, { email });
  await openAs(page, owner, `/${organization.slug}/${workspace.slug}/members`);
  await expectInWindow(page.getByText('Administrator', { exact: true }));
  await expectInWindow(page.getByText('Invited', { exact: true }));
  await expectInWindow(page.getByRole('row', { name: /Administrator/ }));
  await expectInWindow(page.getByRole('button', { name: `Actions for ${email}` }));
  await expectAccessible(page, 'members on a phone');
});

/** Nothing of its text is cut off, neither by itself nor by what is around it, without scrolling. */
async function expectInWindow(element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  const found = await element.evaluate((node) => {
    const { left, right } = node.getBoundingClientRect();
    const edges = { left: 0, right: document.documentElement.clientWidth };
    const hidden: string[] = [];
    for (let box: Element | null = node; box !== null; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue;
      const around = box.getBoundingClientRect();
      edges.left = Math.max(edges.left, around.left);
      edges.right = Math.min(edges.right, around.right);
      if (box.scrollWidth > box.clientWidth) hidden.push(box.outerHTML.slice(0, 120));
    }
    return { hidden, isInside: left >= edges.left - 0.5 && right <= edges.right + 0.5 };
  });
  expect(found, String(element)).toEqual({ hidden: [], isInside: true });
}
