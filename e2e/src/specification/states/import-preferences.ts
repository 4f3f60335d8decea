import { expect, type Page } from '@playwright/test';
import { data, refusal, speechless } from '../outcome.ts';
import * as sample from '../specification-data.ts';
import type { SpecificationServer } from '../start-specification-server.ts';
import type { Site, State } from '../walk.ts';
import { press } from './act.ts';

const PREFERENCES = '/import-preferences';
const addDomain =
  (domain = 'cobalt.example') =>
  async (page: Page) => {
    await press(page, 'New Domain');
    await page.getByRole('dialog').getByLabel('Domain').fill(domain);
    await press(page, 'Add Domain');
  };
const share = (workspace: string) => async (page: Page) => {
  await page.getByRole('combobox', { name: 'Sharing of borealis.example' }).click();
  await page.getByRole('option', { name: workspace }).click();
};
const needsAccount = (server: SpecificationServer) =>
  server.on('POST /api/accounts/domains/share', refusal(409, 'No', 'WORKSPACE_ACCOUNT_REQUIRED'));
const createAccount =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await share('Sales')(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Account Name').fill(name);
    await dialog.getByRole('button', { name: 'Create Account' }).click();
  };
const openRemoval = async (page: Page) => {
  await page
    .getByRole('row', { name: /borealis/ })
    .getByRole('button')
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Remove Domain' }).click();
};

const sharesOf = ({ calls }: SpecificationServer) =>
  calls
    .filter(({ name }) => name.endsWith('share'))
    .map(({ name, body }) => [name.split(' ')[0], body]);

export const importPreferences: readonly State[] = [
  {
    name: 'Import Preferences',
    at: PREFERENCES,
    see: [
      'Import Preferences',
      'Manage your personal domain tracking. To share a domain to a workspace, select the workspace from the Sharing column.',
      'New Domain',
      'Domain',
      'Sharing',
      'Added',
      'acme.example',
      'Not shared',
    ],
  },
  {
    name: 'the workspaces to share with',
    at: PREFERENCES,
    act: (page) => page.getByRole('combobox', { name: /borealis/ }).click(),
    see: ['Not shared', 'Northwind', 'Sales', 'Support'],
  },
  ...(
    [
      ['hang', 'Loading...'],
      [data({ items: [] }), 'No workspaces available'],
      [speechless(500), 'Failed to load workspaces'],
    ] as const
  ).map(([outcome, text]): State => ({
    name: `the workspaces to share with: ${text}`,
    at: PREFERENCES,
    given: (server) => server.on('GET /api/workspaces', outcome),
    act: async (page) => {
      // The menu was opened before the list failed, and shows the failure when it happens.
      await page.getByRole('combobox', { name: /borealis/ }).click();
    },
    see: [text],
  })),
  {
    name: 'a domain is shared',
    at: PREFERENCES,
    act: async (page, { server }: Site) => {
      await share('Sales')(page);
      await expect.poll(() => server.calls.some(({ name }) => name.endsWith('/share'))).toBe(true);
    },
    see: ['Sales'],
  },
  {
    name: 'a domain is shared with another workspace, and no more with the one before',
    at: PREFERENCES,
    act: async (page, { server }: Site) => {
      const combobox = page.getByRole('combobox', { name: 'Sharing of acme.example' });
      await combobox.click();
      await page.getByRole('option', { name: 'Sales' }).click();
      await combobox.click();
      await page.getByRole('option', { name: 'Support' }).click();
      await expect
        .poll(() => sharesOf(server))
        .toEqual([
          ['DELETE', { domainId: 'domain-1', workspaceId: 'workspace-1' }],
          ['POST', { domainId: 'domain-1', workspaceId: 'workspace-2', domain: 'acme.example' }],
        ]);
    },
    see: ['acme.example'],
  },
  {
    name: 'a domain is shared no more',
    at: PREFERENCES,
    act: async (page, { server }: Site) => {
      await page.getByRole('combobox', { name: 'Sharing of acme.example' }).click();
      await page.getByRole('option', { name: 'Not shared' }).click();
      await expect
        .poll(() => sharesOf(server))
        .toEqual([['DELETE', { domainId: 'domain-1', workspaceId: 'workspace-1' }]]);
    },
    see: ['Not shared'],
  },
  {
    name: 'sharing needs an account',
    at: PREFERENCES,
    given: needsAccount,
    act: share('Sales'),
    see: ['Account Name', 'borealis.example', 'Create Account'],
  },
  {
    name: 'an account without a name for a share',
    at: PREFERENCES,
    given: needsAccount,
    act: createAccount('  '),
    see: ['Account name is required'],
  },
  {
    name: 'an account for a share is created',
    at: PREFERENCES,
    given: needsAccount,
    act: createAccount('Borealis'),
    see: ['Done'],
  },
  {
    name: 'an account for a share cannot be created',
    at: PREFERENCES,
    given: (server) => {
      needsAccount(server);
      server.on('POST /api/accounts/import', speechless(500));
    },
    act: createAccount('Borealis'),
    see: ['Failed to create workspace account'],
  },
  {
    name: 'a domain is added',
    at: PREFERENCES,
    act: addDomain(),
    see: ['Import Successful', 'Successfully tracking cobalt.example.', 'Done'],
  },
  {
    name: 'a domain that was tracked already',
    at: PREFERENCES,
    given: (server) =>
      server.on(
        'POST /api/accounts/import',
        data({ results: [{ domain: { domain: 'cobalt.example', addedAt: sample.daysAgo(5) } }] }),
      ),
    act: addDomain(),
    see: ["You're already tracking cobalt.example", 'Import Preferences'],
  },
  {
    name: 'a domain is to be removed',
    at: PREFERENCES,
    act: openRemoval,
    see: [
      "Remove borealis.example from your personal tracking. You'll stop contributing activity data to any shared workspace accounts for this domain.",
      'Cancel',
      'Remove Domain',
    ],
  },
  {
    name: 'a domain is removed',
    at: PREFERENCES,
    given: (server) =>
      server.on('DELETE /api/accounts/domains/{id}', () => {
        server.on('GET /api/accounts', data({ domains: [sample.acmeDomain] }));
        return data({});
      }),
    act: async (page) => {
      await openRemoval(page);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Domain' }).click();
      await expect(page.getByText('borealis.example')).toHaveCount(0);
    },
    see: ['acme.example'],
    never: ['borealis.example'],
  },
  {
    name: 'a domain cannot be removed',
    at: PREFERENCES,
    given: (server) => server.on('DELETE /api/accounts/domains/{id}', speechless(500)),
    act: async (page) => {
      await openRemoval(page);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Domain' }).click();
    },
    see: ['Remove borealis.example from your personal tracking.'],
  },
  {
    name: 'the domains cannot be read',
    at: PREFERENCES,
    given: (server) => server.on('GET /api/accounts', data({})),
    see: ['Error: Failed to fetch domains'],
  },
  {
    name: 'the domains without a connection',
    at: PREFERENCES,
    given: (server) => server.on('GET /api/accounts', 'break'),
    see: ['Error: Network error occurred'],
  },
  {
    name: 'the domains cannot be read again',
    at: PREFERENCES,
    act: async (page, { server }: Site) => {
      await page.getByText('borealis.example').waitFor();
      server.on('GET /api/accounts', speechless(500));
      await addDomain()(page);
      await press(page, 'Done');
    },
    see: ['Failed to refresh domains'],
  },
];
