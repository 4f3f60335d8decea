import { expect, type Page } from '@playwright/test';
import { data, refusal, speechless } from './outcome.ts';
import * as sample from './specification-data.ts';
import type { SpecificationServer } from './start-specification-server.ts';
import type { Place, State } from './walk.ts';

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click({ timeout: 8_000 });
const GRID = '/northwind/sales/accounts';
const ACCOUNT = `${GRID}/${sample.acme.id}`;
const LIST = 'GET /api/workspaces/{workspaceId}/accounts';

const fillAccount =
  (domain: string, name = 'Cobalt') =>
  async (page: Page) => {
    await press(page, 'New Account');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Domain').fill(domain);
    await dialog.getByLabel('Account Name').fill(name);
    await dialog.getByRole('button', { name: 'Create Account' }).click();
  };

const grid: State[] = [
  {
    name: 'the grid',
    at: GRID,
    see: [
      'title: Product – Accounts',
      'Columns',
      'Filter',
      'Search in Sales',
      'New Account',
      'Account',
      'Recent Activity',
      'Last Touch Point',
      'Contributors',
      'Created By',
      'Created',
      'Acme',
      'Pilot scope',
      'Maya Lindqvist',
      'Jonas Weber',
      '+2 more',
    ],
  },
  {
    name: 'a link to an account',
    at: GRID,
    act: (page) => page.getByRole('link', { name: 'Acme' }).click(),
    see: ['Account Information'],
    leadsTo: ACCOUNT,
  },
  {
    name: 'a column that is only read',
    at: GRID,
    act: (page) => page.getByLabel('This field is read-only').first().hover(),
    see: ['This field is read-only'],
  },
  {
    name: 'the menu of a column',
    at: GRID,
    act: (page) =>
      page
        .getByRole('columnheader', { name: /Contributors/ })
        .getByRole('button')
        .first()
        .click(),
    see: ['Sort ascending', 'Sort descending', 'Move left', 'Move right'],
  },
  {
    name: 'the grid, searched and sorted',
    at: `${GRID}?q=bor&sort=-name`,
    see: ['Borealis'],
    never: ['Acme'],
  },
  {
    name: 'a grid that cannot be read',
    at: GRID,
    given: (server) => server.on(LIST, speechless(500)),
    see: ['Failed to fetch accounts'],
  },
  {
    name: 'a grid without a connection',
    at: GRID,
    given: (server) => server.on(LIST, 'break'),
    see: ['Network error occurred'],
  },
  {
    name: 'an empty grid',
    at: GRID,
    given: (server) => server.on(LIST, data({ accounts: [] })),
    see: ['New Account'],
  },
  {
    name: 'an account is created',
    at: GRID,
    given: (server) =>
      server.on('POST /api/accounts/import', ({ body }) =>
        data({
          results: [
            {
              domain: {
                domain: (body as { domains: string[] }).domains[0],
                addedAt: sample.daysAgo(0),
              },
              workspaceAccount: { name: 'Cobalt' },
            },
          ],
        }),
      ),
    act: fillAccount('cobalt.example'),
    see: ['Import Successful', 'Cobalt', 'Done'],
  },
  ...(
    [
      ['cobalt', 'Please enter a valid domain'],
      ['  ', 'Domain is required'],
      ['gmail.com', 'Cannot import common email providers'],
    ] as const
  ).map(([domain, text]): State => ({
    name: `an account of '${domain}'`,
    at: GRID,
    act: fillAccount(domain),
    see: [text],
  })),
  {
    name: 'an account without a name',
    at: GRID,
    act: fillAccount('cobalt.example', '  '),
    see: ['Account Name is required when adding to workspace'],
  },
  ...(
    [
      [refusal(409, 'An account for cobalt.example already exists'), 'already exists'],
      [refusal(400, 'Invalid domain'), 'Invalid domain'],
      [refusal(500, 'Queue is full'), 'Queue is full'],
      [speechless(500), 'Failed to import domain'],
    ] as const
  ).map(([outcome, text], index): State => ({
    name: `an account that is refused (${index})`,
    at: GRID,
    given: (server) => server.on('POST /api/accounts/import', outcome),
    act: fillAccount('cobalt.example'),
    see: [text],
  })),
];

