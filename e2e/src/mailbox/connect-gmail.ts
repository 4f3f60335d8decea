import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';
import type { TestUser } from '../environment/team.ts';

/** Connects a person's Gmail on the page of integrations; the consent page is the sandbox's. */
export async function connectGmail(page: Page, person: TestUser): Promise<void> {
  // Gmail's card is the first.
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  await page.getByRole('button', { name: person.email }).click();
  await expect(page).toHaveURL('/integrations');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
}
