import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';
import type { TestUser } from '../environment/team.ts';

/** Connects a user's Gmail on the page of integrations, and stays there. */
export async function connectGmail(page: Page, person: TestUser): Promise<void> {
  await consentToGmail(page, person);
  await expect(page).toHaveURL('/integrations');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
}

/** Consents on the sandbox's page, which the card on the page of integrations leads to. */
export async function consentToGmail(page: Page, person: TestUser): Promise<void> {
  // Gmail's card is the first.
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  await page.getByRole('button', { name: person.email }).click();
}
