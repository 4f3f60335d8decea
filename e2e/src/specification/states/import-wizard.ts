import { expect, type Page } from '@playwright/test';
import { data, speechless } from '../outcome.ts';
import type { SpecificationServer } from '../start-specification-server.ts';
import type { State } from '../walk.ts';
import { press } from './act.ts';

const WIZARD = '/import-preferences/import';
const discover = (page: Page) => press(page, 'Continue to Discovery');
const select = async (page: Page) => {
  await discover(page);
  await press(page, 'Select Accounts');
};
const importAll = async (page: Page) => {
  await select(page);
  await press(page, 'Select All');
  await press(page, /^Import \d+ Domain/);
};
const DISCOVER = 'GET /api/accounts/discover';
const fresh = (server: SpecificationServer) =>
  server.on('GET /api/accounts', data({ domains: [] }));

export const importWizard: readonly State[] = [
  {
    name: 'Gmail is being checked',
    at: WIZARD,
    given: (server) => server.on('GET /api/integrations', 'hang'),
    see: [
      'Import Accounts',
      'Discover and import accounts from your Gmail activity',
      'Connect to Gmail',
      'Discover Accounts',
      'Checking Gmail connection...',
      'Import Domains',
    ],
  },
  { name: 'Gmail is connected', at: WIZARD, see: ['Gmail Connected!', 'Continue to Discovery'] },
  {
    name: 'Gmail is not connected',
    at: WIZARD,
    given: (server) => server.on('GET /api/integrations', speechless(500)),
    see: [
      'Connect Your Gmail',
      'last 14 days',
      'Sender and recipient addresses',
      'Subjects and basic metadata',
      'Connect Gmail',
      'We never read email content or store sensitive information.',
    ],
  },
  {
    name: 'on the way to connect Gmail',
    at: WIZARD,
    given: (server) => server.on('GET /api/integrations', speechless(500)),
    act: async (page) => {
      const way = page.getByRole('link', { name: 'Connect Gmail' });
      await way.or(page.getByRole('button', { name: 'Connect Gmail' })).click();
      await expect(page).toHaveURL(/\/integrations/);
    },
    see: ['Integrations'],
  },
  {
    name: 'back from the second step to the first',
    at: WIZARD,
    act: async (page) => {
      await discover(page);
      await press(page, 'Back');
    },
    see: ['Gmail Connected!'],
  },
  {
    name: 'a discovery that runs',
    at: WIZARD,
    given: (server) => server.on(DISCOVER, 'hang'),
    act: discover,
    see: ['Discovering Accounts', 'Scanning your Gmail activity from the last 14 days...'],
  },
  {
    name: 'a discovery that is complete',
    at: WIZARD,
    act: discover,
    see: [
      'Discovery Complete!',
      'Found 5 potential accounts from 25 email activities in the last 14 days.',
      'acme.example',
      '9 activities',
      '+2 more domains',
      'Back',
      'Select Accounts',
    ],
  },
  {
    name: 'one domain with one activity, which is imported',
    at: WIZARD,
    given: (server) => {
      fresh(server);
      server.on(DISCOVER, data({ domains: [{ domain: 'one.example', activityCount: 1 }] }));
    },
    act: async (page) => {
      await discover(page);
      await page.getByText('1 activity', { exact: true }).waitFor();
      await press(page, 'Select Accounts');
      await press(page, 'Select All');
      await press(page, 'Import 1 Domain');
      await page.getByText('Successfully imported 1 domain to your personal').waitFor();
      const link = page.getByRole('link', { name: 'View Import Preferences' });
      await link.or(page.getByRole('button', { name: 'View Import Preferences' })).click();
    },
    see: ['Sharing'],
    leadsTo: '/import-preferences',
  },
  {
    name: 'a discovery without accounts',
    at: WIZARD,
    given: (server) => server.on(DISCOVER, data({ domains: [] })),
    act: discover,
    see: ['Discovery Complete!', 'No Accounts Found'],
  },
  ...(
    [
      [data({}), 'Failed to discover domains'],
      [speechless(500), 'Discovery Failed'],
      ['break', 'Network error occurred while discovering domains'],
    ] as const
  ).map(([outcome, text]): State => ({
    name: `a discovery that fails: ${text}`,
    at: WIZARD,
    given: (server) => server.on(DISCOVER, outcome),
    act: discover,
    see: ['Discovery Failed', text, 'Back', 'Try Again'],
  })),
  {
    name: 'the domains to select',
    at: WIZARD,
    given: fresh,
    act: select,
    see: [
      'Select Domains to Import',
      "Choose which domains you'd like to add to your personal tracking. Create workspace accounts from the workspace context.",
      'Select All',
      '0 of 5 selected',
      'brightwater.example',
      'Import 0 Domains',
    ],
  },
  {
    name: 'all of them selected',
    at: WIZARD,
    given: fresh,
    act: async (page) => {
      await select(page);
      await press(page, 'Select All');
    },
    see: ['Deselect All', '5 of 5 selected', 'Import 5 Domains'],
  },
  {
    name: 'none to select, as by a link to the step',
    at: WIZARD,
    given: (server) => server.on(DISCOVER, data({ domains: [] })),
    act: async (page) => {
      await discover(page);
      await page.getByText('Discovery Complete!').waitFor();
      const url = new URL(page.url());
      url.searchParams.set('step', '3');
      await page.goto(url.href);
    },
    see: ['No domains were discovered from your recent Gmail activity.'],
  },
  {
    name: 'an import that runs',
    at: WIZARD,
    given: (server) => {
      fresh(server);
      server.on('POST /api/accounts/import', 'hang');
    },
    act: importAll,
    see: ['Importing...'],
  },
  {
    name: 'an import that succeeded',
    at: WIZARD,
    given: fresh,
    act: importAll,
    see: [
      'Import Successful!',
      'Successfully imported 5 domains to your personal tracking.',
      'brightwater.example',
      'View Import Preferences',
    ],
  },
  {
    name: 'an import that failed',
    at: WIZARD,
    given: (server) => {
      fresh(server);
      server.on('POST /api/accounts/import', speechless(500));
    },
    act: importAll,
    see: ['Import Failed', 'Failed to import accounts', 'Back', 'Try Again'],
  },
];