const openActivity = (id: string) => `${ACCOUNT}?activity=${id}`;
const TIMELINE = 'GET /api/accounts/{accountId}/timeline';
const TRANSCRIPT = 'GET /api/activities/{activityId}/fireflies-transcript';
const openTranscript = (page: Page) => page.getByRole('tab', { name: 'Transcript' }).click();
const scrollFeed = async (page: Page) => {
  const feed = page.getByRole('region', { name: 'Activities', exact: true });
  await feed.getByRole('button').first().waitFor();
  await expect(async () => {
    await feed.evaluate((region) => {
      for (const one of region.querySelectorAll('*')) one.scrollTop = one.scrollHeight;
    });
    await expect(feed.getByText('End of activities')).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 8_000, intervals: [50] });
};
const denyClipboard = (page: Page) =>
  page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Denied'));
    document.execCommand = () => false;
  });

const account: State[] = [
  {
    name: 'an account on its way',
    at: ACCOUNT,
    given: (server) => server.on('GET /api/accounts/{accountId}', 'hang'),
    see: ['Loading account data...'],
  },
  {
    name: 'an account',
    at: ACCOUNT,
    see: [
      'title: Product – Acme',
      'Acme',
      '3W',
      '6W',
      '12W',
      'Today',
      'Share',
      'Info',
      'Account Information',
      'acme.example',
      'Conversation with Elena Sorensen to Maya Lindqvist',
      'Email conversation',
      'Email from Elena Sorensen',
      'Meeting with Elena Sorensen',
      'Calendar Event',
      'note activity',
      'No title',
      'Unknown',
      'Pilot scope',
      'months ago',
    ],
  },
  { name: 'the end of its feed', at: ACCOUNT, act: scrollFeed, see: ['End of activities'] },
  {
    name: 'another window',
    at: ACCOUNT,
    act: (page) => page.getByText('6W', { exact: true }).click(),
    see: ['Account Information'],
    leadsTo: `${ACCOUNT}?timeline_window=6W`,
  },
  {
    name: 'an invalid window',
    at: `${ACCOUNT}?timeline_window=9W&timeline_end=2026-99-99`,
    see: ['Account Information'],
    leadsTo: ACCOUNT,
  },
  ...(
    [
      refusal(404, 'Not found'),
      data({}),
      data({ workspaceAccount: null }),
      speechless(403),
    ] as const
  ).map((outcome, index): State => ({
    name: `an account that is not there (${index})`,
    at: ACCOUNT,
    given: (server) => server.on('GET /api/accounts/{accountId}', outcome),
    see: [
      'Account Not Found',
      "The account could not be found or you don't have access to it.",
      'Back to Accounts',
    ],
  })),
  {
    name: 'its link is copied',
    at: ACCOUNT,
    act: (page) => press(page, 'Share'),
    see: ['Link copied to clipboard'],
  },
  {
    name: 'its link cannot be copied',
    at: ACCOUNT,
    act: async (page) => {
      await denyClipboard(page);
      await press(page, 'Share');
    },
    see: ['Failed to copy link'],
  },
  {
    name: 'an e-mail',
    at: openActivity(sample.email.id),
    see: ['Hello from Acme', 'Pilot scope'],
  },
  {
    name: 'a meeting',
    at: openActivity(sample.meeting.id),
    see: ['Room 4', 'Calendar Event'],
  },
  {
    name: 'a conversation',
    at: openActivity(sample.conversation.id),
    see: ['Email conversation', 'Hello from Acme'],
  },
  {
    name: 'a call',
    at: openActivity(sample.call.id),
    see: ['Check-in', 'One', 'Two', 'Send the plan', '45 min'],
  },
  {
    name: 'the link of an activity is copied',
    at: openActivity(sample.email.id),
    act: (page) => press(page, 'Copy link to activity'),
    see: ['Activity link copied to clipboard'],
  },
  {
    name: 'an activity that cannot be read',
    at: openActivity(sample.email.id),
    given: (server) => server.on('GET /api/activities/{activityId}', refusal(500, '')),
    see: ['Failed to load activity details', 'Failed to fetch activity details', 'Close'],
  },
  {
    name: 'an activity that is not there',
    at: openActivity('nothing'),
    given: (server) => server.on('GET /api/activities/{activityId}', refusal(404, 'Not found')),
    see: ['Activity not found', 'Close'],
  },
  {
    name: 'a transcript',
    at: openActivity(sample.call.id),
    act: openTranscript,
    see: ['The pilot starts', 'Elena'],
  },
  {
    name: 'a transcript on its way',
    at: openActivity(sample.call.id),
    given: (server) => server.on(TRANSCRIPT, 'hang'),
    act: openTranscript,
    see: ['Loading transcript...'],
  },
  {
    name: 'no transcript',
    at: openActivity(sample.call.id),
    given: (server) => server.on(TRANSCRIPT, data({ transcriptSentences: [] })),
    act: openTranscript,
    see: [
      'Transcript not available',
      'This meeting may still be processing or the transcript is no longer available.',
    ],
  },
  {
    name: 'a transcript that is rationed',
    at: openActivity(sample.call.id),
    given: (server) => server.on(TRANSCRIPT, refusal(429, 'Slow down', 'RATE_LIMITED')),
    act: async (page) => {
      await openTranscript(page);
      await page.getByText('Temporarily unavailable').waitFor();
      await press(page, 'Try Again');
    },
    see: [
      'Temporarily unavailable',
      'API rate limit reached. Please try again later.',
      'Try Again Later',
    ],
  },
  {
    name: 'a transcript without a connection',
    at: openActivity(sample.call.id),
    given: (server) => server.on(TRANSCRIPT, refusal(502, 'No', 'NETWORK_ERROR')),
    act: openTranscript,
    see: ['Connection error', 'Please check your connection and try again.'],
  },
  ...(
    [
      [refusal(500, 'Broken at the other end', 'UNKNOWN_ERROR'), 'Broken at the other end'],
      [data({}), 'Failed to load transcript'],
    ] as const
  ).map(([outcome, text]): State => ({
    name: `a transcript that cannot be loaded: ${text}`,
    at: openActivity(sample.call.id),
    given: (server) => server.on(TRANSCRIPT, outcome),
    act: openTranscript,
    see: ['Unable to load transcript', text],
  })),
  {
    name: 'a timeline that cannot be read',
    at: ACCOUNT,
    given: (server) => server.on(TIMELINE, speechless(500)),
    see: ['Acme', 'Try Again'],
  },
];

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

