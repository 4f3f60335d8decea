import { expect } from '@playwright/test';
import { data, refusal } from '../outcome.ts';
import * as sample from '../specification-data.ts';
import type { State } from '../walk.ts';
import { resetUserData, fill, press } from './act.ts';

const ACCOUNT = `/northwind/sales/accounts/${sample.acme.id}`;
const TIMELINE = 'GET /api/accounts/{accountId}/timeline';
const withNulls = <Entry>(entries: readonly Entry[]) => [null, ...entries, null];

/** Responses that the specification leaves open, or that say less than usual. */
export const unusualResponses: readonly State[] = [
  {
    name: 'a feed in another order',
    at: ACCOUNT,
    given: (server) => {
      const { activities } = sample;
      server.on(TIMELINE, data({ activities: [2, 0, 4, 1, 5, 3].map((at) => activities[at]) }));
    },
    act: async (page) => {
      const feed = page.getByRole('region', { name: 'Activities', exact: true });
      const times = () =>
        feed
          .locator('time[datetime*=T]')
          .evaluateAll((all) => all.map((one) => Date.parse(one.getAttribute('datetime') ?? '')));
      await expect.poll(async () => (await times()).length).toBeGreaterThan(4);
      const shown = await times();
      expect(shown).toEqual(shown.toSorted((one, other) => other - one));
      const days = await feed.getByRole('heading').allInnerTexts();
      expect(days.length).toBeGreaterThan(3);
      expect(days).toEqual([...new Set(days)]);
    },
    see: ['Pilot scope'],
  },
  {
    name: 'a conversation whose id the server does not know',
    at: `${ACCOUNT}?activity=${sample.conversation.id}`,
    given: (server) => server.on('GET /api/activities/{activityId}', refusal(404, 'Not found')),
    see: ['The last one'],
    never: ['Activity not found'],
  },
  {
    name: 'an activity without an id',
    at: `${ACCOUNT}?activity=${sample.call.id}`,
    given: (server) =>
      server.on(
        'GET /api/activities/{activityId}',
        data({ activity: { ...sample.call, id: undefined } }),
      ),
    act: (page) => page.getByRole('tab', { name: 'Transcript' }).click(),
    see: ['Unable to load transcript', 'Activity ID not available for transcript loading.'],
  },
  {
    name: 'providers given as objects',
    at: '/integrations',
    given: (server) =>
      server.on(
        'GET /api/integrations',
        data({
          integrations: withNulls([sample.gmail]),
          availableProviders: withNulls([{ id: 'gmail' }, { id: 'fireflies' }, { id: 'zzz' }]),
        }),
      ),
    see: ['Gmail', 'Connected', 'Fireflies.ai', 'Not Connected'],
    never: ['Google Calendar', 'zzz'],
  },
  ...[{}, { user: null }, { user: {} }].map((response, index): State => ({
    name: `data was reset, and the response says little (${index})`,
    at: '/admin/reset-user-data',
    given: (server) => server.on('DELETE /api/admin/reset/user-data', data(response)),
    act: resetUserData,
    see: ['Successfully reset data for jonas@northwind.example. Deleted: 0 accounts, 0 shares.'],
  })),
  {
    name: 'workspaces of null',
    at: '/integrations',
    given: (server) =>
      server.on('GET /api/workspaces', data({ items: withNulls([sample.sales, sample.support]) })),
    act: async (page) => {
      await press(page, /^User menu/);
      await page.getByRole('menuitem', { name: 'Switch Workspace' }).click();
    },
    see: ['Northwind', 'Sales', 'Support'],
  },
  ...(
    [
      ['users', sample.jonas, 'Jonas Weber'],
      ['organizations', sample.organizationRow, 'northwind'],
      ['workspaces', sample.workspaceRow, 'Sales'],
    ] as const
  ).map(([list, row, text]): State => ({
    name: `${list} of null`,
    at: `/admin/${list}`,
    given: (server) =>
      server.on(
        `GET /api/admin/${list}`,
        data({ ...sample.paged([row]), items: withNulls([row]) }),
      ),
    see: [text],
  })),
  {
    name: 'accounts, contributors and days of null',
    at: '/northwind/sales/accounts',
    given: (server) =>
      server.on(
        'GET /api/workspaces/{workspaceId}/accounts',
        data({
          accounts: withNulls([
            { ...sample.acmeRow, contributors: withNulls(sample.acmeRow.contributors) },
            {
              ...sample.bareRow,
              contributors: null,
              creator: null,
              timelineSummary: { externalCounts: [null, 3], internalCounts: null },
            },
          ]),
        }),
      ),
    see: ['Acme', 'Borealis', '+2 more'],
  },
  {
    name: 'activities and participants of null',
    at: ACCOUNT,
    given: (server) =>
      server.on(
        TIMELINE,
        data({
          activities: withNulls([
            { ...sample.email, participants: withNulls(sample.email.participants) },
          ]),
        }),
      ),
    see: ['Email from Elena Sorensen'],
  },
  {
    name: 'times that no calendar has, and none at all',
    at: ACCOUNT,
    given: (server) => {
      const times = ['+275760-09-12T00:00:00.000Z', '-000001-01-01T00:00:00.000Z', 'soon', null, 7];
      const odd = times.map((occurredAt, at) => ({ ...sample.note, id: `odd-${at}`, occurredAt }));
      server.on(TIMELINE, data({ activities: [...odd, sample.email] }));
    },
    see: ['Email from Elena Sorensen'],
    never: ['note activity', 'Unexpected Application Error!'],
  },
  {
    name: 'domains and shares of null',
    at: '/import-preferences',
    given: (server) =>
      server.on(
        'GET /api/accounts',
        data({ domains: withNulls([{ ...sample.acmeDomain, workspaceShares: [null] }]) }),
      ),
    see: ['acme.example', 'Not shared'],
  },
  {
    name: 'discovered domains of null',
    at: '/import-preferences/import',
    given: (server) =>
      server.on('GET /api/accounts/discover', data({ domains: withNulls(sample.discovered) })),
    act: (page) => press(page, 'Continue to Discovery'),
    see: ['Found 5 potential accounts from 25 email activities in the last 14 days.'],
  },
  {
    name: 'sentences of null',
    at: `${ACCOUNT}?activity=${sample.call.id}`,
    given: (server) =>
      server.on(
        'GET /api/activities/{activityId}/fireflies-transcript',
        data({ transcriptSentences: withNulls([{ text: 'Spoken' }]) }),
      ),
    act: (page) => page.getByRole('tab', { name: 'Transcript' }).click(),
    see: ['Spoken'],
  },
  {
    name: 'sign-in: an error with an empty message',
    at: '/login',
    signedOut: true,
    given: (server) => server.on('POST /api/auth/login', refusal(400, '')),
    act: async (page) => {
      await fill(page, 'Email', 'maya@northwind.example');
      await fill(page, 'Password', 'secret1');
      await press(page, 'Sign in');
    },
    see: ['An unexpected error occurred. Please try again.'],
  },
];
