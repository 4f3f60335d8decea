import type { Locator, Page } from '@playwright/test';

/** The card of a provider on the page of integrations. */
export const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });

/** Opens what a card has no room for, at one of its tabs. */
export async function openDetails(page: Page, name: string, tab: string): Promise<Locator> {
  await cardOf(page, name).getByRole('button', { name: 'Details' }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}
