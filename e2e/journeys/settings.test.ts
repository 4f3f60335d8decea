import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

journey('settings are readable in both themes and on a phone', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam());
  await openAs(page, person, '/');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(page.getByText('This one', { exact: true })).toBeVisible();
  await expectAccessible(page, 'settings');
  await page.setViewportSize({ width: 375, height: 667 });
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, 'settings on a phone');
});
