import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expect, journey, openAs } from '../src/journey.ts';

const CREATE = /\/account-import$/;

const csv = (rows: readonly string[]) => ({
  name: 'companies.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${rows.join('\r\n')}\r\n`),
});

journey(
  'companies of a file become accounts, also after a reload in the middle',
  async ({ page, environment }) => {
    const team = await environment.createTeam({ people: 1 });
    const [ann] = team.people;
    if (ann === undefined) throw new Error('The team is too small.');
    const path = `/${team.organization.slug}/${team.workspace.slug}`;
    await openAs(page, ann, `${path}/accounts`);
    await expect(page.getByText('No accounts yet')).toBeVisible();
    await page.getByRole('link', { name: 'Import from CSV' }).click();
    await expect(page).toHaveURL(`${path}/import-accounts`);
    await page.goBack();
    await expect(page.getByText('No accounts yet')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog').getByRole('combobox');
    await expect(palette).toBeFocused();
    await palette.fill('import from');
    await page.getByRole('option', { name: 'Import from CSV' }).click();
    await expect(page).toHaveURL(`${path}/import-accounts`);
    await expectAccessible(page, 'choosing a file of accounts');

    const many = Array.from({ length: 1_100 }, (_, index) => `Company ${index};c${index}.example`);
    await page
      .getByLabel('CSV file')
      .setInputFiles(
        csv([
          'Firma;Webseite;Betreuer',
          `Müller & Söhne;https://www.mueller.example/kontakt;${ann.email}`,
          'Again;mueller.example',
          'Wrong;not a domain',
          ...many,
        ]),
      );
    await expect(page.getByRole('combobox', { name: 'Separator' })).toHaveText('Semicolon');
    await expect(page.getByRole('cell', { name: 'Müller & Söhne' })).toBeVisible();
    await expectAccessible(page, 'matching the columns of a file');
    await page.getByRole('button', { name: 'Check File' }).press('Enter');

    const heading = page.getByRole('heading', { name: 'companies.csv: 1,101 new accounts' });
    await expect(heading).toBeFocused();
    await expect(page.getByText('from https://www.mueller.example/kontakt')).toBeVisible();
    await expectAccessible(page, 'what a file would create');
    await page.reload();
    await expect(heading).toBeVisible();
    await page.setViewportSize({ width: 375, height: 667 });
    await page.getByText('Problems 2').click();
    await expect(page.getByText('“not a domain” is not a valid domain.').first()).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page, 'problems of a file on a phone');

    // The second part never arrives: the page is reloaded meanwhile.
    let parts = 0;
    await page.route(CREATE, (route) => {
      parts += 1;
      return parts === 1 ? route.continue() : undefined;
    });
    await page.getByRole('button', { name: 'Create 1,101 Accounts' }).press('Enter');
    await expect(page.getByText('Created 500 of 1,101 accounts').first()).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await expect(
      page.getByText(`1,101 accounts were created in ${team.workspace.name}.`),
    ).toBeVisible();
    await expectAccessible(page, 'what was imported');
    await page.getByRole('link', { name: 'Open Accounts' }).press('Enter');
    await expect(page.getByText('1,101 accounts', { exact: true })).toBeAttached();

    // Nothing is left of it.
    await page.goto(`${path}/import-accounts`);
    await expect(page.getByRole('button', { name: 'Choose CSV File' })).toBeVisible();
  },
);
