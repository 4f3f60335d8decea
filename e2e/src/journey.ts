import { test as base, type Page } from '@playwright/test';
import type { EnvironmentAddresses } from './environment/addresses.ts';
import type { CapturedCorpus, HostileRequest } from './environment/capture-hostile.ts';
import type { UserChange } from './environment/change-user.ts';
import type { AccountRequest } from './environment/fill-account.ts';
import { TEST_PASSWORD, type TestUser, type Team, type TeamRequest } from './environment/team.ts';

interface Fixtures {
  environment: TestEnvironment;
}

/** The actions of the test environment for journeys. */
export interface TestEnvironment extends EnvironmentAddresses {
  createTeam: (request?: Partial<TeamRequest>) => Promise<Team>;
  /** The emails sent to an address, oldest first. */
  mailsTo: (email: string) => Promise<string[]>;
  /** Does to a user what a journey can neither do nor wait for. */
  change: (person: TestUser, change: UserChange) => Promise<void>;
  /** Makes an account in a user's workspace, with activities that they captured. */
  fillAccount: (request: AccountRequest) => Promise<{ accountId: string }>;
  /** Makes an account of everything that is made to do harm. */
  captureHostile: (request: HostileRequest) => Promise<CapturedCorpus>;
  /** Puts an email into a user's Gmail in the sandbox. */
  deliver: (email: string, raw: string) => Promise<void>;
}

const addresses = (): EnvironmentAddresses => JSON.parse(process.env['TEST_ENVIRONMENT'] ?? '{}');

/** A journey through the product in a real browser, against the real server. */
export const journey = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(addresses().url),
  environment: async ({}, use) => {
    const { calendarPort, mailPort, controlUrl, sandboxUrl, url, namedUrl } = addresses();
    await use({
      url,
      namedUrl,
      sandboxUrl,
      controlUrl,
      calendarPort,
      mailPort,
      createTeam: (request) =>
        send(`${controlUrl}/team`, {
          method: 'POST',
          body: JSON.stringify({ people: 1, ...request }),
        }),
      mailsTo: (email) => send(`${controlUrl}/mails?to=${encodeURIComponent(email)}`),
      change: async ({ id }, change) => {
        await send(`${controlUrl}/person`, {
          method: 'POST',
          body: JSON.stringify({ change, userId: id }),
        });
      },
      fillAccount: (request) =>
        send(`${controlUrl}/account`, { method: 'POST', body: JSON.stringify(request) }),
      captureHostile: (request) =>
        send(`${controlUrl}/hostile`, { method: 'POST', body: JSON.stringify(request) }),
      deliver: async (email, raw) => {
        const mailbox = `${sandboxUrl}/sandbox/gmail/${encodeURIComponent(email)}`;
        await send(`${mailbox}/messages`, { method: 'POST', body: raw });
      },
    });
  },
});

export { expect } from '@playwright/test';

async function send<Data>(url: string, request: RequestInit = {}): Promise<Data> {
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  return (await response.json()) as Data;
}

/** Signs in through the form, as a user does. */
export async function signIn(page: Page, person: TestUser): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/accounts$/);
}

/** Opens a page as a signed-in user, without the form. */
export async function openAs(page: Page, person: TestUser, path: string): Promise<void> {
  const localStorage = [{ name: 'auth_token', value: person.token }];
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin: addresses().url, localStorage }],
  });
  await page.goto(path);
}

export function onlyPerson({ people }: Team): TestUser {
  const [person] = people;
  if (person === undefined) throw new Error('The team has no members.');
  return person;
}
