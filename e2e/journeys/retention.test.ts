import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

journey('a user chooses for how long activities are kept', async ({ page, environment }) => {
  const person = onlyPerson(await environment.createTeam());
  await openAs(page, person, '/import-preferences/settings');
  const card = page.getByRole('region', { name: 'Older Activities' });
  await expect(card).toContainText('Nothing is deleted.');
  await card.getByRole('combobox', { name: 'Keep activities' }).press('Enter');
  await page.getByRole('option', { name: '2 years' }).click();
  await card.getByRole('combobox', { name: 'Keep their texts' }).click();
  await page.getByRole('option', { name: '6 months' }).click();
  await card.getByRole('button', { name: 'Save...' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete older activities?' });
  await expect(dialog).toContainText('Nothing is that old yet.');
  await expectAccessible(page, 'save for how long activities are kept');
  await page.setViewportSize({ width: 375, height: 667 });
  await expectNoHorizontalScroll(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card).toContainText('Next time: ');
  await page.reload();
  await expect(card.getByRole('combobox', { name: 'Keep activities' })).toHaveText('2 years');
  await expect(card.getByRole('combobox', { name: 'Keep their texts' })).toHaveText('6 months');
});