const preferences: State[] = [
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
      // Opened before the list has failed, it says so when it has.
      await page.getByRole('combobox', { name: /borealis/ }).click();
    },
    see: [text],
  })),
  {
    name: 'a domain is shared',
    at: PREFERENCES,
    act: async (page, { server }: Place) => {
      await share('Sales')(page);
      await expect.poll(() => server.calls.some(({ name }) => name.endsWith('/share'))).toBe(true);
    },
    see: ['Sales'],
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
    name: 'the domains cannot be read anew',
    at: PREFERENCES,
    act: async (page, { server }: Place) => {
      await page.getByText('borealis.example').waitFor();
      server.on('GET /api/accounts', speechless(500));
      await addDomain()(page);
      await press(page, 'Done');
    },
    see: ['Failed to refresh domains'],
  },
];

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

const wizard: State[] = [
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
      'Connect Gmail',
      'We never read email content or store sensitive information.',
    ],
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
      '+2 more domains',
      'Back',
      'Select Accounts',
    ],
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

const INTEGRATIONS = '/integrations';
const pressConnect = (index: number) => async (page: Page) => {
  await page.getByRole('button', { name: 'Connect', exact: true }).nth(index).click();
};
const none = (server: SpecificationServer) =>
  server.on(
    'GET /api/integrations',
    data({ integrations: [], availableProviders: sample.providers }),
  );
const AUTH = 'POST /api/integrations/{provider}/auth';
const enterKey = async (page: Page) => {
  await pressConnect(2)(page);
  await page.getByPlaceholder('Enter your API key...').fill('key');
  await page.getByPlaceholder('Enter your API key...').press('Enter');
};

