import { expect, type Page } from '@playwright/test';
import { data, refusal, speechless } from '../outcome.ts';
import * as sample from '../specification-data.ts';
import type { State } from '../walk.ts';
import { press } from './act.ts';

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

export const accountsGrid: readonly State[] = [
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
    name: 'all contributors of an account',
    at: GRID,
    act: (page) => page.getByText('+2 more').hover(),
    see: ['Ada Okafor', 'Lin Chen'],
  },
  {
    name: 'the last row adds an account',
    at: GRID,
    act: (page) => page.getByRole('grid').getByRole('button', { name: 'New Account' }).click(),
    see: ['Account Name', 'Create Account'],
  },
  {
    name: 'an account is being created',
    at: GRID,
    given: (server) => server.on('POST /api/accounts/import', 'hang'),
    act: async (page) => {
      await fillAccount('cobalt.example')(page);
      await expect(page.getByRole('dialog').getByLabel('Domain')).toBeDisabled();
    },
    see: ['Account Name'],
  },
  {
    name: 'the dialog is closed, and is empty when it opens again',
    at: GRID,
    act: async (page) => {
      await fillAccount('cobalt')(page);
      await page.keyboard.press('Escape');
      await press(page, 'New Account');
      await expect(page.getByRole('dialog').getByLabel('Domain')).toHaveValue('');
      await expect(page.getByRole('button', { name: 'Create Account' })).toBeDisabled();
    },
    see: ['Account Name'],
    never: ['Please enter a valid domain'],
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
    act: async (page, { server }) => {
      await fillAccount('cobalt.example')(page);
      await page.getByText('Import Successful').waitFor();
      expect(server.calls.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
        domains: ['cobalt.example'],
        source: 'manual',
        name: 'Cobalt',
        workspaceId: 'workspace-1',
      });
    },
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
