import type { Page } from '@playwright/test';

// What a user does on several screens.

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

export const fill = (page: Page, label: string, value: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(value);

export const resetUserData = async (page: Page): Promise<void> => {
  await fill(page, 'Email', 'jonas@northwind.example');
  await press(page, 'Reset User Data');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset User Data' }).click();
};

/** From now on nothing can be copied. */
export const denyClipboard = (page: Page): Promise<void> =>
  page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Denied'));
    document.execCommand = () => false;
  });
