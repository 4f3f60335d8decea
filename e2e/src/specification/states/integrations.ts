import type { Page } from '@playwright/test';
import { data, refusal } from '../outcome.ts';
import * as sample from '../specification-data.ts';
import type { SpecificationServer } from '../start-specification-server.ts';
import type { Place, State } from '../walk.ts';
import { denyClipboard, press } from './act.ts';

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

export const integrations: readonly State[] = [
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
