import { expect, type Page } from '@playwright/test';
import { data, refusal } from '../outcome.ts';
import * as sample from '../specification-data.ts';
import type { SpecificationServer } from '../start-specification-server.ts';
import type { Site, State } from '../walk.ts';
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
    name: 'a key is taken, and nothing was synced yet',
    at: INTEGRATIONS,
    given: (server) => {
      none(server);
      server.on('POST /api/integrations/{provider}/callback', data({}));
    },
    act: async (page, { server }: Site) => {
      await enterKey(page);
      await page.getByText('successfully connected!').first().waitFor();
      const { body } = server.calls.find(({ name }) => name.endsWith('/callback')) ?? {};
      const { code, state } = body as { code: string; state: string };
      expect(code).toBe('key');
      expect(JSON.parse(Buffer.from(state, 'base64').toString())).toEqual({
        userId: sample.maya.id,
        provider: 'fireflies',
        type: 'call_transcription',
        timestamp: expect.any(Number),
        nonce: expect.any(String),
      });
    },
    see: ['Fireflies.ai account successfully connected!'],
  },
  {
    name: 'a key that is empty',
    at: INTEGRATIONS,
    given: none,
    act: async (page) => {
      await pressConnect(2)(page);
      const connect = page.getByRole('dialog').getByRole('button', { name: 'Connect' });
      await expect(connect).toBeDisabled();
      await page.getByPlaceholder('Enter your API key...').fill('  ');
      await expect(connect).toBeDisabled();
    },
    see: ['Enter your API key...'],
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
    name: 'the refusal goes when the key is edited',
    at: INTEGRATIONS,
    given: (server) => {
      none(server);
      server.on('POST /api/integrations/{provider}/callback', refusal(400, 'Wrong key'));
    },
    act: async (page) => {
      await enterKey(page);
      await page.getByText('Failed to connect with API key').waitFor();
      await page.getByPlaceholder('Enter your API key...').fill('other');
      await expect(page.getByText('Failed to connect with API key')).toHaveCount(0);
    },
    see: ['Connect Fireflies.ai'],
  },
  {
    name: 'an integration is disconnected, and the list is read again',
    at: INTEGRATIONS,
    given: (server) =>
      server.on('DELETE /api/integrations/{id}', () => {
        none(server);
        return data({});
      }),
    act: async (page) => {
      await press(page, 'Disconnect');
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: 'Disconnect' }).click();
      await expect(page.getByRole('button', { name: 'Sync Now' })).toHaveCount(0);
    },
    see: ['Not Connected'],
  },
  {
    name: 'a webhook of another version, and its token by another name',
    at: INTEGRATIONS,
    given: (server) =>
      server.on(
        'GET /api/integrations',
        data({
          integrations: [
            {
              ...sample.fathom,
              connectionData: { webhookToken: 'camel', webhook_api_version: 'v2' },
            },
          ],
          availableProviders: ['fathom'],
        }),
      ),
    act: (page) => press(page, 'Manage'),
    see: ['/api/webhooks/v2/fathom/integration-4', 'Bearer camel'],
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
    act: async (page, { server, web }: Site) => {
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
  ...['oauth_success=true&provider=gmail', 'oauth_error=Access%20denied'].map((search): State => ({
    name: `the address is cleaned of '${search}'`,
    at: `${INTEGRATIONS}?${search}`,
    see: ['Gmail'],
    leadsTo: INTEGRATIONS,
  })),
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