const integrations: State[] = [
  {
    name: 'the integrations on their way',
    at: INTEGRATIONS,
    given: (server) => server.on('GET /api/integrations', 'hang'),
    see: ['Loading integrations...'],
  },
  {
    name: 'the integrations',
    at: INTEGRATIONS,
    see: [
      'Integrations',
      'Connect your email, calendar, and other services to sync data with your workspace.',
      'Gmail',
      'Google Calendar',
      'Fireflies.ai',
      'Fathom <> Zapier (beta)',
      'Manual template config required',
      'Connected',
      'Needs Reauth',
      'Not Connected',
      'Last synced',
      'N/A',
      'Sync Now',
      'Disconnect',
      'Manage',
      'Connect',
    ],
    never: ['Details', 'could not be read', 'salesforce'],
  },
  {
    name: 'the integrations cannot be read',
    at: INTEGRATIONS,
    given: (server) => server.on('GET /api/integrations', data({})),
    see: ['Error: Failed to load integrations'],
  },
  {
    name: 'a sync that runs',
    at: INTEGRATIONS,
    given: (server) => server.on('POST /api/integrations/{id}/sync', 'hang'),
    act: (page) => press(page, 'Sync Now'),
    see: ['Syncing...'],
  },
  {
    name: 'a provider is being connected',
    at: INTEGRATIONS,
    given: (server) => {
      none(server);
      server.on(AUTH, 'hang');
    },
    act: pressConnect(0),
    see: ['Connecting...'],
  },
  {
    name: 'an integration is to be disconnected',
    at: INTEGRATIONS,
    act: (page) => press(page, 'Disconnect'),
    see: [
      'Are you sure you want to disconnect Gmail? This will stop syncing data from this service.',
    ],
  },
  {
    name: 'a key is to be entered',
    at: INTEGRATIONS,
    given: none,
    act: pressConnect(2),
    see: ['Connect Fireflies.ai', 'API key', 'Enter your API key...'],
  },
  {
    name: 'a key is taken',
    at: INTEGRATIONS,
    given: none,
    act: enterKey,
    see: ['Fireflies.ai account successfully connected and synced!'],
  },
  {
    name: 'a key is refused',
    at: INTEGRATIONS,
    given: (server) => {
      none(server);
      server.on('POST /api/integrations/{provider}/callback', refusal(400, 'Wrong key'));
    },
    act: enterKey,
    see: ['Failed to connect with API key'],
  },
  {
    name: 'a provider that wants a key',
    at: INTEGRATIONS,
    given: none,
    act: pressConnect(0),
    see: ['Connect Gmail', 'Enter your API key...'],
  },
  {
    name: 'a webhook is connected',
    at: INTEGRATIONS,
    given: (server) => {
      none(server);
      server.on(AUTH, data({ authUrl: 'webhook:fathom?state=abc' }));
    },
    act: pressConnect(3),
    see: [
      'Connect Fathom <> Zapier (beta)',
      '/api/webhooks/v1/fathom/integration-4',
      'Bearer hook-token',
      'Copy',
      'Close',
    ],
    never: ['Replace Token'],
  },
  {
    name: 'a webhook without a callback',
    at: INTEGRATIONS,
    given: (server) => {
      none(server);
      server.on(
        AUTH,
        data({ authUrl: 'https://hooks.example/1', integrationId: 'x', webhookToken: 'other' }),
      );
    },
    act: pressConnect(3),
    see: ['https://hooks.example/1', 'Bearer other'],
  },
  {
    name: 'a webhook is copied',
    at: INTEGRATIONS,
    act: async (page) => {
      await press(page, 'Manage');
      await page.getByRole('dialog').getByRole('button', { name: /^Copy/ }).first().click();
    },
    see: ['Webhook URL copied to clipboard'],
  },
  {
    name: 'a webhook cannot be copied',
    at: INTEGRATIONS,
    act: async (page) => {
      await denyClipboard(page);
      await press(page, 'Manage');
      await page.getByRole('dialog').getByRole('button', { name: /^Copy/ }).first().click();
    },
    see: ['Failed to copy to clipboard'],
  },
  {
    name: 'a provider with pages of its own',
    at: INTEGRATIONS,
    given: none,
    act: async (page, { server, web }: Place) => {
      server.on(AUTH, data({ authUrl: `${web.url}/oauth/success?success=true&provider=gmail` }));
      await pressConnect(0)(page);
    },
    see: ['Gmail'],
    leadsTo: INTEGRATIONS,
  },
  {
    name: 'back from a provider',
    at: '/oauth/success?success=true&provider=gmail',
    see: ['Gmail'],
    leadsTo: INTEGRATIONS,
  },
  {
    name: 'back from a provider with an error',
    at: '/oauth/success?error=Access%20denied&provider=gmail',
    see: ['Access denied'],
    leadsTo: INTEGRATIONS,
  },
  {
    name: 'back from a provider with nothing',
    at: '/oauth/success',
    passing: ['Processing...', 'Redirecting to integrations page...'],
    see: ['Invalid response from authentication service'],
    leadsTo: INTEGRATIONS,
  },
];

export const statesOfPart2 = { grid, account, preferences, wizard, integrations };
