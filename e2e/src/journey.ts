import { test as base, type Page } from '@playwright/test';
import type { StageAddresses } from './stage/addresses.ts';
import { stagePassword, type StagePerson, type Team, type TeamRequest } from './stage/team.ts';

interface Fixtures {
  stage: Stage;
}

/** What a journey may ask of the stage. */
export interface Stage extends StageAddresses {
  makeTeam: (request?: Partial<TeamRequest>) => Promise<Team>;
  /** The mails sent to an address, oldest first. */
  mailsTo: (email: string) => Promise<string[]>;
  /** Puts a mail into a person's Gmail in the sandbox. */
  deliver: (email: string, raw: string) => Promise<void>;
}

const addresses = (): StageAddresses => JSON.parse(process.env['STAGE'] ?? '{}');

/** A journey through the product in a real browser, against the real server. */
export const journey = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(addresses().url),
  stage: async ({}, use) => {
    const { stageUrl, sandboxUrl, url } = addresses();
    await use({
      url,
      sandboxUrl,
      stageUrl,
      makeTeam: (request) =>
        send(`${stageUrl}/team`, {
          method: 'POST',
          body: JSON.stringify({ people: 1, ...request }),
        }),
      mailsTo: (email) => send(`${stageUrl}/mails?to=${encodeURIComponent(email)}`),
      deliver: async (email, raw) => {
        const mailbox = `${sandboxUrl}/sandbox/gmail/${encodeURIComponent(email)}`;
        await send(`${mailbox}/messages`, { method: 'POST', body: raw });
      },
    });
  },
});

export { expect } from '@playwright/test';

async function send<Answer>(url: string, request: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, person: StagePerson): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(stagePassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/accounts$/);
}
